"""R of one distance, dimension by dimension: formula and value, for any distance and size."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFrame,
    QHeaderView,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from relviz.app.engine.experiments import EXPERIMENTS, WIDEST, Choices, Example, Seen
from relviz.core.lab.worked_example import LAYOUTS, SIGN_SENTENCE, SIGNS
from relviz.core.sinusoid import FARTHEST
from relviz.figure.lettering.ticks import MINUS
from relviz.figure.views.schemes.worked_example import worked_example_figure
from relviz.figure.words import sentences, told
from relviz.ui.pages.schemes.view import ExperimentView, rich_label
from relviz.ui.widgets.figure_view import FigureView
from relviz.ui.widgets.rows import FoldingRow, column_of, row_of, show_value

if TYPE_CHECKING:
    from relviz.app.session.session import Session
    from relviz.core.lab.worked_example import WorkedExample
    from relviz.figure.spec import FigureSpec
    from relviz.ui.pages.schemes.work import SchemesWork


READABLE, NARROWEST = 340, 180
"""Least widths of the table, with its formulas written out, and of the vector."""


class WorkedExampleView(ExperimentView):
    """The section 2 of the article: each dimension of R with its formula and its value, beside the vector."""

    def __init__(self, work: SchemesWork, session: Session, choices: Choices, parent: QWidget) -> None:
        super().__init__(work, session, choices, parent)
        self.distance = self._spin(-FARTHEST, FARTHEST, choices.example.distance, self.tr("Distance, tokens back"))
        self.width_box = self._spin(2, WIDEST, choices.example.width, self.tr("d_model"))
        self.width_box.setSingleStep(2)
        self.layout_box = self._combo(
            {"interleaved": self.tr("interleaved"), "halves": self.tr("halves")}, LAYOUTS, self.tr("Layout")
        )
        self.sign = self._combo(
            {"article": self.tr("j − i, the article's"), "back": self.tr("i − j, the code's")}, SIGNS, self.tr("Sign")
        )
        self.table = QTableWidget(0, 3, self)
        for column, title in enumerate((self.tr("dimension"), self.tr("formula"), self.tr("value"))):
            self.table.setHorizontalHeaderItem(column, _item(title, column))
        self.table.setAccessibleName(self.tr("Dimensions of R"))
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(24)
        self.table.setShowGrid(False)
        self.table.setWordWrap(False)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.table.setColumnWidth(0, 84)
        self.table.setColumnWidth(2, 96)
        self.table.setMinimumWidth(READABLE)
        self.table.setFrameShape(QFrame.Shape.NoFrame)
        self.table.setStyleSheet(
            "QTableWidget, QHeaderView { background: transparent; } QTableWidget::item { padding: 0 6px; } "
            "QHeaderView::section { background: transparent; border: 0; border-bottom: 1px solid palette(mid); "
            "padding: 4px 6px; }"
        )
        self.view = FigureView(self)
        self.view.setAccessibleName(self.tr("R as a vector"))
        self.view.setMinimumWidth(NARROWEST)
        self.sentence = rich_label(self, self.tr("What is shown"))
        self.sentence.setContentsMargins(12, 4, 12, 8)
        self._lay_out()
        self.choose(choices)
        for spin in (self.distance, self.width_box):
            spin.valueChanged.connect(self._on_changed)
            spin.valueChanged.connect(self.chosen)
        for combo in (self.layout_box, self.sign):
            combo.currentIndexChanged.connect(self._on_changed)
            combo.currentIndexChanged.connect(self.chosen)
        self._on_changed()

    def _lay_out(self) -> None:
        bar = FoldingRow(self)
        for text, control in (
            (self.tr("&tokens back"), self.distance),
            (self.tr("d_&model"), self.width_box),
            (self.tr("&layout"), self.layout_box),
            (self.tr("&sign"), self.sign),
        ):
            bar.add(text, control)
        body = row_of(None, (self.table, 1), (self.view, 1), margins=(12, 0, 0, 0), spacing=None)
        column_of(self, bar, (body, 1), self.sentence)

    def _spin(self, low: int, high: int, value: int, name: str) -> QSpinBox:
        spin = QSpinBox(self)
        spin.setRange(low, high)
        spin.setValue(value)
        spin.setFixedWidth(88)
        spin.setAlignment(Qt.AlignmentFlag.AlignRight)
        spin.setAccessibleName(name)
        return spin

    def _combo(self, items: dict[str, str], tips: object, name: str) -> QComboBox:
        combo = QComboBox(self)
        combo.setAccessibleName(name)
        for key, text in items.items():
            combo.addItem(text, key)
            combo.setItemData(combo.count() - 1, told(tips[key]), Qt.ItemDataRole.ToolTipRole)  # type: ignore[index]
        return combo

    @property
    def chosen_example(self) -> Example:
        """What is to be worked out."""
        return Example(
            self.distance.value(),
            self.width_box.value() // 2 * 2,
            self.layout_box.currentData(),
            self.sign.currentData(),
        )

    def choices(self, choices: Choices) -> Choices:
        """Add what is to be worked out."""
        return replace(choices, example=self.chosen_example)

    def choose(self, choices: Choices) -> None:
        """Work something else out."""
        example = choices.example
        self.distance.setValue(example.distance)
        self.width_box.setValue(example.width)
        show_value(self.layout_box, example.layout)
        show_value(self.sign, example.sign)

    @property
    def example(self) -> WorkedExample:
        """What is worked out."""
        return self.chosen_example.work_out()

    def figure(self) -> FigureSpec:
        """Return the vector and how each dimension comes about, as a figure to be written to a file."""
        return EXPERIMENTS["worked_example"].draw(self.example, Seen())

    def _on_changed(self) -> None:
        example = self.example
        self.table.setRowCount(len(example.components))
        for row, component in enumerate(example.components):
            cells = (str(component.dimension), component.formula, f"{component.value:+.6f}")
            for column, text in enumerate(cells):
                self.table.setItem(row, column, _item(text.replace("-", MINUS), column))
        self.view.show_figure(worked_example_figure(example))
        self.sentence.setText(sentences((told(example.sentence), told(SIGN_SENTENCE))))


def _item(text: str, column: int) -> QTableWidgetItem:
    """Return a cell, or the title over a column: numbers stand at the right, formulas at the left."""
    item = QTableWidgetItem(text)
    side = Qt.AlignmentFlag.AlignLeft if column == 1 else Qt.AlignmentFlag.AlignRight
    item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
    return item
