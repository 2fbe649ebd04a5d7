"""What people call the devices that a model runs on."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def device_name(device: str) -> str:
    """Return the label of a device: ``CPU``, ``CUDA``, ``MPS``, or ``Auto`` for the best there is."""
    return QCoreApplication.translate("Device", "Auto") if device == "auto" else device.upper()
