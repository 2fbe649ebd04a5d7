"""What stands in the export dialog: the choices, as controls, and the figure as it will be in the file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from relviz.app.exporting.choices import (
    DPI_LEAST,
    DPI_MOST,
    DURATION_LEAST,
    DURATION_MOST,
    KINDS,
    ExportChoices,
    formats_of,
)
from relviz.figure.options import LARGEST, MILLIMETRES, SMALLEST
from relviz.figure.writing.formats import PIXELS, TELLING
from relviz.ui.widgets.rows import fill, row_of, show_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QImage, QStandardItemModel

    from relviz.app.exporting.choices import Spread

TEXT_MARGIN = 5
"""Left of a number, which else would touch the border: Qt leaves out the padding there. Text begins as in a list."""
PREVIEW = QSize(460, 320)


class ExportForm(QWidget):
    """Which figure, of which segments, as what, how large, and what is written on it.

    Signals:
        changed(): something else is chosen.
    """

    changed = Signal()

    def __init__(self, choices: ExportChoices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        tr = self.tr
        self._choices = choices
        self.kind = _box([(kind, tr(title)) for kind, title in KINDS.items()], self)
        self.spread = _box(
            (
                ("one", tr("This one")),
                ("files", tr("Every segment, one file each")),
                ("animation", tr("Every segment, as an animation")),
            ),
            self,
        )
        self.format = QComboBox(self)
        self.duration = _number(DURATION_LEAST, DURATION_MOST, tr("{0} ms"), self)
        self.duration.setSingleStep(100)
        self.width_box, self.height_box = (_number(1, 1, "{0}", self) for _ in range(2))
        self.length = _box((("px", tr("px")), ("mm", tr("mm"))), self)
        self.dpi = _number(DPI_LEAST, DPI_MOST, tr("{0} dpi"), self)
        self.theme = _box((("screen", tr("As on the screen")), ("light", tr("Light")), ("dark", tr("Dark"))), self)
        self.title = QLineEdit(self)
        self.title.setPlaceholderText(tr("none"))
        self.length.setToolTip(
            tr("A pixel here is 1/96 inch, as on the web; the resolution says how many the file has.")
        )
        self.labels = QCheckBox(tr("&Tokens along the axes"), self)
        self.caption = QCheckBox(tr("&Line below with model, segment and head"), self)
        self.text = QCheckBox(tr("Put my te&xt into the picture"), self)
        self.about_text = QLabel(self)
        self.about_text.setObjectName("muted")
        self.about_text.setWordWrap(True)
        self._lay_out()
        self._show(choices)
        for box in (self.kind, self.spread, self.format, self.length, self.theme):
            box.activated.connect(self._on_changed)
        for number in (self.duration, self.width_box, self.height_box, self.dpi):
            number.valueChanged.connect(self._on_changed)
        for switch in (self.labels, self.caption, self.text):
            switch.toggled.connect(self._on_changed)
        self.title.textChanged.connect(self._on_changed)

    def _lay_out(self) -> None:
        tr = self.tr
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(8)
        times = QLabel("×", self)
        form.addRow(self._label(tr("&Figure"), self.kind), self.kind)
        form.addRow(self._label(tr("&Segments"), self.spread), self.spread)
        form.addRow(
            self._label(tr("F&ormat"), self.format), row_of(None, (self.format, 1), (self.duration, 1), spacing=6)
        )
        sides = row_of(None, (self.width_box, 1), times, (self.height_box, 1), (self.length, 1), spacing=6)
        form.addRow(self._label(tr("Si&ze"), self.width_box), sides)
        form.addRow(self._label(tr("&Resolution"), self.dpi), self.dpi)
        form.addRow(self._label(tr("Colo&urs"), self.theme), self.theme)
        form.addRow(self._label(tr("T&itle"), self.title), self.title)
        form.addRow("", self.labels)
        form.addRow("", self.caption)
        form.addRow("", self.text)
        form.addRow("", self.about_text)
        names = (
            (self.kind, tr("Which figure")),
            (self.spread, tr("Which segments")),
            (self.format, tr("Kind of file")),
            (self.duration, tr("How long a segment stays")),
            (self.width_box, tr("Width")),
            (self.height_box, tr("Height")),
            (self.length, tr("What width and height are told in")),
            (self.dpi, tr("Pixels per inch")),
            (self.theme, tr("Colours")),
            (self.title, tr("Title over the figure")),
        )
        for named, name in names:
            named.setAccessibleName(name)

    def _label(self, text: str, control: QWidget) -> QLabel:
        """Return the label of a row, level with a control; its mnemonic leads there."""
        label = QLabel(text, self)
        label.setBuddy(control)
        label.setMinimumHeight(control.sizeHint().height())
        return label

    @property
    def choices(self) -> ExportChoices:
        """What is chosen."""
        return self._choices

    @property
    def file_format(self) -> str:
        """The kind of file that is chosen."""
        return self._choices.moving if self._choices.spread == "animation" else self._choices.still

    @property
    def tells_text(self) -> bool:
        """Whether the text goes into the picture."""
        return self.text.isChecked() and self.text.isEnabled()

    def show_layer(self, layer: int) -> None:
        """Say which layer's heads there are."""
        for row, title in enumerate(KINDS.values()):
            if "{0}" in title:
                self.kind.setItemText(row, self.tr(title).format(layer))

    def allow_spread(self, allowed: bool) -> None:
        """Let every segment be chosen, or only the one that is shown."""
        model = cast("QStandardItemModel", self.spread.model())
        for row in range(1, self.spread.count()):
            model.item(row).setEnabled(allowed)
            tip = "" if allowed else self.tr("This page is drawn for the segment shown alone.")
            self.spread.setItemData(row, tip, Qt.ItemDataRole.ToolTipRole)
        if not allowed and self._choices.spread != "one":
            self._show(replace(self._choices, spread="one"))

    def _on_changed(self) -> None:
        """Take over what the controls say."""
        before = self._choices
        spread = cast("Spread", self.spread.currentData())
        length = self.length.currentData()
        if length != before.length:  # told otherwise, as large as before
            self._show(replace(before, length=length))
            self.changed.emit()
            return
        chosen = replace(
            before,
            kind=self.kind.currentData(),
            spread=spread,
            duration=self.duration.value(),
            width=self._pixels(self.width_box, before.width),
            height=self._pixels(self.height_box, before.height),
            dpi=self.dpi.value(),
            theme=self.theme.currentData(),
            labels=self.labels.isChecked(),
            caption=self.caption.isChecked(),
        )
        if spread == before.spread:
            place = "moving" if spread == "animation" else "still"
            chosen = replace(chosen, **{place: self.format.currentData()})
        self._show(chosen)
        self.changed.emit()

    def _pixels(self, box: QSpinBox, before: int) -> int:
        """Return a side in device-independent pixels; what was not touched does not drift."""
        if box.value() == self._told(before):
            return before
        factor = MILLIMETRES if self._choices.length == "mm" else 1.0
        return min(max(round(box.value() / factor), SMALLEST), LARGEST)

    def _told(self, pixels: int) -> int:
        return round(pixels * MILLIMETRES) if self._choices.length == "mm" else pixels

    def _show(self, choices: ExportChoices) -> None:
        """Set the controls without a word."""
        self._choices = choices
        controls = (
            *(self.kind, self.spread, self.format, self.length, self.theme, self.labels, self.caption),
            *(self.duration, self.width_box, self.height_box, self.dpi),
        )
        for control in controls:
            control.blockSignals(True)
        show_value(self.kind, choices.kind)
        show_value(self.spread, choices.spread)
        kinds = formats_of(choices.spread)
        if [self.format.itemData(row) for row in range(self.format.count())] != list(kinds):
            self.format.clear()
            for kind in kinds:
                self.format.addItem({"apng": self.tr("Animated PNG")}.get(kind, kind.upper()), kind)
        show_value(self.format, self.file_format)
        self.duration.setValue(choices.duration)
        self.duration.setVisible(choices.spread == "animation")
        show_value(self.length, choices.length)
        for box, side in ((self.width_box, choices.width), (self.height_box, choices.height)):
            box.setRange(self._told(SMALLEST), self._told(LARGEST))
            box.setValue(self._told(side))
        self.dpi.setValue(choices.dpi)
        self.dpi.setEnabled(self.file_format in PIXELS)
        show_value(self.theme, choices.theme)
        self.labels.setChecked(choices.labels)
        self.caption.setChecked(choices.caption)
        self.text.setEnabled(self.file_format in TELLING)
        self.about_text.setText(self._said())
        for control in controls:
            control.blockSignals(False)

    def _said(self) -> str:
        """Return what a picture tells of the text."""
        if self.file_format not in TELLING:
            return self.tr("Only PNG restores what is shown here when it is dropped on relviz.")
        if self.tells_text:
            return self.tr("Whoever gets the picture can read the whole text in it.")
        return self.tr("Dropped on relviz, the picture restores all settings, but not the text: it is not in it.")


