"""MOS of what people answered on a scale: votes as a table of items and raters."""

from collections.abc import Sequence

import numpy as np

from genmu_studio.labelling.agreeing import ratings_of
from genmu_studio.labelling.findings import Label
from genmu_studio.labelling.questions import Question
from scoring.metrics.opinion import Opinions, mean_opinion_score
from scoring.rules import Rules
from scoring.types import MetricValue


def opinion_of(question: Question, labels: Sequence[Label], rules: Rules) -> MetricValue | None:
    """Return the mean opinion score of labels of items; None for a question that has none.

    One has it that asks for a step of a scale of level "interval": the mean of steps that are only in order says
    nothing.
    """
    if question.kind != "scale" or question.measured_as != "interval":
        return None
    votes = ratings_of(question, labels).values
    return mean_opinion_score(
        Opinions(np.asarray(votes), float(question.minimum or 0), float(question.maximum or 0)), rules
    )
