"""Find by typing: every word that was typed must be in the text, at best where one of its words begins."""


def distance(query: str, text: str) -> int | None:
    """Return how far `text` is from what was typed, 0 the nearest; None where a word of `query` is not in it.

    A typed word that begins the text costs 0, one that begins a word 1, one inside a word 2, and one whose letters
    only come in that order 4.
    """
    folded = text.casefold()
    total = 0
    for word in query.casefold().split():
        cost = _cost(word, folded)
        if cost is None:
            return None
        total += cost
    return total


def _cost(word: str, text: str) -> int | None:
    if text.startswith(word):
        return 0
    if any(each.startswith(word) for each in text.split()):
        return 1
    if word in text:
        return 2
    letters = iter(text)
    return 4 if all(letter in letters for letter in word) else None
