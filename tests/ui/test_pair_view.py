"""One pair large, by real keys and clicks: modes, the held key, faces, alignment, differences, and the line above."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from genmu_studio.pair_comparison import PairSimilarity
from genmu_studio.pair_details import faces_of
from genmu_studio.settings import Settings
from genmu_studio.thumbnails import Unshown
from tests.ui.keyboard import NONE, SHIFT, click, press
from tests.ui.pair_world import (
    BLUE,
    POINTS,
    RED,
    Comparisons,
    Desk,
    Pictures,
    facts,
    moved,
    pairs_of,
    plain,
    repeat,
    sample,
    shown,
)
from ui.actions import ACTIONS, Actions
from ui.widgets.comparisons import Difference, DifferenceKey, SimilarityKey
from ui.widgets.pair_view import PairView

ALT = Qt.KeyboardModifier.AltModifier
GREEN = "#20a040"
MODE_KEYS = {"side": Qt.Key.Key_1, "wipe": Qt.Key.Key_2, "flicker": Qt.Key.Key_3, "difference": Qt.Key.Key_4}
ONE_FACE = facts(sample(1, POINTS), sample(2, moved(10, 5)))


@pytest.fixture
def comparisons(dressed: QApplication) -> Iterator[Comparisons]:
    made = Comparisons()
    yield made
    made.close()


@pytest.fixture
def pictures(dressed: QApplication) -> Iterator[Pictures]:
    made = Pictures({id_: plain(RED if id_ % 2 else BLUE, 100) for id_ in range(1, 7)})
    yield made
    made.close()


@pytest.fixture
def desk(qtbot: QtBot, settings: Settings, pictures: Pictures, comparisons: Comparisons) -> Desk:
    made = Desk(Actions(ACTIONS, settings), pictures, comparisons)
    qtbot.addWidget(made)
    made.resize(900, 560)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    made.view.show_pair(pairs_of(), 0, "image", "1 of 3")
    made.view.canvas.setFocus()
    qtbot.waitUntil(made.view.canvas.hasFocus)
    return made


@pytest.fixture
def view(desk: Desk) -> PairView:
    return desk.view


def key(key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    focused = QApplication.focusWidget()
    assert focused is not None
    press(focused, key, modifiers)


def color_in_middle(view: PairView) -> str:
    """Return what is seen left of the middle, or in the middle of the left pane, below the handle of a divider."""
    canvas = view.canvas
    left = canvas.width() // 4 if view.mode == "side" else canvas.width() // 2 - 30
    return shown(canvas).pixelColor(QPoint(left, canvas.height() // 2 + 60)).name()


def button(view: PairView, name: str) -> QToolButton:
    return next(each for each in view.findChildren(QToolButton) if each.accessibleName() == name)


# ---- modes ----


@pytest.mark.parametrize(
    ("mode", "name"),
    [("wipe", "Wipe"), ("flicker", "Flicker"), ("difference", "Difference"), ("side", "Side by side")],
)
def test_keys_and_buttons_choose_the_mode(view: PairView, qtbot: QtBot, mode: str, name: str) -> None:
    view.set_mode("wipe" if mode == "side" else "side")
    with qtbot.waitSignal(view.mode_changed) as told:
        key(MODE_KEYS[mode], ALT)
    assert told.args == [mode] == [view.mode]
    assert button(view, name).isChecked()
    view.set_mode("wipe" if mode == "side" else "side")
    assert not button(view, name).isChecked()
    with qtbot.waitSignal(view.mode_changed) as told:
        click(button(view, name))
    assert told.args == [mode] == [view.mode]


def test_a_mode_button_is_pressed_by_space(view: PairView) -> None:
    button(view, "Wipe").setFocus()
    key(Qt.Key.Key_Space)
    assert view.mode == "wipe"


def test_the_divider_goes_by_keys(view: PairView) -> None:
    key(MODE_KEYS["wipe"], ALT)
    before = view.canvas.arrangement.divider_x()
    key(Qt.Key.Key_Right, ALT)
    key(Qt.Key.Key_Right, ALT)
    assert view.canvas.arrangement.divider_x() == pytest.approx(
        before + 0.04 * view.canvas.arrangement.panes()[0].width()
    )
    key(Qt.Key.Key_Left, ALT)
    assert view.canvas.arrangement.divider_x() == pytest.approx(
        before + 0.02 * view.canvas.arrangement.panes()[0].width()
    )
    key(MODE_KEYS["side"], ALT)
    assert not view.move_divider(1)


def test_shift_and_arrows_pan(view: PairView) -> None:
    key(Qt.Key.Key_Plus)
    key(Qt.Key.Key_Plus)
    before = view.canvas.view.scene(view.canvas.arrangement.panes()[0])
    key(Qt.Key.Key_Right, SHIFT)
    key(Qt.Key.Key_Down, SHIFT)
    after = view.canvas.view.scene(view.canvas.arrangement.panes()[0])
    assert after.left() < before.left()
    assert after.top() < before.top()
    key(Qt.Key.Key_Left, SHIFT)
    key(Qt.Key.Key_Up, SHIFT)
    assert view.canvas.view.scene(view.canvas.arrangement.panes()[0]).topLeft() == before.topLeft()


def test_mode_and_zoom_stay_with_the_next_pair(view: PairView) -> None:
    pairs = pairs_of()
    view.show_pair(pairs, 0, "image", "1 of 3")
    key(MODE_KEYS["wipe"], ALT)
    key(Qt.Key.Key_Z)
    key(Qt.Key.Key_Plus)
    key(Qt.Key.Key_Right, SHIFT)
    before = view.canvas.view.scene(view.canvas.arrangement.panes()[0])
    view.show_pair(pairs, 1, "image", "2 of 3")
    assert view.mode == "wipe"
    assert view.canvas.view.scene(view.canvas.arrangement.panes()[0]) == before
    key(Qt.Key.Key_F)
    assert view.head.zoom.text().startswith("fit, ")


# ---- the held key ----


@pytest.mark.parametrize("mode", list(MODE_KEYS))
def test_v_shows_the_other_side_for_as_long_as_it_is_held(view: PairView, mode: str) -> None:
    view.show_facts(ONE_FACE)
    view.canvas.set_shows_faces(False)
    key(MODE_KEYS[mode], ALT)
    before = color_in_middle(view)
    canvas = view.canvas
    QTest.keyPress(canvas, Qt.Key.Key_V)
    assert color_in_middle(view) == BLUE
    for _ in range(3):
        repeat(canvas, Qt.Key.Key_V)
        assert color_in_middle(view) == BLUE
    QTest.keyRelease(canvas, Qt.Key.Key_V)
    assert color_in_middle(view) == before


def test_v_ends_wherever_the_keys_go(view: PairView) -> None:
    wipe = button(view, "Wipe")
    wipe.setFocus()
    QTest.keyPress(wipe, Qt.Key.Key_V)
    assert color_in_middle(view) == BLUE
    QTest.keyRelease(wipe, Qt.Key.Key_V)
    assert color_in_middle(view) == RED


def test_v_ends_when_the_focus_goes(view: PairView) -> None:
    QTest.keyPress(view.canvas, Qt.Key.Key_V)
    assert color_in_middle(view) == BLUE
    button(view, "Wipe").setFocus()
    assert color_in_middle(view) == RED


def test_v_ends_when_the_window_is_left(view: PairView) -> None:
    QTest.keyPress(view.canvas, Qt.Key.Key_V)
    QApplication.sendEvent(view.window(), QEvent(QEvent.Type.WindowDeactivate))
    assert color_in_middle(view) == RED


def test_v_ends_when_the_pair_is_left(view: PairView) -> None:
    QTest.keyPress(view.canvas, Qt.Key.Key_V)
    view.hide()
    view.show()
    assert color_in_middle(view) == RED


def test_v_is_held_on_over_the_next_pair(view: PairView) -> None:
    QTest.keyPress(view.canvas, Qt.Key.Key_V)
    view.show_pair(pairs_of(), 1, "image", "2 of 3")
    assert color_in_middle(view) == BLUE
    QTest.keyRelease(view.canvas, Qt.Key.Key_V)


# ---- faces ----


def test_a_click_on_another_face_chooses_it_for_its_sample(view: PairView, qtbot: QtBot) -> None:
    known = facts(sample(1, POINTS), sample(2, POINTS, moved(40, 30)))
    view.show_facts(known)
    canvas = view.canvas
    to_screen = canvas.contents.to_screen("unlearned", canvas.arrangement.panes()[1])
    assert to_screen is not None
    at = to_screen.map(QPointF(*moved(40, 30)[2])).toPoint()
    with qtbot.waitSignal(view.face_chosen) as told:
        QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, NONE, at)
    assert told.args == [2, faces_of(known.unlearned)[1]]


def test_the_key_goes_through_the_faces_of_the_unlearned_sample_and_round(view: PairView, qtbot: QtBot) -> None:
    three = (POINTS, moved(30, 0), moved(0, 30))
    for chosen in (0, 1, 2):
        known = facts(sample(1, *three), sample(2, *three, chosen=chosen))
        view.show_facts(known)
        with qtbot.waitSignal(view.face_chosen) as told:
            key(Qt.Key.Key_F, ALT)
        assert told.args == [2, faces_of(known.unlearned)[(chosen + 1) % 3]]


def test_the_key_takes_the_original_where_that_alone_has_several(view: PairView, qtbot: QtBot) -> None:
    known = facts(sample(1, POINTS, moved(30, 0)), sample(2, POINTS))
    view.show_facts(known)
    with qtbot.waitSignal(view.face_chosen) as told:
        key(Qt.Key.Key_F, ALT)
    assert told.args == [1, faces_of(known.original)[1]]


def test_with_one_face_a_side_there_is_no_other(view: PairView, qtbot: QtBot) -> None:
    assert not view.other_face()  # nothing is known yet
    view.show_facts(ONE_FACE)
    with qtbot.assertNotEmitted(view.face_chosen):
        assert not view.other_face()


class Menu:
    """Presses keys in a menu while it is open; Qt runs a loop of its own meanwhile."""

    def __init__(self, *keys: Qt.Key) -> None:
        self.texts: list[str] = []
        self.enabled: list[str] = []
        self.checked: list[str] = []
        self._keys = keys
        self._timer = QTimer()
        self._timer.timeout.connect(self._press)
        self._timer.start(5)

    def _press(self) -> None:
        menu = QApplication.activePopupWidget()
        if not isinstance(menu, QMenu):
            return
        self._timer.stop()
        for action in menu.actions():
            self.texts.append(action.text().strip())
            if action.isEnabled():
                self.enabled.append(action.text().strip())
            if action.isChecked():
                self.checked.append(action.text().strip())
        for each in self._keys:
            QTest.keyClick(menu, each)
        if menu.isVisible():
            menu.close()


def test_the_menu_lists_the_faces_of_both_sides_and_is_walked_by_keys(view: PairView, qtbot: QtBot) -> None:
    known = facts(sample(1, POINTS), sample(2, POINTS, moved(40, 30), moved(0, 40), chosen=1))
    view.show_facts(known)
    view.head.face_menu.setFocus()
    menu = Menu(Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return)
    with qtbot.waitSignal(view.face_chosen) as told:
        key(Qt.Key.Key_Space)
    assert menu.texts[0] == "original: 1 face"
    assert menu.texts[2] == "unlearned: 3 faces, number 2 counts"
    assert len(menu.texts) == 6
    assert [text.split()[0] for text in menu.enabled] == ["1", "1", "2", "3"]
    assert [text.endswith("— counts") for text in menu.checked] == [True, True]
    assert told.args == [2, faces_of(known.unlearned)[0]]
    assert "unlearned 3" in view.head.face_menu.toolTip()


def test_the_menu_says_where_no_face_was_found_or_nothing_was_measured(view: PairView) -> None:
    menu = Menu()
    press(view.head.face_menu, Qt.Key.Key_Space)
    assert menu.texts == ["Not measured yet"]
    view.show_facts(facts(sample(1), None))
    menu = Menu()
    press(view.head.face_menu, Qt.Key.Key_Space)
    assert menu.texts == ["original: no face was found", "unlearned: no face was found"]
    assert menu.enabled == []


def test_choosing_the_face_that_counts_changes_nothing(view: PairView, qtbot: QtBot) -> None:
    view.show_facts(ONE_FACE)
    menu = Menu(Qt.Key.Key_Down, Qt.Key.Key_Return)
    with qtbot.assertNotEmitted(view.face_chosen):
        press(view.head.face_menu, Qt.Key.Key_Space)
    assert len(menu.checked) == 2


def test_boxes_come_and_go_by_key_and_button(view: PairView, qtbot: QtBot) -> None:
    view.show_facts(ONE_FACE)
    framed = shown(view.canvas)
    with qtbot.waitSignal(view.faces_toggled) as told:
        key(Qt.Key.Key_B, ALT)
    assert told.args == [False]
    assert shown(view.canvas) != framed
    click(view.faces)
    assert shown(view.canvas) == framed


def test_faces_of_the_pair_before_are_gone_at_once(view: PairView) -> None:
    without = shown(view.canvas)
    view.show_facts(ONE_FACE)
    assert shown(view.canvas) != without
    view.show_pair(pairs_of(), 1, "image", "2 of 3")
    view.show_pair(pairs_of(), 0, "image", "1 of 3")
    assert shown(view.canvas) == without


def test_faces_stay_while_the_same_pair_is_shown_anew(view: PairView) -> None:
    view.show_facts(ONE_FACE)
    framed = shown(view.canvas)
    view.show_pair(pairs_of(), 0, "image", "1 of 3")
    assert shown(view.canvas) == framed


# ---- alignment ----


def is_aligned(view: PairView) -> bool:
    return view.canvas.is_laid_over


def test_faces_are_aligned_by_key_where_one_pane_shows_both(view: PairView) -> None:
    view.show_facts(ONE_FACE)
    align = button(view, "Align faces")
    assert not align.isEnabled()
    assert "wipe, flicker or difference" in align.toolTip()
    assert not view.toggle_align()
    key(MODE_KEYS["wipe"], ALT)
    assert align.isEnabled()
    assert "Alt+A" in align.toolTip()
    key(Qt.Key.Key_A, ALT)
    assert align.isChecked()
    assert is_aligned(view)
    assert view._captions()[1].endswith("· aligned")
    click(align)
    assert not align.isChecked()
    assert not is_aligned(view)


@pytest.mark.parametrize(
    ("known", "words"),
    [
        (facts(sample(1), sample(2, POINTS)), "none was found in the original sample"),
        (facts(sample(1, POINTS), None), "none was found in the unlearned sample"),
        (facts(sample(1), sample(2)), "none was found in the original and the unlearned sample"),
        (facts(sample(1, POINTS), sample(2, POINTS[:3])), "do not fit each other"),
    ],
)
def test_why_faces_cannot_be_aligned_is_told(view: PairView, known: object, words: str) -> None:
    key(MODE_KEYS["flicker"], ALT)
    align = button(view, "Align faces")
    assert "have not been read yet" in align.toolTip()
    view.show_facts(known)  # type: ignore[arg-type]  # of the parameters
    assert words in align.toolTip()
    assert not align.isEnabled()
    key(Qt.Key.Key_A, ALT)
    assert not is_aligned(view)


def test_alignment_goes_on_with_the_next_pair_that_has_faces(view: PairView) -> None:
    pairs = pairs_of()
    view.show_facts(ONE_FACE)
    key(MODE_KEYS["wipe"], ALT)
    key(Qt.Key.Key_A, ALT)
    view.show_pair(pairs, 1, "image", "2 of 3")
    assert not is_aligned(view)
    view.show_facts(facts(sample(3), sample(4)))
    assert not button(view, "Align faces").isChecked()
    view.show_pair(pairs, 2, "image", "3 of 3")
    view.show_facts(facts(sample(5, POINTS), sample(6, moved(3, 3))))
    assert is_aligned(view)
    assert button(view, "Align faces").isChecked()


# ---- differences ----


def difference_of(color: str = GREEN, largest: int = 90, **more: object) -> Difference:
    return replace(Difference(plain(color, 100), largest, aligned=False, resized=False, notes=()), **more)  # type: ignore[arg-type]  # its fields


def test_the_difference_is_asked_for_when_it_is_shown_and_a_heat_map_when_it_is_asked_again(
    view: PairView, comparisons: Comparisons
) -> None:
    view.show_facts(ONE_FACE)
    assert not [each for each in comparisons.asked if isinstance(each, DifferenceKey)]
    assert button(view, "Heat map").isHidden()
    key(MODE_KEYS["difference"], ALT)
    assert DifferenceKey(1, 2, "difference") in comparisons.asked
    comparisons.answer(DifferenceKey(1, 2, "difference"), difference_of())
    assert color_in_middle(view) == GREEN
    key(MODE_KEYS["difference"], ALT)
    assert button(view, "Heat map").isChecked()
    comparisons.answer(DifferenceKey(1, 2, "heat"), difference_of("#a0a020"))
    assert color_in_middle(view) == "#a0a020"
    click(button(view, "Heat map"))
    assert not button(view, "Heat map").isChecked()
    assert color_in_middle(view) == GREEN


def test_an_aligned_difference_is_asked_for_by_the_points_of_both_faces(
    view: PairView, comparisons: Comparisons
) -> None:
    view.show_facts(ONE_FACE)
    key(MODE_KEYS["difference"], ALT)
    key(Qt.Key.Key_A, ALT)
    wanted = DifferenceKey(1, 2, "difference", (POINTS, moved(10, 5)))
    assert comparisons.asked[-1] == wanted
    comparisons.answer(wanted, difference_of(aligned=True, notes=("it was turned",)))
    layer = view._differences.difference()
    assert layer.caption.endswith("aligned")
    assert layer.hint == "it was turned"


def test_who_runs_through_pairs_compares_none_of_them(view: PairView, comparisons: Comparisons) -> None:
    key(MODE_KEYS["difference"], ALT)
    for row in (1, 2, 0):
        view.show_pair(pairs_of(), row, "image", "")
    assert comparisons.asked == []


def test_a_pair_of_one_sample_has_no_difference(view: PairView, comparisons: Comparisons) -> None:
    view.show_pair(pairs_of(lonely=True), 0, "image", "1 of 3")
    key(MODE_KEYS["difference"], ALT)
    view.show_facts(facts(sample(1, POINTS), None))
    assert comparisons.asked == []
    assert isinstance(view._differences.difference().seen, Unshown)
    assert view.head.likeness.text() == ""


def test_how_alike_the_pictures_are_is_told_when_it_is_known(
    view: PairView, comparisons: Comparisons, qtbot: QtBot
) -> None:
    view.show_facts(ONE_FACE)
    assert comparisons.asked == [SimilarityKey(1, 2)]
    with qtbot.waitSignal(view.measured) as told:
        comparisons.answer(SimilarityKey(1, 2), PairSimilarity(-0.1234, 17.06, identical=False))
    assert told.args == [(("SSIM", "−0.123"), ("PSNR", "17.1 dB"))]
    assert view.head.likeness.text() == "SSIM −0.123 · PSNR 17.1 dB"
    with qtbot.waitSignal(view.measured) as told:
        view.show_pair(pairs_of(), 1, "image", "2 of 3")
    assert told.args == [()]
    assert view.head.likeness.text() == ""


@pytest.mark.parametrize(
    ("found", "line", "rows"),
    [
        (
            PairSimilarity(1.0, None, identical=True),
            "identical pictures",
            (("pictures", "identical, pixel by pixel"), ("SSIM", "1.000"), ("PSNR", "∞ dB")),
        ),
        (
            PairSimilarity(None, None, identical=False, reason="the sizes differ"),
            "",
            (("SSIM", "–"), ("PSNR", "–"), ("pictures", "the sizes differ")),
        ),
        (
            PairSimilarity(None, 30.0, identical=False, reason="SSIM needs 11 pixels a side"),
            "PSNR 30.0 dB",
            (("SSIM", "–"), ("PSNR", "30.0 dB"), ("pictures", "SSIM needs 11 pixels a side")),
        ),
    ],
)
def test_identical_pictures_and_missing_numbers_are_told(
    view: PairView, comparisons: Comparisons, found: PairSimilarity, line: str, rows: object
) -> None:
    told: list[object] = []
    view.measured.connect(told.append)
    view.show_facts(ONE_FACE)
    comparisons.answer(SimilarityKey(1, 2), found)
    assert told == [rows]
    assert view.head.likeness.text() == line


# ---- the line above, memory, the rest ----


def test_the_line_above_says_which_pair_it_is_and_what_became_of_it(view: PairView) -> None:
    said = " ".join(each.text() for each in view.head.findChildren(QWidget) if hasattr(each, "text"))
    for words in ("1 of 3", "2 retain · studio · seed 0", "lost"):
        assert words in said
    assert view.canvas.accessibleName() == "Pictures of 2 retain · studio · seed 0, lost"


@pytest.mark.parametrize("mode", list(MODE_KEYS))
def test_at_the_smallest_window_nothing_of_the_line_is_cut(desk: Desk, mode: str, comparisons: Comparisons) -> None:
    view = desk.view
    view.set_mode(mode)
    view.show_facts(ONE_FACE)
    comparisons.answer(SimilarityKey(1, 2), PairSimilarity(-0.1234, 17.06, identical=False))
    assert view.minimumSizeHint().width() <= 640  # what is left of 1100 beside rail and inspector
    desk.resize(660, 560)
    QApplication.sendPostedEvents()
    tools = [each for each in view.head.findChildren(QToolButton) if each.isVisible()]
    assert len(tools) >= 12
    for tool in tools:
        inside = tool.mapTo(view, QPoint(0, 0))
        assert inside.x() >= 0, tool.text()
        assert inside.x() + tool.width() <= view.width(), tool.text()
        assert tool.width() >= tool.sizeHint().width(), tool.text()
    desk.resize(1600, 560)
    QApplication.sendPostedEvents()
    assert len({tool.mapTo(view, tool.rect().center()).y() for tool in tools}) == 1  # all in one line


def test_every_control_has_a_name_and_a_tooltip(view: PairView) -> None:
    key(MODE_KEYS["difference"], ALT)
    for control in view.findChildren(QToolButton):
        assert control.accessibleName(), control.text()
        assert control.toolTip(), control.text()


def test_the_tooltip_follows_a_key_that_a_person_gave(view: PairView, settings: Settings) -> None:
    settings.set_keys("mode_wipe", ("Ctrl+W",))
    assert "Ctrl+W" in button(view, "Wipe").toolTip()
    settings.set_keys("toggle_align", ("Ctrl+L",))
    key(MODE_KEYS["wipe"], ALT)
    view.set_mode("wipe")
    view.show_facts(ONE_FACE)
    assert "Ctrl+L" in button(view, "Align faces").toolTip()


def test_it_remembers_how_it_was_laid_out(view: PairView) -> None:
    view.show_facts(ONE_FACE)
    view.set_mode("difference")
    view.set_mode("difference")
    view.toggle_align()
    view.toggle_faces()
    state = view.state()
    sounds = view.desk.state()
    drawn = {"mode": "difference", "heat": True, "align": True, "faces": False, "references": True}
    player = view.listening.state()
    assert state == {**drawn, "sounds": sounds, "player": player}
    view.restore({"mode": "side", "heat": False, "align": False, "faces": True, "references": False})
    at_first = {"mode": "side", "heat": False, "align": False, "faces": True, "references": False}
    assert view.state() == {**at_first, "sounds": sounds, "player": player}
    view.restore(state)
    assert view.state() == state
    view.restore({"mode": "sideways", "heat": 3, "align": None, "faces": "yes", "references": []})
    assert view.state() == state


def test_what_is_shown_can_be_taken_as_a_picture(view: PairView) -> None:
    image = view.grab_picture()
    ratio = view.devicePixelRatioF()
    assert image.size() == QSize(round(view.canvas.width() * ratio), round(view.canvas.height() * ratio))
    assert image.pixelColor(image.width() // 4, image.height() // 2 + 60).name() == RED


def test_pictures_are_asked_for_this_pair_last(view: PairView, pictures: Pictures) -> None:
    pictures.asked.clear()
    view.look_ahead(1)
    assert pictures.asked == [3, 4, 1, 2]  # the newest wish is served first


def shows_sounds(view: PairView) -> bool:
    return view.target is view.desk


def test_a_sound_has_a_desk_and_none_of_the_tools_for_pictures(view: PairView) -> None:
    view.show_pair(pairs_of(), 0, "audio", "1 of 3")
    assert shows_sounds(view)
    for name in ("Wipe", "Align faces", "Faces", "Heat map"):
        assert not button(view, name).isVisible(), name
    assert not view.set_mode("wipe")
    assert not view.flicker(True)
    assert not view.pan(1, 0)
    assert not view.references.isVisible()
    view.show_pair(pairs_of(), 1, "image", "2 of 3")
    assert button(view, "Wipe").isVisible()
    assert not shows_sounds(view)


def test_while_text_is_typed_v_is_a_letter(desk: Desk) -> None:
    field = QLineEdit(desk)
    field.show()
    field.setFocus()
    QTest.keyClicks(field, "v")
    assert field.text() == "v"
    assert "flicker" not in desk.done
