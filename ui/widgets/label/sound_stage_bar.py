"""The player below the sounds that are judged: play, back, forward, loop, the time, and why nothing is heard."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from ui.actions import Actions
from ui.icons import icon
from ui.theme import GRID_PX, watch
from ui.widgets.action_tool import ActionTool
from ui.widgets.basics import label
from ui.widgets.elided import ElidedLabel
from ui.widgets.explained_tool import ExplainedTool
from ui.widgets.label.sound_stage_player import BlindPlayer

_TIME_PX = 108


class SoundBar(QFrame):
    """Shows `player` and changes it. trouble : why nothing is heard, and what to do about it."""

    def __init__(self, actions: Actions, player: BlindPlayer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self.setProperty("card", True)
        self.setAccessibleName("Player")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.play = ExplainedTool(actions["label_play"])
        self.play.setCheckable(False)
        self.play.clicked.connect(actions["label_play"].trigger)
        self.back, self.forward = ActionTool(actions["label_back"]), ActionTool(actions["label_forward"])
        self.loop = ExplainedTool(actions["label_loop"], "Loop")
        self.loop.clicked.connect(actions["label_loop"].trigger)
        self.loop.clicked.connect(lambda *_: self.follow())  # the button shows what is so, not what was pressed
        self.time = label()
        self.time.setMinimumWidth(_TIME_PX)
        self.time.setToolTip("Where the playhead is, and the length of the longest sound")
        self.notes = ElidedLabel("", "muted")
        self.notes.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.trouble = label("", "warning")
        self.trouble.setWordWrap(True)
        self.again = QPushButton("Look again")
        self.again.setAccessibleName("Look again for sound devices")
        self.again.setToolTip("Look for sound devices that were plugged in")
        self.again.clicked.connect(lambda *_: player.playing.look_again())
        self._trouble_line = QWidget()
        self._lay_out()
        player.changed.connect(self.follow)
        player.playing.moved.connect(self._say_time)
        player.view.cursor_moved.connect(self._say_time)
        player.view.loop_changed.connect(self.follow)
        watch().changed.connect(self.follow)
        self.follow()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(GRID_PX)
        for tool in (self.play, self.back, self.forward, self.loop):
            tool.setProperty("tight", True)
            row.addWidget(tool)
        row.addWidget(self.time)
        row.addWidget(self.notes, 1)
        below = QHBoxLayout(self._trouble_line)
        below.setContentsMargins(0, 0, 0, 0)
        below.addWidget(self.trouble, 1)
        below.addWidget(self.again)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID_PX + 2, GRID_PX - 2, GRID_PX + 2, GRID_PX - 2)
        column.setSpacing(GRID_PX // 2)
        column.addLayout(row)
        column.addWidget(self._trouble_line)

    def follow(self) -> None:
        """Show what is so."""
        playing, view = self._player.playing, self._player.view
        self.play.setIcon(icon("pause" if playing.playing else "play"))
        self.play.setAccessibleName("Pause" if playing.playing else "Play")
        ends = view.loop_ends
        self.loop.setChecked(view.loop is not None)
        self.loop.setAccessibleDescription("" if ends is None else f"{ends.start_s:.2f} to {ends.end_s:.2f} s")
        self.notes.show_text(" · ".join(self._player.notes))
        trouble = playing.trouble
        self._trouble_line.setVisible(trouble is not None)
        self.trouble.setText("" if trouble is None else f"▲ Playback is off: {trouble.reason}. {trouble.remedy}")
        self._say_time()

    def _say_time(self) -> None:
        self.time.setText(f"{self._player.playing.position_s:.2f} / {self._player.view.length_s:.2f} s")
