"""Layers x heads as one small mosaic, coloured by a measure that is chosen."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QEnterEvent,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QShowEvent,
    QTransform,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from relviz.core.metrics import ALIKE
from relviz.core.metrics.head_measures import with_means
from relviz.figure.colours.colormaps import index_image, table
from relviz.figure.drawing.cells import cell_image, cell_texts
from relviz.figure.lettering import fonts
from relviz.figure.lettering.text import draw_text
from relviz.figure.views.heads import MEAN, Place, metric_named
from relviz.ui.heads.preview import HeadsPreview
from relviz.ui.widgets.colours import colours

if TYPE_CHECKING:
    from relviz.app.session.session import Session
    from relviz.app.work.demands import Measuring
    from relviz.core.reading.trace import Floats
    from relviz.figure.views.heads import Metric

LABEL_ROOM, FOOT, GAP = 24.0, 20.0, 2.0
CELL, TALL = 22.0, 31.0
"""Height of a cell where there are few layers, and where it has two lines."""
PATIENCE = 200
"""Milliseconds that the pointer rests before a preview comes up; once it is there it follows at once."""
MOVES = {Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0), Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1)}


class HeadsMap(QWidget):
    """Shows one measure of every head; the pointer previews a head, a click or the arrow keys choose it.

    What a mean over layers is made of can be previewed and not chosen: the pages show one layer.

    Attributes:
        places: which head is where, row by row; empty before anything was shown.

    Signals:
        chosen(int, object): layer, and head or ``mean``.
    """

    chosen = Signal(int, object)

    def __init__(self, session: Session, measuring: Measuring, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._measuring = session, measuring
        self.places: tuple[tuple[Place, ...], ...] = ()
        self._mean: Place | None = None  # the mean over layers that the keyboard is at
        self._pointed: Place | None = None
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE)
        self.preview = HeadsPreview(self)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._patience.timeout.connect(self._show_preview)
        self.chosen.connect(session.choose_head)
        session.answered.connect(self._on_changed)
        measuring.changed.connect(self._on_changed)
        measuring.view_changed.connect(self._on_changed)
        self._on_changed()

    @property
    def measure(self) -> Metric | None:
        """What the heads are coloured by."""
        found = self._measuring.found
        return metric_named(self._measuring.view.metric, found.kinds if found else ())

    def sizeHint(self) -> QSize:
        """Return a width for the dock and a height by the number of rows."""
        rows = len(self.places) or 6
        cell = CELL if self._measuring.view.order == "number" else TALL
        return QSize(220, round(4 + min(cell, 12 * CELL / rows) * rows + FOOT))

    def cell_rect(self, layer: int | None, head: int | None) -> QRectF:
        """Return where a head, or a mean, is drawn; an empty rectangle if it is not on the map."""
        for row, places in enumerate(self.places):
            if Place(layer, head) in places:
                return self._rect(row, places.index(Place(layer, head)))
        return QRectF()

    def _area(self) -> QRectF:
        return QRectF(LABEL_ROOM, 4, self.width() - LABEL_ROOM - 8, self.height() - FOOT - 4)

    def _rect(self, row: int, column: int) -> QRectF:
        area, places = self._area(), self.places
        width, height = area.width() / len(places[0]), area.height() / len(places)
        return QRectF(area.left() + column * width, area.top() + row * height, width - GAP, height - GAP)

    def _on_changed(self) -> None:
        metric, values = self.measure, self._measuring.values
        session = self._session
        self.places = () if values is None else self._measuring.view.places(values)
        if self._mean is not None and not any(self._mean in row for row in self.places):
            self._mean = None
        self.setAccessibleName(self.tr("Heads by {0}").format(metric.title) if metric else self.tr("Layers and heads"))
        at = self._mean or Place(session.layer, None if session.head == "mean" else session.head)
        if metric is not None and values is not None and at.within(*values.shape):
            number = metric.number(float(at.of(with_means(values))))
            self.setAccessibleDescription(self.tr("{0}: {1}").format(at.title, number))
        self.updateGeometry()
        self.update()
        if self.preview.isVisible():
            self._show_preview()

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the mosaic as one picture, then numbers, labels and the frame of the chosen head."""
        values, metric, places = self._measuring.values, self.measure, self.places
        if values is None or metric is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shown = with_means(values)
        grid = np.array([[place.of(shown) for place in row] for row in places], np.float32)
        self._paint_mosaic(painter, grid, metric)
        self._paint_numbers(painter, grid, metric)
        self._paint_labels(painter)
        for row, line in enumerate(places):
            for column, place in enumerate(line):
                if self._is_chosen(place):
                    painter.setPen(QPen(QColor(colours().palette.cursor), 2))
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                    painter.drawRoundedRect(self._rect(row, column).adjusted(-1, -1, 1, 1), 4, 4)

    def _paint_mosaic(self, painter: QPainter, grid: Floats, metric: Metric) -> None:
        """Paint the cells as one image, seen through one rounded window a head."""
        area, ratio = self._area(), self.devicePixelRatio()
        width, height = (max(1, round(length * ratio)) for length in (area.width(), area.height()))
        image = cell_image(grid, metric.scale(grid), colours().palette, width, height)
        brush = QBrush(image)
        brush.setTransform(
            QTransform.fromTranslate(area.left(), area.top()).scale(area.width() / width, area.height() / height)
        )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(brush)
        radius = min(3.0, self._rect(0, 0).width() / 5)
        for row in range(grid.shape[0]):  # one by one: a path of hundreds of windows takes ten times as long
            for column in range(grid.shape[1]):
                painter.drawRoundedRect(self._rect(row, column), radius, radius)

    def _paint_numbers(self, painter: QPainter, grid: Floats, metric: Metric) -> None:
        """Write each number into its cell, under the head's name where heads are sorted; names go first."""
        palette = colours().palette
        painted = table("share", palette)[index_image(grid, metric.scale(grid)), :3]
        order, room = self._measuring.view.order, self._rect(0, 0)
        names = [[_name(place, order) for place in row] for row in self.places]
        texts = cell_texts(grid, metric.scale(grid), room.width() - 2)
        numbers = np.reshape([text or "–" for text in texts], grid.shape).tolist()
        size = _fitting([name for row in names for name in row], room.width())
        fits = _fitting([number for row in numbers for number in row], room.width())
        line = fonts.line_height()
        for row, places in enumerate(self.places):
            for column in range(len(places)):
                ink = palette.on("#{:02x}{:02x}{:02x}".format(*painted[row, column]))
                middle, name = self._rect(row, column).center(), names[row][column]
                both = bool(name) and fits > 0 and room.height() >= 2 * line - 2
                if name and size:
                    y = middle.y() - (line / 2 if both else 0)
                    draw_text(painter, middle.x(), y, name, ink, size=size, bold=both, align="centre")
                if fits == fonts.LABEL and (both or not name) and room.height() > line - 2:
                    y = middle.y() + (line / 2 if both else 0)
                    draw_text(painter, middle.x(), y, numbers[row][column], ink, align="centre")

    def _paint_labels(self, painter: QPainter) -> None:
        """Write layers, or ranks, to the left, and heads, or ranks, below."""
        order, places = self._measuring.view.order, self.places
        ink, last = colours().palette.muted, len(places) - 1
        for row, line in enumerate(places):
            layer = line[0].layer
            text = f"{row * len(line) + 1}" if order == "all" else MEAN if layer is None else f"L{layer}"
            if len(places) * fonts.line_height() <= self._area().height() or not row % 2:
                draw_text(painter, (LABEL_ROOM - 4) / 2, self._rect(row, 0).center().y(), text, ink, align="centre")
        if order == "all":
            return
        labels = [MEAN if place.head is None else f"H{place.head}" for place in places[0]]
        if order == "layer":
            labels = [label if label == MEAN else f"#{rank}" for rank, label in enumerate(labels, 1)]
        widest = max(fonts.text_width(label) for label in labels)
        every = math.ceil((widest + 4) / (self._rect(0, 0).width() + GAP))
        for column in range(0, len(labels), every):
            box = self._rect(last, column)
            draw_text(painter, box.center().x(), box.bottom() + 11, labels[column], ink, align="centre")

    def _is_chosen(self, place: Place) -> bool:
        """Whether a cell is what is looked at: a head, each head of a layer for their mean, or a mean over layers."""
        if self._mean is not None:
            return place == self._mean
        look = self._session.look
        return look is not None and place.layer == look.terms.layer and look.terms.head in {place.head, "mean"}

    # Pointing and choosing

    def place_at(self, at: QPointF) -> Place | None:
        """Return what is under a point."""
        area, places = self._area(), self.places
        if not places or not area.contains(at):
            return None
        row = min(int((at.y() - area.top()) / area.height() * len(places)), len(places) - 1)
        column = min(int((at.x() - area.left()) / area.width() * len(places[row])), len(places[row]) - 1)
        return places[row][column] if self._rect(row, column).contains(at) else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Preview the head under the pointer, once it rests."""
        pointed = self.place_at(event.position())
        if pointed == self._pointed:
            return
        self._pointed = pointed
        if pointed is None:
            self._patience.stop()
            self.preview.hide()
        elif self.preview.isVisible():
            self._show_preview()
        else:
            self._patience.start()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the head under the pointer."""
        if place := self.place_at(event.position()):
            self._choose(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk the map with the arrow keys, as it is sorted."""
        move, places = MOVES.get(Qt.Key(event.key())), self.places
        if move is None or not places:
            super().keyPressEvent(event)
            return
        row, column = self._current()
        row = min(max(row + move[0], 0), len(places) - 1)
        column = min(max(column + move[1], 0), len(places[row]) - 1)
        self._choose(places[row][column])

    def _current(self) -> tuple[int, int]:
        """Return row and column of what is looked at; of the first head where that is a mean that is not shown."""
        session = self._session
        wanted = self._mean or Place(session.layer, None if session.head == "mean" else session.head)
        for place in (wanted, Place(wanted.layer, 0)):
            for row, places in enumerate(self.places):
                if place in places:
                    return row, places.index(place)
        return 0, 0

    def _choose(self, place: Place) -> None:
        """Look at a head, at the mean over a layer's heads, or, in the preview, at a mean over layers."""
        self._mean = place if place.layer is None else None
        if place.layer is not None:
            self.chosen.emit(place.layer, "mean" if place.head is None else place.head)
            if self._pointed is None:
                self.preview.hide()
        else:
            self._pointed = place
            self._show_preview()
        self._on_changed()

    def _show_preview(self) -> None:
        """Show what is known of the head pointed at, and ask for what is not."""
        place, values = self._pointed, self._measuring.values
        if place is None or values is None or not self.isVisible():
            self.preview.hide()
            return
        self._measuring.peek(True)
        found = self._measuring.found if self._measuring.current else None
        alike = self._measuring.alike.found if self._measuring.view.metric == ALIKE else None
        metric = self._measuring.view.metric
        self.preview.show_place(place, found, self._session.look, metric, alike)
        self.preview.put_beside(self, self.cell_rect(place.layer, place.head))

    def _leave(self) -> None:
        self._pointed = None
        self._patience.stop()
        self.preview.hide()
        self._measuring.peek(False)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Measure the heads, so that a preview has its numbers."""
        super().enterEvent(event)
        self._measuring.peek(True)

    def leaveEvent(self, event: QEvent) -> None:
        """Preview nothing any more."""
        super().leaveEvent(event)
        self._leave()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Leave the mean that the keyboard was at."""
        super().focusOutEvent(event)
        self._mean = None
        self._leave()
        self._on_changed()

    def showEvent(self, event: QShowEvent) -> None:
        """Measure what is wanted, now that somebody looks."""
        super().showEvent(event)
        self._measuring.want(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Measure nothing for nobody."""
        super().hideEvent(event)
        self._leave()
        self._measuring.want(False)


def _name(place: Place, order: str) -> str:
    """Return the name of a head in its cell; none where the labels at the sides say it."""
    if order == "all":
        return place.short
    return "" if order == "number" else MEAN if place.head is None else f"H{place.head}"


def _fitting(texts: list[str], room: float) -> int:
    """Return the largest size of letters in which all texts fit, down to 7 pixels; 0 for none."""
    texts = list(set(texts))
    sizes = (
        size
        for size in range(fonts.LABEL, 6, -1)
        if max((fonts.text_width(t, size) for t in texts), default=0) <= room - 2
    )
    return next(sizes, 0)
