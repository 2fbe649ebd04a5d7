"""All shortcuts and gestures on one sheet, made from the menus and from the table of gestures."""

from __future__ import annotations

import html
from functools import partial
from itertools import combinations_with_replacement, pairwise, product
from operator import add
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence, QPalette, QTextDocument
from PySide6.QtWidgets import QHBoxLayout, QLabel, QTextBrowser, QToolButton, QVBoxLayout, QWidget

from relviz.ui.commands.gestures import GESTURES
from relviz.ui.commands.palette import menu_paths, plain
from relviz.ui.widgets.overlay import Overlay

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
        top = QHBoxLayout()
        top.addWidget(title, 1)
        top.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 12, 12)
        layout.addLayout(top)
        layout.addWidget(self.text, 1)

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
