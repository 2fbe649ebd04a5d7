"""The Heads dock: what the map is coloured by, the map, and what its colours mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QComboBox, QLabel, QSizePolicy, QToolButton, QWidget

from relviz.core.metrics import ALIKE, ORDERS
from relviz.core.percent import percent
from relviz.figure.colours.colormaps import COLOURS
from relviz.figure.drawing.cells import cell_image
from relviz.figure.lettering import fonts
from relviz.figure.lettering.text import draw_text
from relviz.figure.lettering.ticks import format_number
from relviz.figure.views.heads import HeadsView, Place, metric_named, metrics
from relviz.figure.words import list_comma, sentences
from relviz.ui.heads.map import HeadsMap
from relviz.ui.widgets.colours import colours
from relviz.ui.widgets.rows import column_of, row_of, show_value

if TYPE_CHECKING:
    from relviz.app.session.session import Session
    from relviz.app.work.demands import Measuring
    from relviz.core.interventions import PartKind
    from relviz.core.reading.look import Look
    from relviz.core.reading.trace import Floats
    from relviz.figure.views.heads import Metric

BAR, EDGE = 9.0, 2.0
"""Height of the bar, and what is left free below it."""


class HeadsLegend(QWidget):
    """A colour bar lying down, with its ends as numbers and marks at the smallest and the largest head."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: Floats | None = None
        self._metric: Metric | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_values(self, values: Floats | None, metric: Metric | None) -> None:
        """Show the scale of other numbers."""
        self._values, self._metric = values, metric
        self.setToolTip(self.text)
        self.setAccessibleName(self.text)
        self.update()

    @property
    def text(self) -> str:
        """What is seen, in words."""
        if self._values is None or self._metric is None or np.isnan(self._values).all():
            return ""
        ends = (self._metric.number(float(end(self._values))) for end in (np.nanmin, np.nanmax))
        return self.tr("{0}: the heads have from {1} to {2}").format(self._metric.title, *ends)

    @property
    def ends(self) -> tuple[str, str]:
        """What is written at the two ends of the bar; the last has the unit."""
        if self._values is None or self._metric is None:
            return "", ""
        scale = self._metric.scale(self._values)
        high = format_number(scale.high, percent=True) if scale.percent else self._metric.number(scale.high)
        return format_number(scale.low), high

    def sizeHint(self) -> QSize:
        """Return room for the bar, and the marks over it."""
        return QSize(160, round(BAR + 2 * EDGE + 8))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar, its ends and where the heads are."""
        if self._values is None or self._metric is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        low, high = self.ends
        left, right = (fonts.text_width(end) + 6 for end in (low, high))
        bar = QRectF(left, self.height() - BAR - EDGE, max(self.width() - left - right - 8, 1), BAR)
        scale, y = self._metric.scale(self._values), bar.center().y()
        ramp = np.array([[scale.value(n / (COLOURS - 1)) for n in range(COLOURS)]])
        painter.drawImage(bar, cell_image(ramp, scale, colours().palette, max(COLOURS, round(bar.width())), 8))
        draw_text(painter, left - 6, y, low, colours().palette.muted, align="right")
        draw_text(painter, bar.right() + 6, y, high, colours().palette.muted)
        if np.isnan(self._values).all():
            return
        painter.setBrush(QColor(colours().palette.muted))
        painter.setPen(Qt.PenStyle.NoPen)
        for value in (np.nanmin(self._values), np.nanmax(self._values)):
            tip = QPointF(bar.left() + scale.place(float(value)) * bar.width(), bar.top() - 1)
            painter.drawPolygon(QPolygonF([tip, tip + QPointF(-3.5, -5), tip + QPointF(3.5, -5)]))


MOST_ALIKE = 3
"""How many of the heads that are most alike are named."""


class HeadsPanel(QWidget):
    """Chooses the measure, the order and the means of the heads map, and says what is seen."""

    def __init__(self, session: Session, measuring: Measuring, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._measuring = session, measuring
        self.measure = QComboBox(self)
        self.measure.setAccessibleName(self.tr("Measure of the heads"))
        self.measure.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.order = QComboBox(self)
        self.order.setAccessibleName(self.tr("Order of the heads"))
        self.order.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        words = {
            "number": (self.tr("by number"), self.tr("Heads stand in the order of their numbers.")),
            "layer": (self.tr("sort in layers"), self.tr("In each layer, heads stand from the largest number down.")),
            "all": (self.tr("sort all"), self.tr("All heads stand from the largest number down, row after row.")),
        }
        for order in ORDERS:
            self.order.addItem(words[order][0], order)
            self.order.setItemData(self.order.count() - 1, words[order][1], Qt.ItemDataRole.ToolTipRole)
        self.means = QToolButton(self)
        self.means.setText(self.tr("Means"))
        self.means.setCheckable(True)
        self.means.setToolTip(self.tr("Show the mean over heads beside each layer, and that over layers below."))
        self.map = HeadsMap(session, measuring, self)
        self.legend = HeadsLegend(self)
        self.hint = QLabel(self)
        self.hint.setObjectName("muted")
        self.hint.setWordWrap(True)
        choices = row_of(None, (self.order, 1), self.means, spacing=6)
        layout = column_of(
            self, self.measure, choices, self.map, self.legend, self.hint, margins=(8, 2, 8, 8), spacing=4
        )
        layout.addStretch(1)
        self._fill()
        self.measure.activated.connect(self._on_metric)
        self.order.activated.connect(self._on_order)
        self.means.clicked.connect(self._on_means)
        session.answered.connect(self._refresh)
        measuring.changed.connect(self._refresh)
        measuring.view_changed.connect(self._refresh)
        self._refresh()

    def choose_next(self, by: int) -> None:
        """Go on to the next measure of the list, 1, or back, -1; after the last comes the first."""
        count = self.measure.count()
        self._measuring.set(metric=self.measure.itemData((self.measure.currentIndex() + by) % count))

    @property
    def _kinds(self) -> tuple[PartKind, ...]:
        """The parts that the score of the model has."""
        look = self._session.look
        return tuple(part.kind for part in look.terms.parts) if look else ()

    def _fill(self) -> None:
        """Offer the measures of the model that is looked at."""
        offered = metrics(self._kinds)
        if [self.measure.itemData(n) for n in range(self.measure.count())] == [one.name for one in offered]:
            return
        self.measure.clear()
        for one in offered:
            self.measure.addItem(one.title, one.name)
            self.measure.setItemData(self.measure.count() - 1, one.sentence, Qt.ItemDataRole.ToolTipRole)

    def _on_metric(self) -> None:
        self._measuring.set(metric=self.measure.currentData())

    def _on_order(self) -> None:
        self._measuring.set(order=self.order.currentData())

    def _on_means(self, shown: bool) -> None:
        self._measuring.set(means=shown)

    def _refresh(self) -> None:
        """Bring controls, legend and words up to date."""
        self._fill()
        view, values = self._measuring.view, self._measuring.values
        show_value(self.measure, view.metric)
        show_value(self.order, view.order)
        self.means.setChecked(view.means and view.order != "all")
        self.means.setEnabled(view.order != "all")
        metric = metric_named(view.metric, self._kinds)
        self.legend.show_values(values, metric)
        self.legend.setVisible(values is not None)
        self.hint.setText("" if metric is None else sentences(self._said(metric)))
        self.hint.setToolTip(self.hint.text())

    def _said(self, metric: Metric) -> list[str]:
        """Return what is said under the map, in sentences."""
        values, found, look = self._measuring.values, self._measuring.found, self._session.look
        said = [metric.sentence]
        if values is None:
            said.append(self.tr("Measuring…") if look else "")
        elif np.isnan(values).all():
            said.append(self.tr("There is nothing to measure in this segment."))
        elif metric.name == "induction" and found is not None and look is not None:
            said.append(self.tr("{0} of {1} queries have one.").format(found.repeated, len(look.query_tokens)))
        elif metric.name == ALIKE and look is not None and self._measuring.alike.current:
            # The answer, briefly: the dock may be low. The list of measures has the whole sentence.
            said = [self._most_alike(values, look)]
            if not self.means.isChecked():
                said.append(self.tr("100% is the same attention, 0% no key in common."))
        if self.means.isChecked() and not metric.averages:
            said.append(self.tr("Means are of the numbers, not of an averaged map."))
        return said

    def _most_alike(self, values: Floats, look: Look) -> str:
        """Return which heads are most alike to the one shown, and how much."""
        one = Place(look.terms.layer, None if look.terms.head == "mean" else look.terms.head)
        ranked = HeadsView(order="all").places(values)
        others = [place for row in ranked for place in row if place != one][:MOST_ALIKE]
        if not others:
            return ""
        named = [f"{place.short} ({percent(float(place.of(values)), 0)})" for place in others]
        return self.tr("Most alike to {0} are {1}, where 2·5 is head 5 of layer 2.").format(
            one.short, list_comma().join(named)
        )
