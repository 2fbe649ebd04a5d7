"""Every command of the window, in one table: menus, shortcuts and tips are made from it."""

from __future__ import annotations

import re
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


FILE, EDIT, VIEW, READING, COMPARISON, WINDOW, HELP = MENUS = (
    "&File",
    "&Edit",
    "&View",
    "&Reading",
    "&Compare",
    "&Window",
    "&Help",
)
LANGUAGE = "Lan&guage"
HEADS = "Heads &view"
SUBMENUS = {HEADS: VIEW, LANGUAGE: VIEW}
"""Menus in another menu, in the place of their first entry."""

EXPORT = "Save this page, the terms or all heads of the layer, for one segment or all of them."
COMPARE = "Colour all four terms on one scale, so that their sizes can be compared."
ZEROS = "As Hugging Face's models do; otherwise the memory starts empty."

SHADE_ATTENTION = "Shade each token by the selected query's attention on it."
SHADE_ATTENDED = "Mark the fifth of the memory tokens that get the most attention."
SHADE_LOSS = "Shade each token of the segment by what predicting it cost."
SHADE_GAIN = "Shade each token by its loss without memory minus its loss with it."
BOUNDARIES = "Mark where each token of the text begins."

KEEP = "Each map keeps its scale from segment to segment, and only ever widens it."
BY_NUMBER = "Show the heads of the map in the order of their numbers."
IN_LAYERS = "Show the heads of each layer from the largest number down."
ALL_HEADS = "Show all heads from the largest number down, row after row."
MEANS = "Show the mean over heads beside each layer, and that over layers below."
NEXT_MEASURE = "Colour the heads map by the next measure, such as lift, distance or entropy."
PREVIOUS_MEASURE = "Colour the heads map by the measure before."
NATS = "Tell every loss in nats, as −ln p."
BITS = "Tell every loss in bits, as −log2 p: one for a fair coin."
HIDE = "Take the selected keys away and renormalise the attention on the others; again to bring them back."

PIN_A = "Keep what is shown as A, to compare what is shown later, B, with it."
BESIDE = "Show one map of A and of B side by side, on one scale; again to show B alone."
DIFFERENCE = "Show how much more B has than A, cell by cell; again to show B alone."
SWAP = "Show what is A, and keep as A what was shown."
GO_TO_A = "Show again what is A: its text, model, segment, head and gains."

START_HERE = "Read from the selected query on, with an empty memory, as if nothing stood before it."
FROM_BEGINNING = "Read the whole text again."

OPEN_PROJECT = "Go on where a project was saved: text, model, segment, view and selection."
SAVE_PROJECT = "Save text, model, segment, view and selection, to go on from there another time."
RESET_LAYOUT = "Put docks, toolbars and the size of the window back as they were at first."
NEW_WINDOW = "Open another window on the same text, model and view."
REOPEN = "Open again what the window closed last was showing, also after a restart."

PALETTE = "Find any command by a part of its name, or go to a place such as segment 12, L3 H2 or token 400."
SHEET = "Show all shortcuts, and what mouse and keys do on each part of the window."
HELP_HERE = "Explain the part of the window under the pointer, or the one with the focus."
HELP_CLICK = "Explain the part of the window that is clicked next."
NAMES = "Explain the names of papers and of other programs: u, v, AC and BD, mems, mem_len, same_length."

SINCE_SEGMENT = "Compute this segment alone anew, over the memory it has."
SINCE_START = "Read the text anew from its start with the gains, so that they change the memory, too."


def without_mnemonic(text: str) -> str:
    """Return what a menu says, without the letter that chooses it: in Chinese that stands behind it, as ``(&F)``."""
    return re.sub(r"\s?\(&\w\)", "", text.replace("&&", "\0")).replace("&", "").replace("\0", "&")


