"""All shortcuts and gestures on one sheet, made from the menus and from the table of gestures below."""

from __future__ import annotations

import html
from dataclasses import dataclass
from functools import partial
from itertools import combinations_with_replacement, pairwise, product
from operator import add
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence, QPalette, QTextDocument
from PySide6.QtWidgets import QLabel, QTextBrowser, QToolButton, QWidget

from relviz.ui.commands.palette import menu_paths, plain
from relviz.ui.widgets.overlay import Overlay
from relviz.ui.widgets.rows import column_of, row_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QAction


WIDE, THREE, MARGIN = 1240, 1080, 24
"""How wide it is at most, from which width on it has three columns, and how far from the window's edges it stays."""
Group = tuple[str, list[tuple[str, str]]]
"""A heading, and lines of keys and what they do."""


class ShortcutSheet(Overlay):
    """Shortcuts grouped by menu, then what mouse and keys do on each part of the window, in even columns.

    Args:
        actions: every command, by its name.
        window: what the sheet lies over.
        menu_bar: says which command is in which menu.
    """

    def __init__(self, actions: Mapping[str, QAction], window: QWidget, menu_bar: QWidget) -> None:
        super().__init__(window)
        self._actions, self._menu_bar = actions, menu_bar
        self.setAccessibleName(self.tr("Keyboard and mouse"))
        title = QLabel(self.tr("Keyboard and mouse"), self)
        title.setObjectName("heading")
        close = QToolButton(self)
        close.setText(self.tr("Close"))
        close.clicked.connect(self.dismiss)
        self.text = QTextBrowser(self)
        self.text.setAccessibleName(self.tr("Shortcuts and gestures"))
        self.text.setTabChangesFocus(True)
        top = row_of(None, (title, 1), close, spacing=None)
        column_of(self, top, (self.text, 1), margins=(16, 12, 12, 12), spacing=None)

    def open(self) -> None:
        """Show what holds now."""
        super().open()
        self.text.setHtml(self._html())  # now that it is known how wide its columns are

    def place(self) -> None:
        """Fill the window but for a margin."""
        width = min(WIDE, self._under.width() - 2 * MARGIN)
        height = self._under.height() - 2 * MARGIN
        self.setGeometry((self._under.width() - width) // 2, MARGIN, width, height)

    def first(self) -> QWidget:
        """Scroll at once."""
        return self.text

    def groups(self) -> list[Group]:
        """Return the lines of the sheet, under their headings."""
        return [*self._menus(), *self._parts()]

    def _menus(self) -> list[Group]:
        """Return the shortcuts of the commands, by menu."""
        paths = dict(menu_paths(self._menu_bar))
        by_menu: dict[str, list[tuple[str, str]]] = {}
        for action in self._actions.values():
            keys = [key.toString(QKeySequence.SequenceFormat.NativeText) for key in action.shortcuts()]
            if keys:
                by_menu.setdefault(paths.get(action, ""), []).append((", ".join(keys), plain(action.text())))
        return [*by_menu.items()]

    def _parts(self) -> list[Group]:
        """Return what mouse and keys do, by part of the window."""
        by_part: dict[str, list[tuple[str, str]]] = {}
        for gesture in GESTURES:
            how, does = _tr(gesture.how), _tr(gesture.does)
            by_part.setdefault(_tr(gesture.where), []).append((how, does))
        return [*by_part.items()]

    def _html(self) -> str:
        menus, parts = ([self._group(group) for group in groups] for groups in (self._menus(), self._parts()))
        count = 3 if self.width() >= THREE else 2
        heights = {group: self._height(group, self.text.viewport().width() / count) for group in (*menus, *parts)}
        columns = min(
            ([*map(add, *both)] for both in product(_split(menus, count), _split(parts, count))),
            key=partial(_heights, heights),
        )
        cells = "".join(f"<td width='{100 // count}%'>{''.join(column)}</td>" for column in columns)
        return f"<table width='100%' cellspacing='0' cellpadding='0'><tr>{cells}</tr></table>"

    def _height(self, group: str, width: float) -> float:
        """Return how high the lines of a group are in a column."""
        document = QTextDocument()
        document.setDefaultFont(self.text.font())
        document.setDocumentMargin(0)
        document.setHtml(group)
        document.setTextWidth(width)
        return document.size().height()

    def _group(self, group: Group) -> str:
        heading, rows = group
        muted = self.palette().color(QPalette.ColorRole.PlaceholderText).name()
        lines = "".join(
            f"<tr><td width='38%' style='color:{muted}'>{html.escape(keys)}</td><td>{html.escape(does)}</td></tr>"
            for keys, does in rows
        )
        return (
            f"<p style='margin-top:7px;margin-bottom:1px'><b>{html.escape(heading)}</b></p>"
            f"<table width='96%' cellspacing='0' cellpadding='2'>{lines}</table>"
        )


def _tr(text: str) -> str:
    return QCoreApplication.translate("Gestures", text)


def _split(groups: list[str], count: int) -> list[list[list[str]]]:
    """Return all ways to cut groups into columns, in their order."""
    cuts = combinations_with_replacement(range(len(groups) + 1), count - 1)
    return [[groups[start:end] for start, end in pairwise((0, *cut, len(groups)))] for cut in cuts]


def _heights(heights: Mapping[str, float], columns: list[list[str]]) -> list[float]:
    """Return how high columns are, the highest first: the least of that is the most even."""
    return sorted((sum(map(heights.__getitem__, column)) for column in columns), reverse=True)


MAPS = "Maps of the terms"
HEADS = "Heads map"
TIMELINE = "Timeline"
CHIPS = "Terms in the formula"
TEXT = "Text"
FIGURES = "Pages with figures"
WINDOW = "Anywhere in the window"


@dataclass(frozen=True)
class Gesture:
    """Something that can be done with mouse or keys on a part of the window.

    Attributes:
        where: the part, as a heading of the sheet.
        how: what the user does.
        does: what happens.
        keys: the keys that do it, as Qt writes them; none for a gesture of the mouse.
    """

    where: str
    how: str
    does: str
    keys: tuple[str, ...] = ()


GESTURES = (
    Gesture(MAPS, "Point", "read a cell off in all maps"),
    Gesture(MAPS, "Click", "pin the cell"),
    Gesture(MAPS, "Shift+click", "select all cells from the pinned one to here"),
    Gesture(MAPS, "Right click", "menu of the cell: hide its key, take it as the query, copy"),
    Gesture(MAPS, "Wheel", "zoom all maps"),
    Gesture(MAPS, "Drag", "move all maps"),
    Gesture(MAPS, "Double click", "show everything again"),
    Gesture(MAPS, "Arrow keys", "move the pinned cell by one", ("Left", "Right", "Up", "Down")),
    Gesture(MAPS, "Ctrl+arrow keys", "move it by ten", ("Ctrl+Left", "Ctrl+Right", "Ctrl+Up", "Ctrl+Down")),
    Gesture(MAPS, "Page Up, Page Down", "move it by the rows in view", ("PgUp", "PgDown")),
    Gesture(MAPS, "Home, End", "go to the first key, to the last key of the row", ("Home", "End")),
    Gesture(MAPS, "Ctrl+Home, Ctrl+End", "go to the first cell, to the last one", ("Ctrl+Home", "Ctrl+End")),
    Gesture(
        MAPS,
        "Shift and any of these",
        "select all cells on the way",
        ("Shift+Left", "Shift+Down", "Ctrl+Shift+Left", "Shift+Home", "Shift+End", "Shift+PgUp"),
    ),
    Gesture(MAPS, "Plus, minus", "zoom round the cell", ("+", "-")),
    Gesture(MAPS, "Menu key, Shift+F10", "menu of the cell", ("Menu", "Shift+F10")),
    Gesture(HEADS, "Click", "look at that head"),
    Gesture(HEADS, "Arrow keys", "walk from head to head", ("Left", "Right", "Up", "Down")),
    Gesture(TIMELINE, "Click or drag", "go to that segment"),
    Gesture(TIMELINE, "Right click", "menu of the segment: start reading there"),
    Gesture(TIMELINE, "Left, right", "step by one segment", ("Left", "Right")),
    Gesture(TIMELINE, "Home, End", "go to the first, to the last segment", ("Home", "End")),
    Gesture(CHIPS, "Click", "switch the term off or on"),
    Gesture(CHIPS, "Wheel", "change its gain"),
    Gesture(CHIPS, "Right click, or its arrow", "slider for its gain"),
    Gesture(CHIPS, "Space", "switch the term off or on", ("Space",)),
    Gesture(CHIPS, "Left, right", "change its gain by 0.05", ("Left", "Right")),
    Gesture(CHIPS, "1", "give it a gain of 1", ("1",)),
    Gesture(CHIPS, "Down", "slider for its gain", ("Down",)),
    Gesture(TEXT, "Click", "take the token as the query"),
    Gesture(TEXT, "Right click", "menu of the token: start reading there"),
    Gesture(FIGURES, "Point", "read the number off"),
    Gesture(FIGURES, "Click a head", "look at that head"),
    Gesture(FIGURES, "Drag over distances", "look at that distance"),
    Gesture(
        WINDOW,
        "Drop a file, a folder or text",
        "read the text, open the model, or go back to what a project or a picture of relviz shows",
    ),
    Gesture(WINDOW, "Tab, Shift+Tab", "go to the next part, to the one before"),
)
