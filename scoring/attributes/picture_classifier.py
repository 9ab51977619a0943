"""The way from a picture to answers, for every classifier of pictures."""

from collections.abc import Callable, Mapping, Sequence

from scoring.attributes.answers import Answer, labels_of, values_of
from scoring.attributes.shown_picture import Look
from scoring.devices import Placement
from scoring.faces import Picture
from scoring.types import Measurement, Outcome, SampleError, Subject

# RGB (height, width, 3) → an answer for each attribute
Classify = Callable[[Picture], Mapping[str, Answer]]


class PictureClassifier:
    """Looks at each picture by itself, so that no neighbour can change an answer.

    size : (width, height) of what is shown. labels : of each attribute, in the order of their places.
    """

    def __init__(
        self,
        look: Look,
        size: tuple[int, int],
        classify: Classify,
        labels: Mapping[str, Sequence[str]],
        placement: Placement,
    ) -> None:
        self.provider, self.notice = placement.provider, placement.notice
        self._look = look
        self._size = size
        self._classify = classify
        self._labels = labels

    def measure(self, batch: Sequence[Subject]) -> list[Outcome]:
        """Return one outcome per subject: places and confidences as values, the labels in words in `labels`."""
        return [self._measure(subject) for subject in batch]

    def _measure(self, subject: Subject) -> Outcome:
        try:
            seen = self._look(subject, *self._size)
            answers = self._classify(seen.rgb)
        except SampleError as error:
            return error.failure
        return Measurement(
            values_of(answers), None, seen.flags, {**seen.detail, "labels": labels_of(answers, self._labels)}
        )
