"""What the units of a loss are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:
    from relviz.core.units import Unit


def unit_name(unit: Unit) -> str:
    """Return the name of a unit in the language of the program, for several of it."""
    if unit == "bits":
        return QCoreApplication.translate("Units", "bits")
    return QCoreApplication.translate("Units", "nats")
