"""Every command of the window, in one table: menus, shortcuts and tips are made from it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QKeySequence

Key = QKeySequence.StandardKey


@dataclass(frozen=True)
class ActionSpec:
    """One command.

    Attributes:
        name: the method ``on_<name>`` of ``ui.commands.HANDLERS`` carries it out.
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


FILE, EDIT, VIEW, READING, HELP = MENUS = ("&File", "&Edit", "&View", "&Reading", "&Help")

COMPARE = "Colour all four terms on one scale, so that their sizes can be compared."
ZEROS = "As Hugging Face's models do; otherwise the memory starts empty."

SHADE_ATTENTION = "Shade each token by the selected query's attention on it."
SHADE_LOSS = "Shade each token of the segment by what predicting it cost, in nats."
SHADE_GAIN = "Shade each token by its loss without memory minus its loss with it, in nats."
BOUNDARIES = "Mark where each token of the text begins."

KEEP = "Each map keeps its scale from segment to segment, and only ever widens it."
HIDE = "Take the selected keys away and renormalise the attention on the others; again to bring them back."

START_HERE = "Read from the selected query on, with an empty memory, as if nothing stood before it."
FROM_BEGINNING = "Read the whole text again."

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
    ActionSpec("find", EDIT, "&Find…", Key.Find, "Find words in the text."),
    ActionSpec("find_next", EDIT, "Find &next", "F3", "Go to the next place; after the last comes the first."),
    ActionSpec("find_previous", EDIT, "Find &previous", "Shift+F3", "Go to the place before."),
    ActionSpec("shade_none", EDIT, "No &shading of the text", "", checkable=True, group="shading", separated=True),
    ActionSpec("shade_attention", EDIT, "Shade by &attention", "", SHADE_ATTENTION, checkable=True, group="shading"),
    ActionSpec("shade_loss", EDIT, "Shade by &loss", "", SHADE_LOSS, checkable=True, group="shading"),
    ActionSpec("shade_gain", EDIT, "Shade by what memory &gained", "", SHADE_GAIN, checkable=True, group="shading"),
    ActionSpec("token_boundaries", EDIT, "Token &boundaries", "Ctrl+B", BOUNDARIES, checkable=True),
    ActionSpec("page_terms", VIEW, "&Terms", "Ctrl+1"),
    ActionSpec("page_memory", VIEW, "&Memory", "Ctrl+2"),
    ActionSpec("page_encoding", VIEW, "&Encoding", "Ctrl+3"),
    ActionSpec("page_schemes", VIEW, "S&chemes", "Ctrl+4"),
    ActionSpec(
        "shared_scale", VIEW, "One &scale for the four terms", "Ctrl+K", COMPARE, checkable=True, separated=True
    ),
    ActionSpec("kept_scales", VIEW, "Keep sc&ales across segments", "Ctrl+Shift+K", KEEP, checkable=True),
    ActionSpec("interleaved", VIEW, "&Interleave sine and cosine", "Ctrl+I", checkable=True),
    ActionSpec("reset_zoom", VIEW, "Reset &zoom", "Ctrl+0"),
    ActionSpec("hide_keys", VIEW, "&Hide selected keys", "H", HIDE, separated=True),
    ActionSpec("show_keys", VIEW, "Show hidden &keys", "Shift+H"),
    ActionSpec("theme_system", VIEW, "Theme of the s&ystem", checkable=True, group="theme", separated=True),
    ActionSpec("theme_light", VIEW, "&Light theme", checkable=True, group="theme"),
    ActionSpec("theme_dark", VIEW, "&Dark theme", checkable=True, group="theme"),
    ActionSpec("first", READING, "&First segment", "Alt+Home", "Go to the first segment."),
    ActionSpec("back", READING, "Step &back", "Alt+Left", "Go back one segment."),
    ActionSpec("step", READING, "&Step", "Alt+Right", "Go on to the next segment."),
    ActionSpec("last", READING, "&Last segment", "Alt+End", "Go to the last segment."),
    # not Ctrl+Space: it turns Chinese input on and off
    ActionSpec("play", READING, "&Play", "F5", "Go on by itself, segment after segment.", checkable=True),
    ActionSpec("faster", READING, "Play fas&ter", "Ctrl+]", "Let each segment stay for a shorter time."),
    ActionSpec("slower", READING, "Play slo&wer", "Ctrl+[", "Let each segment stay for a longer time."),
    ActionSpec("start_here", READING, "Start reading &here", "Ctrl+H", START_HERE, separated=True),
    ActionSpec("from_beginning", READING, "Read from the begi&nning", "Ctrl+Shift+H", FROM_BEGINNING),
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
