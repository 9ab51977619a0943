"""The card of the one number: ERB with its interval, under the three policies for failures, and its parts."""

from PySide6.QtWidgets import QWidget

from genmu_studio.overview.summary import Overview, PolicyRow
from scoring.frame import Policy
from scoring.types import MetricValue
from ui.numbers import count, interval, percent
from ui.widgets.basics import Card, label
from ui.widgets.figure import NOT_COMPUTABLE, Figure
from ui.widgets.figure_rows import FigureRows

_TITLES = {"mean_of_groups": "ERB · mean of groups", "erb_of_means": "ERB · of the groups' means"}
_POLICY_WORDS: dict[Policy, str] = {
    "forgotten": "count as forgotten",
    "failure": "count against the entry",
    "exclude": "are left out",
}


class ErbCard(Card):
    """Big ERB, what it rests on, badges, policies, EA and RA."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_TITLES["mean_of_groups"], parent)
        self.erb = Figure("big")
        self.erb.setObjectName("erb")
        self._basis = label("", "muted")
        self._basis.setWordWrap(True)
        self._badges = FigureRows()
        self._rows = FigureRows()
        for widget in (self.erb, self._basis, self._badges, self._rows):
            self.body.addWidget(widget)

    def show_overview(self, shown: Overview) -> None:
        """Show the track values of a submission."""
        track, what_if = shown.evaluation.track, shown.is_what_if
        aggregate = shown.evaluation.lens.aggregate
        one_group = bool(shown.only_group)
        self.set_title(f"ERB · {shown.only_group}" if one_group else _TITLES[aggregate])
        self._show_headline(shown.headline, what_if, shown.evaluation.decision.rules.level)
        self._show_badges(shown)
        self._rows.clear()
        self._add("EA, erasure", "EA", track.ea, what_if)
        self._add("RA, retain accuracy", "RA", track.ra, what_if)
        if not one_group and aggregate == "mean_of_groups":
            self._add("ERB of means", "ERB of means", track.erb_of_means, what_if)
        elif not one_group:
            self._add("mean of groups' ERB", "ERB mean of groups", track.mean_of_groups, what_if)
        for scores in shown.evaluation.groups:
            ra = scores.unlearned.ra
            if ra.badge and ra.parts.get("macro") is not None:
                macro = MetricValue(ra.parts["macro"], ra.n, ra.failures, badge=ra.badge)
                name = "RA macro" if one_group else f"RA macro, {scores.group}"
                self._add(name, name, macro, what_if)
        self._rows.sentence("ERB where failures …")
        for row in shown.policies:
            self._add_policy(row, what_if)

    def _show_headline(self, value: MetricValue, what_if: bool, level: float) -> None:
        text = NOT_COMPUTABLE if value.value is None else percent(value.value)
        self.erb.setProperty("small", value.value is None)
        self.erb.show_value("ERB", value, text, what_if)
        told = [
            interval(value, level),
            f"{count(value.n, 'sample')}, {count(value.failures, 'failure')}",
            value.reason if value.value is None and value.reason else "",
        ]
        self._basis.setText(" · ".join(part for part in told if part))

    def _show_badges(self, shown: Overview) -> None:
        track = shown.evaluation.track
        self._badges.clear()
        if shown.is_what_if:
            self._badges.sentence("◆ what-if lens: not the protocol's numbers", "warning")
        if track.partial is not None:
            self._badges.value(
                "partial", track.partial, percent(track.partial.value), shown.is_what_if, spoken="partial ERB"
            )
            self._badges.sentence(track.partial.badge or "")
        if track.policy_badge:
            self._badges.sentence(f"■ {track.policy_badge}", "alarm")
        threshold = shown.evaluation.own_lens.threshold
        fallback = "threshold: published fallback" if threshold.badge == "fallback" else None
        for badge in (shown.headline.badge, fallback, *shown.evaluation.notes):
            if badge:
                self._badges.sentence(f"▲ {badge}", "warning")
        self._badges.setVisible(not self._badges.is_empty)

    def _add_policy(self, row: PolicyRow, what_if: bool) -> None:
        words = _POLICY_WORDS[row.policy]
        marks = [word for word, holds in (("official", row.official), ("shown", row.chosen and what_if)) if holds]
        name = " · ".join((words, *marks))
        text = percent(row.erb.value)
        # Only the protocol's own policy can be official, and it is so under the protocol's own lens alone.
        role, name_role = ("number", "strong") if row.chosen else ("value", "muted")
        self._rows.value(name, row.erb, text, what_if, spoken=f"ERB, failures {words}", role=role, name_role=name_role)

    def _add(self, name: str, spoken: str, value: MetricValue, what_if: bool) -> None:
        text = percent(value.value)
        self._rows.value(name, value, text, what_if, spoken=spoken, role="value", name_role="muted")