class PicturePreview(QWidget):
    """Shows a picture whole, in the middle, with a thin frame; or a sentence where there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.image: QImage | None = None
        self.words = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Preview of the file"))

    def sizeHint(self) -> QSize:
        """Return a size at which a figure can be recognised."""
        return PREVIEW

    def minimumSizeHint(self) -> QSize:
        """Return the size below which it would say nothing."""
        return PREVIEW / 2

    @property
    def room(self) -> tuple[float, float]:
        """Pixels of the device that a picture may have."""
        scale = self.devicePixelRatioF()
        return (self.width() - 2) * scale, (self.height() - 2) * scale

    def show_picture(self, image: QImage) -> None:
        """Show a picture."""
        self.image, self.words = image, ""
        self.update()

    def show_words(self, words: str) -> None:
        """Say why there is no picture."""
        self.image, self.words = None, words
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the picture, or the sentence."""
        painter = QPainter(self)
        if self.image is None:
            painter.setPen(self.palette().placeholderText().color())
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.words)
            return
        room = QSizeF(self.size()) - QSizeF(2, 2)
        size = QSizeF(self.image.size()).scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
        corner = QPointF(round((self.width() - size.width()) / 2), round((self.height() - size.height()) / 2))
        target = QRectF(corner, size)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(target, self.image)
        painter.setPen(QPen(QColor(self.palette().mid().color()), 1))
        painter.drawRect(target.adjusted(-0.5, -0.5, 0.5, 0.5))


def _box(values: Sequence[tuple[str, str]], parent: QWidget) -> QComboBox:
    box = QComboBox(parent)
    fill(box, values)
    return box


def _number(low: int, high: int, pattern: str, parent: QWidget) -> QSpinBox:
    box = QSpinBox(parent)
    before, _, after = pattern.partition("{0}")
    box.setPrefix(before)
    box.setSuffix(after)
    box.setRange(low, high)
    box.setKeyboardTracking(False)
    box.lineEdit().setTextMargins(TEXT_MARGIN, 0, 0, 0)
    return box
