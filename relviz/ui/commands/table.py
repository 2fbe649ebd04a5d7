"""Every command of the window in one table: what the menu says, its keys, what it does, and when it can be had.

Menus, shortcuts, tips, the palette and the sheet of shortcuts are made from it; to add a command is to add its entry.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QApplication

from relviz.app.words.translation import language, language_of
from relviz.resources import LANGUAGES
from relviz.ui.pages import PAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from relviz.app.compare.comparison import Mode
    from relviz.app.session.session import Session
    from relviz.app.settings import Settings, ThemeChoice
    from relviz.app.work.work import Work
    from relviz.ui.bars.message_bar import MessageBar
    from relviz.ui.commands.guide import Guide
    from relviz.ui.export.exports import Exports
    from relviz.ui.files.files import Files
    from relviz.ui.files.projects import Projects
    from relviz.ui.heads.panel import HeadsPanel
    from relviz.ui.pages import Page
    from relviz.ui.pages.tabs import PageTabs
    from relviz.ui.text.dock import TextDock
    from relviz.ui.timeline.player import Player

Key = QKeySequence.StandardKey


class Window(Protocol):
    """What commands act on: all that they know of a window."""

    session: Session
    work: Work
    settings: Settings
    files: Files
    projects: Projects
    exports: Exports
    text_dock: TextDock
    heads_panel: HeadsPanel
    tabs: PageTabs
    player: Player
    message: MessageBar
    guide: Guide

    def show_dock(self, name: str) -> None:
        """Bring a dock back if it was closed."""

    def reset_layout(self) -> None:
        """Put docks, toolbars and the size of the window back as at the first start."""

    def set_theme(self, choice: ThemeChoice) -> None:
        """Change and remember the theme, of all windows."""

    def set_language(self, choice: str) -> None:
        """Change and remember the language, of all windows."""

    def ask_new_window(self) -> None:
        """Have another window opened on the same."""

    def ask_reopening(self) -> None:
        """Have the window opened again that was closed last."""

    def close(self) -> bool:
        """Close this window; the others stay."""


@dataclass(frozen=True)
class Command:
    """One command.

    Attributes:
        name: what it is called in the settings and by what shows its action.
        menu: menu it is found in.
        text: what the menu says, ``&`` before its mnemonic.
        shortcut: a standard key or a key sequence; empty for none.
        tip: one sentence for the tool tip.
        does: carries it out.
        switch: in place of ``does`` for what is on or off, carries it out with the new state.
        enabled: whether it can be had now; None for always.
        checked: whether it is on now; None for what is no switch, or says so itself.
        group: name of a group of which one is on at a time; empty for none.
        separated: whether a line comes before it in the menu.
    """

    name: str
    menu: str
    text: str
    shortcut: QKeySequence.StandardKey | str = ""
    tip: str = ""
    does: Callable[[Window], object] | None = None
    switch: Callable[[Window, bool], object] | None = None
    enabled: Callable[[Window], bool] | None = None
    checked: Callable[[Window], bool] | None = None
    group: str = ""
    separated: bool = False

    @property
    def checkable(self) -> bool:
        """Whether it is on or off."""
        return self.switch is not None or bool(self.group)


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


# What takes more than a line


def _paste(on: Window) -> None:
    """Read what is on the clipboard in place of the text."""
    if text := QGuiApplication.clipboard().text():
        on.session.set_text(text)
    else:
        on.message.say(
            QCoreApplication.translate("FileCommands", "There is no text on the clipboard: copy some first.")
        )


def _find(on: Window) -> None:
    on.show_dock("text")
    on.text_dock.open_find()


def _hide_keys(on: Window) -> None:
    """Hide the selected keys, or show them again."""
    session = on.session
    if session.look is not None and session.selection.region is not None:
        session.maps.hide(session.look, session.selection.region)
    else:
        said = QCoreApplication.translate("ViewCommands", "No key is selected: click a cell of its column first.")
        on.message.say(said)


def _reset_zoom(on: Window) -> None:
    for page in on.tabs.pages.values():
        page.reset_zoom()


def _release(on: Window) -> None:
    on.session.selection.pin(None)
    for page in on.tabs.pages.values():
        page.release()


def _back(on: Window) -> None:
    on.player.stop()
    on.session.step(-1)


def _last(on: Window) -> None:
    if on.session.look is not None:
        on.session.go_to_segment(on.session.look.segments - 1)


def _start_here(on: Window) -> None:
    """Start reading at the selected query; at the first token of the segment if none is selected."""
    look, pinned = on.session.look, on.session.selection.pinned
    if look is not None:
        on.session.start_at(look.start + (pinned[0] if pinned else 0))


def _compare(on: Window, mode: Mode) -> None:
    """Show A in a way; once more, B alone."""
    comparison = on.work.comparison
    if comparison.mode == mode != "off":
        mode = "off"
    comparison.set_mode(mode)
    if mode != "off":
        on.tabs.show_page("terms")


# When it can be had, and what is on


def _shown(on: Window) -> bool:
    return on.session.response is not None


def _after_the_first(on: Window) -> bool:
    return on.session.look is not None and on.session.look.index > 0


def _before_the_last(on: Window) -> bool:
    return on.session.response is not None and not on.session.at_end


def _from_within(on: Window) -> bool:
    return on.session.response is not None and on.session.options.start > 0


def _began_with_zeros(on: Window) -> bool:
    return on.session.response is not None and on.session.response.initial_memory == "zeros"


def _pinned(on: Window) -> bool:
    return on.work.comparison.a is not None


def _spoken(on: Window) -> str:
    """Return the language in use: not the one remembered where the command line asked for another."""
    remembered = on.settings.language
    return remembered if language_of(remembered) == language() else language()


def _one_of(
    group: str,
    menu: str,
    now: Callable[[Window], str],
    choose: Callable[[Window, Any], object],
    entries: Mapping[str, tuple[str, str, str]],
    shortcuts: Mapping[str, str] = MappingProxyType({}),
    enabled: Callable[[Window], bool] | None = None,
    *,
    separated: bool = True,
) -> Iterator[Command]:
    """Yield commands of which one is on at a time.

    Args:
        group: name of the group.
        menu: menu they are found in.
        now: returns which value is in use.
        choose: takes another one into use.
        entries: the value that each stands for, its text, and its tip.
        shortcuts: those there are.
        enabled: whether they can be had now.
        separated: whether a line comes before them.
    """
    for name, (value, text, tip) in entries.items():
        yield Command(
            name,
            menu,
            text,
            shortcuts.get(name, ""),
            tip,
            does=partial(_choose, choose, value),
            enabled=enabled,
            checked=partial(_is, now, value),
            group=group,
            separated=separated and name == next(iter(entries)),
        )


def _choose(choose: Callable[[Window, Any], object], value: str, on: Window) -> None:
    choose(on, value)


def _is(now: Callable[[Window], str], value: str, on: Window) -> bool:
    return now(on) == value


def _to_page(page: Page) -> Command:
    """Return the command that brings a page to the front."""
    return Command(f"page_{page.name}", VIEW, page.menu, page.shortcut, does=lambda on: on.tabs.show_page(page.name))


def commands() -> tuple[Command, ...]:
    """Return all commands, in the order of the menus."""
    return (
        *(*_FILE, *_EDIT, *(_to_page(page) for page in PAGES.values())),
        *(*_VIEW, *_READING, *_COMPARISON, *_WINDOW, *_HELP),
    )


# A table: the first line of an entry is what the menu says, the last one what it does.
# fmt: off
_FILE = (
    Command("open_text", FILE, "&Open text…", Key.Open, does=lambda on: on.files.ask_text()),
    Command("open_project", FILE, "Open pro&ject…", "Ctrl+Shift+O",
            "Go on where a project was saved: text, model, segment, view and selection.",
            does=lambda on: on.projects.ask()),
    Command("paste_text", FILE, "Read the &clipboard", "Ctrl+Shift+V", does=_paste),
    Command("save_project", FILE, "&Save project", Key.Save,
            "Save text, model, segment, view and selection, to go on from there another time.",
            does=lambda on: on.projects.save(), separated=True),
    Command("save_project_as", FILE, "Save project &as…", "Ctrl+Shift+S", does=lambda on: on.projects.save_as()),
    Command("open_model", FILE, "Open &model folder…", "Ctrl+M", does=lambda on: on.files.ask_model(), separated=True),
    Command("open_model_file", FILE, "Open model &file…", "Ctrl+Shift+M", does=lambda on: on.files.ask_model_file()),
    Command("get_model", FILE, "&Get model from the hub…", does=lambda on: on.files.ask_repository()),
    Command("export_figure", FILE, "&Export figure…", "Ctrl+E",
            "Save this page, the terms or all heads of the layer, for one segment or all of them.",
            does=lambda on: on.exports.open_dialog(), enabled=_shown, separated=True),
    Command("export_data", FILE, "Export &data…", "Ctrl+Shift+E", "Save the numbers shown as NPZ, CSV or JSON.",
            does=lambda on: on.files.ask_data(), enabled=_shown),
    Command("copy_figure", FILE, "Cop&y figure", "Ctrl+Shift+C",
            does=lambda on: on.exports.copy_page(), enabled=_shown),
    Command("print", FILE, "&Print…", Key.Print, "Print this page, laid out anew for the paper.",
            does=lambda on: on.exports.print_page(), enabled=_shown),
    Command("quit", FILE, "&Quit", "Ctrl+Q", "Close all windows.",
            does=lambda _: QApplication.closeAllWindows(), separated=True),
)
_EDIT = (
    Command("find", EDIT, "&Find…", Key.Find, "Find words in the text.", does=_find),
    Command("find_next", EDIT, "Find &next", "F3", "Go to the next place; after the last comes the first.",
            does=lambda on: on.text_dock.find_bar.next()),
    Command("find_previous", EDIT, "Find &previous", "Shift+F3", "Go to the place before.",
            does=lambda on: on.text_dock.find_bar.previous()),
    *_one_of("shading", EDIT, lambda on: on.session.showing.view.shading,
             lambda on, shading: on.session.showing.set(shading=shading), {
        "shade_none": ("none", "No &shading of the text", ""),
        "shade_attention": ("attention", "Shade by &attention",
            "Shade each token by the selected query's attention on it."),
        "shade_attended": ("attended", "Mark &most attended memory",
            "Mark the fifth of the memory tokens that get the most attention."),
        "shade_loss": ("loss", "Shade by &loss", "Shade each token of the segment by what predicting it cost."),
        "shade_gain": ("gain", "Shade by what memory &gained",
            "Shade each token by its loss without memory minus its loss with it."),
    }),
    Command("token_boundaries", EDIT, "Token &boundaries", "Ctrl+B", "Mark where each token of the text begins.",
            switch=lambda on, wanted: on.session.showing.set(token_boundaries=wanted),
            checked=lambda on: on.session.showing.view.token_boundaries),
)
_VIEW = (
    Command("shared_scale", VIEW, "One &scale for the four terms", "Ctrl+K",
            "Colour all four terms on one scale, so that their sizes can be compared.",
            switch=lambda on, wanted: on.session.maps.set(scales="shared" if wanted else "own"),
            checked=lambda on: on.session.maps.shared_scale, separated=True),
    Command("kept_scales", VIEW, "Keep sc&ales across segments", "Ctrl+Shift+K",
            "Each map keeps its scale from segment to segment, and only ever widens it.",
            switch=lambda on, wanted: on.session.maps.set(scales="locked" if wanted else "own"),
            checked=lambda on: on.session.maps.view.scales == "locked"),
    Command("interleaved", VIEW, "&Interleave sine and cosine", "Ctrl+I",
            switch=lambda on, wanted: on.session.showing.set(interleaved=wanted),
            checked=lambda on: on.session.showing.view.interleaved),
    Command("reset_zoom", VIEW, "Reset &zoom", "Ctrl+0", does=_reset_zoom),
    Command("hide_keys", VIEW, "&Hide selected keys", "H",
            "Take the selected keys away and renormalise the attention on the others; again to bring them back.",
            does=_hide_keys, separated=True),
    Command("show_keys", VIEW, "Show hidden &keys", "Shift+H", does=lambda on: on.session.maps.show_all()),
    Command("next_measure", HEADS, "Ne&xt measure", "M",
            "Colour the heads map by the next measure, such as lift, distance or entropy.",
            does=lambda on: on.heads_panel.choose_next(1)),
    Command("previous_measure", HEADS, "&Previous measure", "Shift+M", "Colour the heads map by the measure before.",
            does=lambda on: on.heads_panel.choose_next(-1)),
    *_one_of("heads", HEADS, lambda on: on.work.measuring.view.order,
             lambda on, order: on.work.measuring.set(order=order), {
        "heads_number": ("number", "By &number", "Show the heads of the map in the order of their numbers."),
        "heads_layer": ("layer", "Sort heads in &layers", "Show the heads of each layer from the largest number down."),
        "heads_all": ("all", "Sort &all heads", "Show all heads from the largest number down, row after row."),
    }),
    Command("heads_means", HEADS, "&Means over heads and layers", "",
            "Show the mean over heads beside each layer, and that over layers below.",
            switch=lambda on, wanted: on.work.measuring.set(means=wanted),
            checked=lambda on: on.work.measuring.view.means, separated=True),
    *_one_of("unit", VIEW, lambda on: on.session.units.view.unit, lambda on, unit: on.session.units.set(unit=unit), {
        "unit_nats": ("nats", "Losses in &nats", "Tell every loss in nats, as −ln p."),
        "unit_bits": ("bits", "Losses in &bits", "Tell every loss in bits, as −log2 p: one for a fair coin."),
    }),
    Command("reset_layout", VIEW, "Reset lay&out", "",
            "Put docks, toolbars and the size of the window back as they were at first.",
            does=lambda on: on.reset_layout(), separated=True),
    *_one_of("theme", VIEW, lambda on: on.settings.theme, lambda on, theme: on.set_theme(theme), {
        "theme_system": ("system", "Theme of the s&ystem", ""),
        "theme_light": ("light", "&Light theme", ""),
        "theme_dark": ("dark", "&Dark theme", ""),
    }),
    *_one_of("language", LANGUAGE, _spoken, lambda on, choice: on.set_language(choice), {
        "language_system": ("system", "Language of the s&ystem", ""),
        **{f"language_{name}": (name, spoken.title, "") for name, spoken in LANGUAGES.items()},
    }, separated=False),
)
_READING = (
    Command("first", READING, "&First segment", "Alt+Home", "Go to the first segment.",
            does=lambda on: on.session.go_to_segment(0), enabled=_after_the_first),
    Command("back", READING, "Step &back", "Alt+Left", "Go back one segment.", does=_back, enabled=_after_the_first),
    Command("step", READING, "&Step", "Alt+Right", "Go on to the next segment.",
            does=lambda on: on.session.step(1), enabled=_before_the_last),
    Command("last", READING, "&Last segment", "Alt+End", "Go to the last segment.",
            does=_last, enabled=_before_the_last),
    Command("play", READING, "&Play", "F5", "Go on by itself, segment after segment.",
            switch=lambda on, wanted: on.player.play(wanted), enabled=_before_the_last),
    Command("faster", READING, "Play fas&ter", "Ctrl+]", "Let each segment stay for a shorter time.",
            does=lambda on: on.session.showing.change_pace(-1)),
    Command("slower", READING, "Play slo&wer", "Ctrl+[", "Let each segment stay for a longer time.",
            does=lambda on: on.session.showing.change_pace(1)),
    Command("start_here", READING, "Start reading &here", "Ctrl+H",
            "Read from the selected query on, with an empty memory, as if nothing stood before it.",
            does=_start_here, enabled=_shown, separated=True),
    Command("from_beginning", READING, "Read from the begi&nning", "Ctrl+Shift+H", "Read the whole text again.",
            does=lambda on: on.session.start_at(0), enabled=_from_within),
    Command("zero_memory", READING, "Start with &zero vectors in memory", "",
            "As Hugging Face's models do; otherwise the memory starts empty.",
            switch=lambda on, wanted: on.session.set_options(initial_memory="zeros" if wanted else "empty"),
            checked=_began_with_zeros, separated=True),
    *_one_of("since", READING, lambda on: on.session.gains.since, lambda on, since: on.session.gains.set_since(since), {
        "since_segment": ("segment", "&Gains act on this segment",
            "Compute this segment alone anew, over the memory it has."),
        "since_start": ("start", "Gains act from th&e start",
            "Read the text anew from its start with the gains, so that they change the memory, too."),
    }),
    Command("restore_parts", READING, "Restore &all terms", "Ctrl+R", "Give every term of the score a gain of 1.",
            does=lambda on: on.session.gains.reset(), enabled=lambda on: bool(on.session.gains.interventions)),
    Command("release", READING, "&Release the pinned cell", "Escape", does=_release),
)
_COMPARISON = (
    Command("pin_a", COMPARISON, "&Pin as A", "F7",
            "Keep what is shown as A, to compare what is shown later, B, with it.",
            does=lambda on: on.work.comparison.pin(), enabled=_shown),
    *_one_of("comparison", COMPARISON, lambda on: on.work.comparison.mode if _pinned(on) else "off", _compare, {
        "compare_off": ("off", "B &alone", "Show B without A."),
        "compare_beside": ("beside", "A &beside B",
            "Show one map of A and of B side by side, on one scale; again to show B alone."),
        "compare_difference": ("difference", "B &minus A",
            "Show how much more B has than A, cell by cell; again to show B alone."),
    }, {"compare_beside": "F8", "compare_difference": "F9"}, enabled=_pinned),
    Command("swap_compared", COMPARISON, "&Swap A and B", "Shift+F8", "Show what is A, and keep as A what was shown.",
            does=lambda on: on.work.comparison.swap(), enabled=_pinned, separated=True),
    Command("go_to_a", COMPARISON, "&Go to A", "Shift+F7",
            "Show again what is A: its text, model, segment, head and gains.",
            does=lambda on: on.work.comparison.go_to_a(), enabled=_pinned),
    Command("release_a", COMPARISON, "&Release A", "Shift+F9", "Forget A, and show B alone.",
            does=lambda on: on.work.comparison.release(), enabled=_pinned),
)
_WINDOW = (
    Command("new_window", WINDOW, "&New window", Key.New, "Open another window on the same text, model and view.",
            does=lambda on: on.ask_new_window()),
    Command("close_window", WINDOW, "&Close window", "Ctrl+W", does=lambda on: on.close()),
    Command("reopen_window", WINDOW, "&Reopen closed window", "Ctrl+Shift+T",
            "Open again what the window closed last was showing, also after a restart.",
            does=lambda on: on.ask_reopening()),
)
_HELP = (
    Command("command_palette", HELP, "&Find a command…", "Ctrl+Shift+P",
            "Find any command by a part of its name, or go to a place such as segment 12, L3 H2 or token 400.",
            does=lambda on: on.guide.toggle_palette()),
    Command("shortcut_sheet", HELP, "&Keyboard and mouse", "Ctrl+?",
            "Show all shortcuts, and what mouse and keys do on each part of the window.",
            does=lambda on: on.guide.toggle_sheet()),
    Command("help_here", HELP, "&Help on what is pointed at", "F1",
            "Explain the part of the window under the pointer, or the one with the focus.",
            does=lambda on: on.guide.help_here(), separated=True),
    Command("help_click", HELP, "&What is this?", "Shift+F1", "Explain the part of the window that is clicked next.",
            does=lambda on: on.guide.help_click()),
    Command("help_names", HELP, "&Terms and names", "",
            "Explain the names of papers and of other programs: u, v, AC and BD, mems, mem_len, same_length.",
            does=lambda on: on.guide.help_on("names")),
    Command("about", HELP, "&About relviz", does=lambda on: on.guide.about(), separated=True),
)
