"""What losses are told in: a part of the session's state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from relviz.core.units import Unit


class Units(QObject):
    """Holds the unit of losses, which all that shows one follows.

    Attributes:
        unit: ``nats`` or ``bits``.

    Signals:
        changed(): it is another.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.unit: Unit = "nats"

    def set(self, unit: Unit) -> None:
        """Tell losses in another unit."""
        if unit != self.unit:
            self.unit = unit
            self.changed.emit()
