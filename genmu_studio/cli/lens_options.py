"""The options that look at results in another way, for every command that shows numbers."""

from collections.abc import Callable
from functools import wraps

import click

from genmu_studio.view import View
from scoring.frame import POLICIES, RULES, Policy, Rule
from scoring.verification import TemplateRule


def lens_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add `--evaluator`, `--threshold`, `--rule`, `--template` and `--policy`; the command takes them as `view`."""

    @click.option("--evaluator", help="Default: the official one, else the light one, else imported results.")
    @click.option("--threshold", metavar="X|PRESET", help="Another threshold: a what-if.")
    @click.option("--rule", type=click.Choice(RULES))
    @click.option("--template", type=click.Choice(["mean", "max", "mean_score"]))
    @click.option("--policy", type=click.Choice(POLICIES), help="What failures count for.")
    @wraps(function)
    def with_view(
        *,
        evaluator: str | None,
        threshold: str | None,
        rule: Rule | None,
        template: TemplateRule | None,
        policy: Policy | None,
        **others: object,
    ) -> None:
        function(view=View(evaluator, threshold, rule, template, policy), **others)

    return with_view
