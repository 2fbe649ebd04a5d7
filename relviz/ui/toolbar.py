"""The toolbar: model, device, lengths, steps, layer and head."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QSpinBox, QToolBar, QToolButton, QWidget

from relviz.app.models import bundled_models

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QAction

    from relviz.app.session import Session

LONGEST = 4096
"""Largest length the boxes accept."""


class Toolbar(QToolBar):
    """What is read, how it is cut, where the cursor is, and which head is looked at."""

    def __init__(self, session: Session, actions: Mapping[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar")
        self.setWindowTitle(self.tr("Toolbar"))
        self.setMovable(False)
        self._session = session
        self.model = self._combo(self.tr("Model"), [])
        for name in bundled_models():
            self.model.addItem(name, name)
        self.device = self._combo(self.tr("on"), ["auto", "cpu"])
        self.segment_length = self._spin(self.tr("Segment"), 1, LONGEST)
        self.segment_length.setToolTip(self.tr("Tokens in a segment, T"))
        self.memory_length = self._spin(self.tr("Memory"), 0, LONGEST)
        self.memory_length.setToolTip(self.tr("Tokens that the memory can hold"))
        self.addSeparator()
        for name in ("back", "step", "play"):
            self._button(actions[name])
        self.segment = self._spin(self.tr("Segment no."), 0, 0)
        self.segments = QLabel(self)
        self.addWidget(self.segments)
        self.addSeparator()
        self.layer = self._combo(self.tr("Layer"), [])
        self.head = self._combo(self.tr("Head"), [])
        self.model.activated.connect(self._on_model)
        self.device.textActivated.connect(self._on_device)
        self.segment_length.valueChanged.connect(self._on_segment_length)
        self.memory_length.valueChanged.connect(self._on_memory_length)
        self.segment.valueChanged.connect(session.go_to_segment)
        self.layer.activated.connect(self._on_head)
        self.head.activated.connect(self._on_head)
        session.answered.connect(self._on_answered)

    def _combo(self, label: str, items: list[str]) -> QComboBox:
        self.addWidget(QLabel(label, self))
        combo = QComboBox(self)
        combo.addItems(items)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        combo.setAccessibleName(label)
        self.addWidget(combo)
        return combo

    def _spin(self, label: str, low: int, high: int) -> QSpinBox:
        self.addWidget(QLabel(label, self))
        spin = QSpinBox(self)
        spin.setRange(low, high)
        spin.setKeyboardTracking(False)
        spin.setAccessibleName(label)
        spin.setAlignment(Qt.AlignmentFlag.AlignRight)
        spin.setFixedWidth(52)
        self.addWidget(spin)
        return spin

    def _button(self, action: QAction) -> None:
        button = QToolButton(self)
        button.setObjectName(action.objectName())
        button.setDefaultAction(action)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.addWidget(button)

    def _on_answered(self) -> None:
        """Show what the session holds, without asking for anything."""
        response = self._session.response
        if response is None:
            return
        look = response.look
        _fill(self.layer, [str(layer) for layer in range(response.n_layer)], str(look.terms.layer))
        _fill(self.head, [*(str(head) for head in range(response.n_head)), "mean"], str(look.terms.head))
        _fill(self.device, ["auto", *response.devices], response.request.options.device)
        model = response.request.options.model
        self._show_model(model)
        for spin, value in (
            (self.segment_length, response.segment_length),
            (self.memory_length, look.memory_length),
            (self.segment, look.index),
        ):
            spin.blockSignals(True)
            if spin is self.segment:
                spin.setMaximum(look.segments - 1)
            spin.setValue(value)
            spin.blockSignals(False)
        self.segments.setText(self.tr("of 0–{0}").format(look.segments - 1))

    def _show_model(self, model: str) -> None:
        """Show a model by its name; a folder's path is kept with it and in the tool tip."""
        if self.model.findData(model) < 0:
            self.model.addItem(Path(model).name, model)
        self.model.setCurrentIndex(self.model.findData(model))
        self.model.setToolTip(model)

    def _on_model(self, index: int) -> None:
        self._session.set_options(model=self.model.itemData(index), segment_length=None, memory_length=None)

    def _on_device(self, name: str) -> None:
        self._session.set_options(device=name)

    def _on_segment_length(self, length: int) -> None:
        self._session.set_options(segment_length=length)

    def _on_memory_length(self, length: int) -> None:
        self._session.set_options(memory_length=length)

    def _on_head(self) -> None:
        head = self.head.currentText()
        self._session.choose_head(self.layer.currentIndex(), "mean" if head == "mean" else int(head))


def _fill(combo: QComboBox, items: list[str], current: str) -> None:
    if [combo.itemText(index) for index in range(combo.count())] != items:
        combo.clear()
        combo.addItems(items)
    combo.setCurrentText(current)
