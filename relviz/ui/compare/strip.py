"""The strip that says what A and B are, and how they are compared."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QFrame, QLabel

from relviz.app.compare.compared_maps import facts
from relviz.figure.views.comparison import matched
from relviz.figure.words import comma, part_title
from relviz.ui.widgets.labels import action_button
from relviz.ui.widgets.rows import FlowRow, column_of, row_of, show_value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QTabWidget, QWidget

    from relviz.app.compare.comparison import Comparison
    from relviz.app.session.session import Session


class CompareStrip(QFrame):
    """Two descriptions, with what differs in bold, and below them what can be chosen; there while A is pinned.

    Args:
        session: what is looked at.
        comparison: with what it is compared.
        actions: the window's commands, by their names.
        tabs: the pages; the first of them shows comparisons.
    """

    def __init__(
        self,
        session: Session,
        comparison: Comparison,
        actions: Mapping[str, QAction],
        tabs: QTabWidget,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("compare")
        self.setProperty("helpTopic", "compare")
        self._session, self._comparison, self._tabs = session, comparison, tabs
        self.a, self.b, self.note = QLabel(self), QLabel(self), QLabel(self)
        for label in (self.a, self.b):
            label.setTextFormat(Qt.TextFormat.RichText)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.note.setObjectName("muted")
        self.map, self.match = QComboBox(self), QComboBox(self)
        self.map.setAccessibleName(self.tr("Map that is shown of A and of B"))
        self.match.setAccessibleName(self.tr("By what a cell of B finds its partner in A"))
        self.match.addItem(self.tr("same tokens"), "tokens")
        self.match.addItem(self.tr("same distances"), "distances")
        for box in (self.map, self.match):
            box.setToolTip(box.accessibleName())
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.map.activated.connect(self._on_map)
        self.match.activated.connect(self._on_match)
        says = (
            ("compare_off", self.tr("B alone")),
            ("compare_beside", self.tr("A | B")),
            ("compare_difference", self.tr("B − A")),
            ("swap_compared", self.tr("Swap")),
            ("go_to_a", self.tr("Go to A")),
            ("release_a", self.tr("Release")),
        )
        for name, text in says:
            actions[name].setIconText(text)
        self.buttons = {name: action_button(actions[name], self) for name, _ in says}
        words = row_of(None, (self.a, 1), (self.b, 1), spacing=18)
        choices = FlowRow(self)
        choices.add(
            *(self.buttons[f"compare_{mode}"] for mode in ("off", "beside", "difference")),
            self.map,
            self.match,
            self.note,
        )
        choices.add(*(self.buttons[name] for name in ("swap_compared", "go_to_a", "release_a")))
        column_of(self, words, choices, margins=(12, 5, 12, 5), spacing=4)
        comparison.changed.connect(self._refresh)
        session.answered.connect(self._refresh)
        session.view_changed.connect(self._refresh)
        tabs.currentChanged.connect(self._refresh)
        self._refresh()

    def _on_map(self, index: int) -> None:
        self._comparison.set_map(self.map.itemData(index))

    def _on_match(self, index: int) -> None:
        self._comparison.set_match(self.match.itemData(index))

    def _refresh(self) -> None:
        comparison = self._comparison
        a, b = comparison.a, comparison.b
        if a is None or b is None:
            self.hide()
            return
        said = facts(a, b)
        for label, letter, texts in ((self.a, "A", [one.a for one in said]), (self.b, "B", [one.b for one in said])):
            pairs = zip(said, texts, strict=True)
            words = [_bold(text) if fact.differs else html.escape(text) for fact, text in pairs]
            label.setText(f"<b>{letter}</b>&nbsp;&nbsp; " + " · ".join(word.replace(" ", "&nbsp;") for word in words))
            label.setAccessibleName(f"{letter}: {comma().join(texts)}")
        self._refresh_choices(differ=any(fact.differs for fact in said))
        self.show()

    def _refresh_choices(self, *, differ: bool) -> None:
        comparison, alignment = self._comparison, self._comparison.alignment if self._comparison.shown else None
        here = self._tabs.currentIndex() == 0
        compared = alignment is not None and here
        self.match.setVisible(compared)
        self.map.setVisible(compared and comparison.mode == "beside")
        a, look = comparison.a, self._session.left
        if not here:
            self.note.setText(self.tr("This page shows B alone; the Terms page compares."))
        elif alignment is None or a is None or look is None:
            same = self.tr("The same so far: choose another head, segment or length.")
            self.note.setText("" if differ else same)
        else:
            show_value(self.match, alignment.match)
            self.note.setText(self._found(matched_of=alignment.counted(a.look.terms.mask, look.terms.mask)))
            self.note.setToolTip(matched(alignment, a.look, look))
            self._refresh_maps()
        self.note.setVisible(bool(self.note.text()))

    def _found(self, matched_of: tuple[int, int]) -> str:
        partners, cells = matched_of
        if partners:
            return self.tr("{0} of {1} cells").format(f"{partners:,}", f"{cells:,}")
        return self.tr("no cell matches")

    def _refresh_maps(self) -> None:
        """Offer the maps that B has."""
        look = self._session.look
        assert look is not None, "something is compared"
        maps = [(part_title(part.kind), part.kind.name) for part in look.terms.parts]
        maps += [(self.tr("score"), "score"), (self.tr("attention"), "attention")]
        if [name for _, name in maps] != [self.map.itemData(index) for index in range(self.map.count())]:
            self.map.clear()
            for text, name in maps:
                self.map.addItem(text, name)
        place = self.map.findData(self._comparison.map)
        self.map.setCurrentIndex(place if place >= 0 else self.map.findData("attention"))


def _bold(text: str) -> str:
    return f"<b>{html.escape(text)}</b>"
