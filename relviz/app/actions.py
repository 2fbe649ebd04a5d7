"""Every command of the window, in one table: menus, shortcuts and tips are made from it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP
from PySide6.QtGui import QKeySequence

Key = QKeySequence.StandardKey


@dataclass(frozen=True)
class ActionSpec:
    """One command.

    Attributes:
        name: the window's method ``on_<name>`` carries it out.
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


FILE = QT_TRANSLATE_NOOP("Actions", "&File")
VIEW = QT_TRANSLATE_NOOP("Actions", "&View")
READING = QT_TRANSLATE_NOOP("Actions", "&Reading")
MODEL = QT_TRANSLATE_NOOP("Actions", "&Model")
HELP = QT_TRANSLATE_NOOP("Actions", "&Help")

MENUS = (FILE, VIEW, READING, MODEL, HELP)

ACTIONS = (
    ActionSpec("open_text", FILE, QT_TRANSLATE_NOOP("Actions", "&Open text…"), Key.Open),
    ActionSpec("paste_text", FILE, QT_TRANSLATE_NOOP("Actions", "Read the &clipboard"), "Ctrl+Shift+V"),
    ActionSpec(
        "export_figure", FILE, QT_TRANSLATE_NOOP("Actions", "&Export figure…"), "Ctrl+E", separated=True,
        tip=QT_TRANSLATE_NOOP("Actions", "Save this page as PNG, SVG or PDF."),
    ),
    ActionSpec(
        "export_data", FILE, QT_TRANSLATE_NOOP("Actions", "Export &data…"), "Ctrl+Shift+E",
        tip=QT_TRANSLATE_NOOP("Actions", "Save the numbers of this segment, layer and head as NPZ or CSV."),
    ),
    ActionSpec("copy_figure", FILE, QT_TRANSLATE_NOOP("Actions", "Cop&y figure"), "Ctrl+Shift+C"),
    ActionSpec("quit", FILE, QT_TRANSLATE_NOOP("Actions", "&Quit"), Key.Quit, separated=True),
    ActionSpec("page_terms", VIEW, QT_TRANSLATE_NOOP("Actions", "&Terms"), "Ctrl+1"),
    ActionSpec("page_memory", VIEW, QT_TRANSLATE_NOOP("Actions", "&Memory"), "Ctrl+2"),
    ActionSpec("page_encoding", VIEW, QT_TRANSLATE_NOOP("Actions", "&Encoding"), "Ctrl+3"),
    ActionSpec(
        "shared_scale", VIEW, QT_TRANSLATE_NOOP("Actions", "One &scale for the four terms"), "Ctrl+K",
        checkable=True, separated=True,
        tip=QT_TRANSLATE_NOOP("Actions", "Colour all four terms on one scale, so that their sizes can be compared."),
    ),
    ActionSpec(
        "interleaved", VIEW, QT_TRANSLATE_NOOP("Actions", "&Interleave sine and cosine"), "Ctrl+I", checkable=True,
        tip=QT_TRANSLATE_NOOP("Actions", "Lay R out as the original Transformer does."),
    ),
    ActionSpec("reset_zoom", VIEW, QT_TRANSLATE_NOOP("Actions", "Reset &zoom"), "Ctrl+0"),
    ActionSpec(
        "theme_system", VIEW, QT_TRANSLATE_NOOP("Actions", "Theme of the s&ystem"),
        checkable=True, group="theme", separated=True,
    ),
    ActionSpec("theme_light", VIEW, QT_TRANSLATE_NOOP("Actions", "&Light theme"), checkable=True, group="theme"),
    ActionSpec("theme_dark", VIEW, QT_TRANSLATE_NOOP("Actions", "&Dark theme"), checkable=True, group="theme"),
    ActionSpec("first", READING, QT_TRANSLATE_NOOP("Actions", "&First segment"), "Alt+Home"),
    ActionSpec("back", READING, QT_TRANSLATE_NOOP("Actions", "Step &back"), "Alt+Left"),
    ActionSpec("step", READING, QT_TRANSLATE_NOOP("Actions", "&Step"), "Alt+Right"),
    ActionSpec("last", READING, QT_TRANSLATE_NOOP("Actions", "&Last segment"), "Alt+End"),
    ActionSpec("play", READING, QT_TRANSLATE_NOOP("Actions", "&Play"), "Ctrl+Space", checkable=True),
    ActionSpec(
        "zero_memory", READING, QT_TRANSLATE_NOOP("Actions", "Start with &zero vectors in memory"),
        checkable=True, separated=True,
        tip=QT_TRANSLATE_NOOP("Actions", "As Hugging Face's models do; otherwise the memory starts empty."),
    ),
    ActionSpec("release", READING, QT_TRANSLATE_NOOP("Actions", "&Release the pinned cell"), "Escape"),
    ActionSpec("open_model", MODEL, QT_TRANSLATE_NOOP("Actions", "&Open model folder…"), "Ctrl+M"),
    ActionSpec("about", HELP, QT_TRANSLATE_NOOP("Actions", "&About relviz")),
)
