"""The toolbar: model, device, lengths, steps, layer and head."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QSpinBox, QToolBar, QWidget, QWidgetAction

from relviz.app.engine.models import bundled_models, language_models
from relviz.ui.bars.words import device_name, sentence
from relviz.ui.widgets.labels import action_button
from relviz.ui.widgets.rows import show_value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QAction, QResizeEvent

    from relviz.app.session.session import Session

LONGEST = 4096
"""Largest length the boxes accept."""
AROUND = 26
"""Width of a box without its number: the frame and the arrows."""


class Toolbar(QToolBar):
    """What is read, how it is cut, where the cursor is, and which head is looked at."""

    def __init__(self, session: Session, actions: Mapping[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar")
        self.setWindowTitle(self.tr("Toolbar"))
        self.setMovable(False)
        self._session = session
        self._spare: list[QWidgetAction] = []  # what goes where there is little room, first to last
        widest = max("transfo-xl", self.tr("by the text"), key=self.fontMetrics().horizontalAdvance)
        self.model = self._combo(self.tr("Model"), [], widest, spare=True)
        if len(language_models()) > 1:
            self.model.addItem(self.tr("by the text"), None)
            self.model.setItemData(0, self.tr("The model that fits the text"), Qt.ItemDataRole.ToolTipRole)
        for name in bundled_models():
            self.model.addItem(name, name)
        self.model.view().setMinimumWidth(self.model.view().sizeHintForColumn(0) + AROUND)
        self.device = self._combo(self.tr("on"), [], "CUDA", spare=True)
        self._show_devices(("cpu",), "auto")
        self.device.setAccessibleName(self.tr("Device"))
        self.device.setToolTip(self.tr("What the model runs on"))
        self.addSeparator()
        self.segment_length = self._spin(self.tr("Segments of"), 1, LONGEST)
        self.segment_length.setAccessibleName(self.tr("Segment length"))
        self.segment_length.setToolTip(self.tr("Segment length T, in tokens"))
        self.memory_length = self._spin(self.tr("memory of"), 0, LONGEST)
        self.memory_length.setAccessibleName(self.tr("Memory length"))
        self.memory_length.setToolTip(self.tr("Memory length M: how many tokens the memory can hold"))
        self.addSeparator()
        actions["back"].setIconText(self.tr("Back"))
        for name in ("back", "step", "play"):
            self.addWidget(action_button(actions[name], self))
        self.segment = self._spin(self.tr("Segment"), 0, 999)
        self.segment.setToolTip(self.tr("Number of the segment shown, from 0"))
        self.segments = QLabel(self)
        self._spare.append(self._put(self.segments))
        self.addSeparator()
        self.layer = self._combo(self.tr("Layer"), [], "00")
        self.head = self._combo(self.tr("Head"), [], self.tr("mean"))
        self.model.activated.connect(self._on_model)
        self.device.activated.connect(self._on_device)
        self.segment_length.valueChanged.connect(self._on_segment_length)
        self.memory_length.valueChanged.connect(self._on_memory_length)
        self.segment.valueChanged.connect(session.go_to_segment)
        self.layer.activated.connect(self._on_head)
        self.head.activated.connect(self._on_head)
        session.answered.connect(self._refresh)
        session.restored.connect(self._refresh)

    def _combo(self, label: str, items: list[str], widest: str, *, spare: bool = False) -> QComboBox:
        """Add a box of fixed width, whatever is chosen in it."""
        name = QLabel(label, self)
        action = self._put(name)
        if spare:
            self._spare.append(action)
        combo = QComboBox(self)
        name.setBuddy(combo)  # to a screen reader, a box is called what its label says
        combo.addItems(items)
        combo.setFixedWidth(combo.fontMetrics().horizontalAdvance(widest) + AROUND + 4)
        combo.setAccessibleName(label)
        self.addWidget(combo)
        return combo

    def _put(self, widget: QWidget) -> QWidgetAction:
        """Add a widget, and return its action: made here and not in Qt, or Python would not learn of its end."""
        action = QWidgetAction(self)
        action.setDefaultWidget(widget)
        self.addAction(action)
        return action

    def _spin(self, label: str, low: int, high: int) -> QSpinBox:
        """Add a box as wide as its largest number."""
        name = QLabel(label, self)
        self.addWidget(name)
        spin = QSpinBox(self)
        name.setBuddy(spin)
        spin.setRange(low, high)
        spin.setKeyboardTracking(False)
        spin.setAccessibleName(label)
        spin.setAlignment(Qt.AlignmentFlag.AlignRight)
        _widen(spin)
        self.addWidget(spin)
        return spin

    def _refresh(self) -> None:
        """Show what the session holds, without asking for anything."""
        response = self._session.response
        if response is None:
            return
        look = response.look
        _fill(self.layer, [str(layer) for layer in range(response.n_layer)], str(look.terms.layer))
        mean = self.tr("mean")
        heads = [*(str(head) for head in range(response.n_head)), mean]
        _fill(self.head, heads, mean if look.terms.head == "mean" else str(look.terms.head))
        self._show_devices(response.devices, response.request.options.device)
        self._show_model(response.source, sentence(response.choice) if response.choice else "")
        _show(self.segment_length, response.segment_length)
        _show(self.memory_length, look.memory_length)
        _show(self.segment, look.index, look.segments - 1)
        _widen(self.segment)
        self.segments.setText(self.tr("of 0–{0}").format(look.segments - 1))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what can be spared, so that no box is out of reach."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        for action in self._spare:
            action.setVisible(True)
        for action in self._spare:
            if self.sizeHint().width() <= self.width():
                return
            action.setVisible(False)

    def _show_model(self, model: str, why: str) -> None:
        """Show a model by its name; a folder's path, or why it was chosen, is in the tool tip."""
        if self.model.findData(model) < 0:
            self.model.addItem(Path(model).name, model)
            self.model.view().setMinimumWidth(self.model.view().sizeHintForColumn(0) + AROUND)
        show_value(self.model, model)
        self.model.setToolTip(why or model)

    def _show_devices(self, here: tuple[str, ...], chosen: str) -> None:
        """Offer the devices of this machine, and the best of them whichever that is."""
        devices = ("auto", *here)
        _fill(self.device, [device_name(device) for device in devices], device_name(chosen))
        for index, device in enumerate(devices):
            self.device.setItemData(index, device)

    def _on_model(self, index: int) -> None:
        name = self.model.itemData(index)
        if name == self._session.options.model:
            self._refresh()  # it is in use already: the box shows its name again
        else:
            self._session.set_options(model=name, segment_length=None, memory_length=None)

    def _on_device(self, index: int) -> None:
        self._session.set_options(device=self.device.itemData(index))

    def _on_segment_length(self, length: int) -> None:
        self._session.set_options(segment_length=length)

    def _on_memory_length(self, length: int) -> None:
        self._session.set_options(memory_length=length)

    def _on_head(self) -> None:
        head, last = self.head.currentIndex(), self.head.count() - 1
        self._session.choose_head(self.layer.currentIndex(), "mean" if head == last else head)


def _fill(combo: QComboBox, items: list[str], current: str) -> None:
    if [combo.itemText(index) for index in range(combo.count())] != items:
        combo.clear()
        combo.addItems(items)
    combo.setCurrentText(current)


def _show(spin: QSpinBox, value: int, largest: int | None = None) -> None:
    """Show a number without telling anybody; what the user has begun to type in its place stays."""
    line = spin.lineEdit()
    typed, cursor = line.text(), line.cursorPosition()
    begun = spin.hasFocus() and typed != spin.textFromValue(spin.value())
    spin.blockSignals(True)
    if largest is not None:
        spin.setMaximum(largest)
    spin.setValue(value)
    spin.blockSignals(False)
    if begun:
        line.setText(typed)
        line.setCursorPosition(cursor)


def _widen(spin: QSpinBox) -> None:
    """Make a box as wide as its largest number, and no narrower than three digits."""
    digits = max(3, len(str(spin.maximum())))
    spin.setFixedWidth(spin.fontMetrics().horizontalAdvance("0" * digits) + AROUND)