ACTIONS = (
    ActionSpec("open_text", FILE, "&Open text…", Key.Open),
    ActionSpec("open_project", FILE, "Open pro&ject…", "Ctrl+Shift+O", OPEN_PROJECT),
    ActionSpec("paste_text", FILE, "Read the &clipboard", "Ctrl+Shift+V"),
    ActionSpec("save_project", FILE, "&Save project", Key.Save, SAVE_PROJECT, separated=True),
    ActionSpec("save_project_as", FILE, "Save project &as…", "Ctrl+Shift+S"),
    ActionSpec("open_model", FILE, "Open &model folder…", "Ctrl+M", separated=True),
    ActionSpec("open_model_file", FILE, "Open model &file…", "Ctrl+Shift+M"),
    ActionSpec("get_model", FILE, "&Get model from the hub…"),
    ActionSpec("export_figure", FILE, "&Export figure…", "Ctrl+E", EXPORT, separated=True),
    ActionSpec("export_data", FILE, "Export &data…", "Ctrl+Shift+E", "Save the numbers shown as NPZ, CSV or JSON."),
    ActionSpec("copy_figure", FILE, "Cop&y figure", "Ctrl+Shift+C"),
    ActionSpec("print", FILE, "&Print…", Key.Print, "Print this page, laid out anew for the paper."),
    ActionSpec("quit", FILE, "&Quit", "Ctrl+Q", "Close all windows.", separated=True),
    ActionSpec("find", EDIT, "&Find…", Key.Find, "Find words in the text."),
    ActionSpec("find_next", EDIT, "Find &next", "F3", "Go to the next place; after the last comes the first."),
    ActionSpec("find_previous", EDIT, "Find &previous", "Shift+F3", "Go to the place before."),
    ActionSpec("shade_none", EDIT, "No &shading of the text", "", checkable=True, group="shading", separated=True),
    ActionSpec("shade_attention", EDIT, "Shade by &attention", "", SHADE_ATTENTION, checkable=True, group="shading"),
    ActionSpec(
        "shade_attended", EDIT, "Mark &most attended memory", "", SHADE_ATTENDED, checkable=True, group="shading"
    ),
    ActionSpec("shade_loss", EDIT, "Shade by &loss", "", SHADE_LOSS, checkable=True, group="shading"),
    ActionSpec("shade_gain", EDIT, "Shade by what memory &gained", "", SHADE_GAIN, checkable=True, group="shading"),
    ActionSpec("token_boundaries", EDIT, "Token &boundaries", "Ctrl+B", BOUNDARIES, checkable=True),
    ActionSpec("page_terms", VIEW, "&Terms", "Ctrl+1"),
    ActionSpec("page_memory", VIEW, "&Memory", "Ctrl+2"),
    ActionSpec("page_encoding", VIEW, "&Encoding", "Ctrl+3"),
    ActionSpec("page_profiles", VIEW, "&Profiles", "Ctrl+4"),
    ActionSpec("page_predictions", VIEW, "P&redictions", "Ctrl+5"),
    ActionSpec("page_schemes", VIEW, "S&chemes", "Ctrl+6"),
    ActionSpec(
        "shared_scale", VIEW, "One &scale for the four terms", "Ctrl+K", COMPARE, checkable=True, separated=True
    ),
    ActionSpec("kept_scales", VIEW, "Keep sc&ales across segments", "Ctrl+Shift+K", KEEP, checkable=True),
    ActionSpec("interleaved", VIEW, "&Interleave sine and cosine", "Ctrl+I", checkable=True),
    ActionSpec("reset_zoom", VIEW, "Reset &zoom", "Ctrl+0"),
    ActionSpec("hide_keys", VIEW, "&Hide selected keys", "H", HIDE, separated=True),
    ActionSpec("show_keys", VIEW, "Show hidden &keys", "Shift+H"),
    ActionSpec("next_measure", HEADS, "Ne&xt measure", "M", NEXT_MEASURE),
    ActionSpec("previous_measure", HEADS, "&Previous measure", "Shift+M", PREVIOUS_MEASURE),
    ActionSpec("heads_number", HEADS, "By &number", "", BY_NUMBER, checkable=True, group="heads", separated=True),
    ActionSpec("heads_layer", HEADS, "Sort heads in &layers", "", IN_LAYERS, checkable=True, group="heads"),
    ActionSpec("heads_all", HEADS, "Sort &all heads", "", ALL_HEADS, checkable=True, group="heads"),
    ActionSpec("heads_means", HEADS, "&Means over heads and layers", "", MEANS, checkable=True, separated=True),
    ActionSpec("unit_nats", VIEW, "Losses in &nats", "", NATS, checkable=True, group="unit", separated=True),
    ActionSpec("unit_bits", VIEW, "Losses in &bits", "", BITS, checkable=True, group="unit"),
    ActionSpec("reset_layout", VIEW, "Reset lay&out", "", RESET_LAYOUT, separated=True),
    ActionSpec("theme_system", VIEW, "Theme of the s&ystem", checkable=True, group="theme", separated=True),
    ActionSpec("theme_light", VIEW, "&Light theme", checkable=True, group="theme"),
    ActionSpec("theme_dark", VIEW, "&Dark theme", checkable=True, group="theme"),
    ActionSpec("language_system", LANGUAGE, "Language of the s&ystem", checkable=True, group="language"),
    ActionSpec("language_en", LANGUAGE, "&English", checkable=True, group="language"),
    ActionSpec("language_zh", LANGUAGE, "简体中文 (&Z)", checkable=True, group="language"),
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
    ActionSpec("pin_a", COMPARISON, "&Pin as A", "F7", PIN_A),
    ActionSpec(
        "compare_off",
        COMPARISON,
        "B &alone",
        "",
        "Show B without A.",
        checkable=True,
        group="comparison",
        separated=True,
    ),
    ActionSpec("compare_beside", COMPARISON, "A &beside B", "F8", BESIDE, checkable=True, group="comparison"),
    ActionSpec("compare_difference", COMPARISON, "B &minus A", "F9", DIFFERENCE, checkable=True, group="comparison"),
    ActionSpec("swap_compared", COMPARISON, "&Swap A and B", "Shift+F8", SWAP, separated=True),
    ActionSpec("go_to_a", COMPARISON, "&Go to A", "Shift+F7", GO_TO_A),
    ActionSpec("release_a", COMPARISON, "&Release A", "Shift+F9", "Forget A, and show B alone."),
    ActionSpec("new_window", WINDOW, "&New window", Key.New, NEW_WINDOW),
    ActionSpec("close_window", WINDOW, "&Close window", "Ctrl+W"),
    ActionSpec("reopen_window", WINDOW, "&Reopen closed window", "Ctrl+Shift+T", REOPEN),
    ActionSpec("command_palette", HELP, "&Find a command…", "Ctrl+Shift+P", PALETTE),
    ActionSpec("shortcut_sheet", HELP, "&Keyboard and mouse", "Ctrl+?", SHEET),
    ActionSpec("help_here", HELP, "&Help on what is pointed at", "F1", HELP_HERE, separated=True),
    ActionSpec("help_click", HELP, "&What is this?", "Shift+F1", HELP_CLICK),
    ActionSpec("help_names", HELP, "&Terms and names", "", NAMES),
    ActionSpec("about", HELP, "&About relviz", separated=True),
)
