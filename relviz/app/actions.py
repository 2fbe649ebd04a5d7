"""Every command of the window, in one table: menus, shortcuts and tips are made from it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QKeySequence

Key = QKeySequence.StandardKey


@dataclass(frozen=True)
class ActionSpec:
    """One command.

    Attributes:
        name: the method ``on_<name>`` of ``ui.commands.Commands`` carries it out.
        menu: menu it is found in.
        text: what the menu says, ``&`` before its mnemonic.
        shortcut: a standard key or a key sequence; empty for none.
        tip: one sentence for the tool tip.
        checkable: whether it is a switch; the method then gets the new state.
        group: name of a group of which one is on at a time; empty for none.
        separated: whether a line comes before it in the menu.
    """

    name: str
    menu: str
    text: str
    shortcut: QKeySequence.StandardKey | str = ""
    tip: str = ""
    checkable: bool = False
    group: str = ""
    separated: bool = False


FILE, VIEW, READING, HELP = MENUS = ("&File", "&View", "&Reading", "&Help")

COMPARE = "Colour all four terms on one scale, so that their sizes can be compared."
ZEROS = "As Hugging Face's models do; otherwise the memory starts empty."

SINCE_SEGMENT = "Compute this segment alone anew, over the memory it has."
SINCE_START = "Read the text anew from its start with the gains, so that they change the memory, too."

ACTIONS = (
    ActionSpec("open_text", FILE, "&Open text…", Key.Open),
    ActionSpec("paste_text", FILE, "Read the &clipboard", "Ctrl+Shift+V"),
    ActionSpec("open_model", FILE, "Open &model folder…", "Ctrl+M", separated=True),
    ActionSpec("open_model_file", FILE, "Open model &file…", "Ctrl+Shift+M"),
    ActionSpec("get_model", FILE, "&Get model from the hub…"),
    ActionSpec(
        "export_figure", FILE, "&Export figure…", "Ctrl+E", "Save this page as PNG, SVG or PDF.", separated=True
    ),
    ActionSpec("export_data", FILE, "Export &data…", "Ctrl+Shift+E", "Save the numbers shown as NPZ, CSV or JSON."),
    ActionSpec("copy_figure", FILE, "Cop&y figure", "Ctrl+Shift+C"),
    ActionSpec("quit", FILE, "&Quit", Key.Quit, separated=True),
    ActionSpec("page_terms", VIEW, "&Terms", "Ctrl+1"),
    ActionSpec("page_memory", VIEW, "&Memory", "Ctrl+2"),
    ActionSpec("page_encoding", VIEW, "&Encoding", "Ctrl+3"),
    ActionSpec("page_schemes", VIEW, "S&chemes", "Ctrl+4"),
    ActionSpec(
        "shared_scale", VIEW, "One &scale for the four terms", "Ctrl+K", COMPARE, checkable=True, separated=True
    ),
    ActionSpec("interleaved", VIEW, "&Interleave sine and cosine", "Ctrl+I", checkable=True),
    ActionSpec("reset_zoom", VIEW, "Reset &zoom", "Ctrl+0"),
    ActionSpec("theme_system", VIEW, "Theme of the s&ystem", checkable=True, group="theme", separated=True),
    ActionSpec("theme_light", VIEW, "&Light theme", checkable=True, group="theme"),
    ActionSpec("theme_dark", VIEW, "&Dark theme", checkable=True, group="theme"),
    ActionSpec("first", READING, "&First segment", "Alt+Home", "Go to the first segment."),
    ActionSpec("back", READING, "Step &back", "Alt+Left", "Go back one segment."),
    ActionSpec("step", READING, "&Step", "Alt+Right", "Go on to the next segment."),
    ActionSpec("last", READING, "&Last segment", "Alt+End", "Go to the last segment."),
    # not Ctrl+Space: it turns Chinese input on and off
    ActionSpec("play", READING, "&Play", "F5", "Go on by itself, segment after segment.", checkable=True),
    ActionSpec("zero_memory", READING, "Start with &zero vectors in memory", "", ZEROS, checkable=True, separated=True),
    ActionSpec(
        "since_segment",
        READING,
        "&Gains act on this segment",
        "",
        SINCE_SEGMENT,
        checkable=True,
        group="since",
        separated=True,
    ),
    ActionSpec("since_start", READING, "Gains act from th&e start", "", SINCE_START, checkable=True, group="since"),
    ActionSpec("restore_parts", READING, "Restore &all terms", "Ctrl+R", "Give every term of the score a gain of 1."),
    ActionSpec("release", READING, "&Release the pinned cell", "Escape"),
    ActionSpec("about", HELP, "&About relviz"),
)
