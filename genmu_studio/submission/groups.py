"""Which identity group a sample belongs to, by the names and identities that a stranger wrote."""

import re
import unicodedata
from collections.abc import Iterable

from genmu_studio.domain import IdentityGroup
from scoring.types import Track

_WORD = re.compile(r"[^\W\d_]+|\d+")


def words_of(text: str) -> tuple[str, ...]:
    """Return the words and numbers of `text` in lower case: "Face_Set 01" gives ("face", "set", "1")."""
    return tuple(
        word.lstrip("0") or "0" if word.isdecimal() else word
        for word in _WORD.findall(unicodedata.normalize("NFC", text).casefold())
    )


class Groups:
    """The identity groups of one track, found by name as people write it or by the identities in them."""

    def __init__(self, track: Track, groups: Iterable[IdentityGroup]) -> None:
        self._track = track
        self.groups = tuple(groups)
        self._by_words: dict[tuple[str, ...], set[IdentityGroup]] = {}
        for group in self.groups:
            full = words_of(group.name)
            for words in {full, tuple(word for word in full if word != track)}:
                self._by_words.setdefault(words, set()).add(group)
        self.longest_name = max(map(len, self._by_words), default=0)
        self.identity_of_words = {words_of(each): each for group in self.groups for each in group.identities}
        self.identities = frozenset(identity for group in self.groups for identity in group.identities)

    def named(self, name: str) -> IdentityGroup | None:
        """Return the group of that name ("Face Set 1", "face_set_1", "Set 1"); None where none or several fit."""
        return self.by_words(words_of(name))

    def by_words(self, words: tuple[str, ...]) -> IdentityGroup | None:
        """Return the one group whose name, with or without the track's, consists of these words."""
        found = self._by_words.get(words, set())
        return next(iter(found)) if len(found) == 1 else None

    def with_identity(self, identity: str) -> tuple[IdentityGroup, ...]:
        """Return the groups in which `identity` has a role."""
        return tuple(group for group in self.groups if group.role_of(identity))

    def with_all(self, identities: frozenset[str]) -> IdentityGroup | None:
        """Return the one group in which all of `identities` have a role."""
        found = [group for group in self.groups if identities and identities <= set(group.identities)]
        return found[0] if len(found) == 1 else None
