"""What can be done while labelling, blind: nothing here names a side."""

from ui.action_rows.row import ActionRow

_ANSWERS = tuple(
    ActionRow(f"answer_{digit}", f"Answer {digit}", f"Give the answer with the key {digit}", (digit,), "label")
    for digit in "1234567890"
)

LABEL: tuple[ActionRow, ...] = (
    *_ANSWERS,
    ActionRow("label_confirm", "Confirm", "Keep what is written, or go on", ("Return",), "label", "Label", "check"),
    ActionRow("label_next", "Next item", "Show the next item", ("D", "Right"), "label", "Label", "next"),
    ActionRow("label_previous", "Previous item", "Show the item before", ("A", "Left"), "label", "Label", "previous"),
    ActionRow(
        "label_next_open", "Next unlabelled", "Next item that is not labelled", ("Shift+D", "Shift+Right"), "label"
    ),
    ActionRow(
        "label_previous_open", "Previous unlabelled", "Item before that is not labelled", ("Shift+A", "Shift+Left"),
        "label",
    ),
    ActionRow("label_first", "First item", "Show the first item", ("Home",), "label"),
    ActionRow("label_last", "Last item", "Show the last item", ("End",), "label"),
    ActionRow("label_question_down", "Next question", "Go to the next question of the item", ("Down",), "label"),
    ActionRow("label_question_up", "Previous question", "Go to the question before", ("Up",), "label"),
    ActionRow("label_skip", "Skip…", "Leave the question unanswered, for a reason", ("Ctrl+Space",), "label", "Label"),
    ActionRow("label_note", "Note on item", "Write a note on the item", ("T",), "label", "Label", "note"),
    ActionRow("label_break", "Break", "Rest; the item is hidden and no time passes", ("P",), "label", "Label"),
    ActionRow("label_instructions", "Instructions", "Read what the organizer asks for", ("I",), "label", "Label"),
    ActionRow("label_play", "Play item", "Play or pause", ("Space",), "label", "Label", "play"),
    ActionRow("label_hear_a", "Show or hear A", "The first of two", ("Q",), "label", "Label"),
    ActionRow("label_hear_b", "Show or hear B", "The second of two", ("W",), "label", "Label"),
    ActionRow("label_hear_x", "Show or hear X", "The one that is A or B", ("E",), "label", "Label"),
    ActionRow("label_loop", "Loop item", "Play it again and again", ("L",), "label", "Label", "loop"),
    ActionRow("label_back", "Back 1 s in item", "Go back by a second", ("J",), "label", "", "skip_back"),
    ActionRow("label_forward", "Forward 1 s in item", "Go forward by a second", ("K",), "label", "", "skip_forward"),
    ActionRow("label_fit", "Fit item", "Show the whole picture", ("F",), "label", "Label", "zoom_fit"),
    ActionRow("label_actual", "Item at 100 %", "One pixel on one of the screen", ("Z",), "label", "Label"),
    ActionRow("label_zoom_in", "Item larger", "Zoom in", ("+",), "label", "Label", "zoom_in"),
    ActionRow("label_zoom_out", "Item smaller", "Zoom out", ("-",), "label", "Label", "zoom_out"),
    ActionRow("label_pan_left", "Pan item left", "Pan left", ("Ctrl+Left",), "label"),
    ActionRow("label_pan_right", "Pan item right", "Pan right", ("Ctrl+Right",), "label"),
    ActionRow("label_pan_up", "Pan item up", "Pan up", ("Ctrl+Up",), "label"),
    ActionRow("label_pan_down", "Pan item down", "Pan down", ("Ctrl+Down",), "label"),
    ActionRow("label_flicker", "Other item", "Show the other of two while it is held", ("V",), "label"),
    ActionRow("label_leave", "Leave", "Stop what plays, else leave the desk", ("Esc",), "label", "Label"),
)  # fmt: skip
