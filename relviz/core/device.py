"""Where the model, its memory and the terms live."""

from __future__ import annotations

from typing import TYPE_CHECKING

from relviz.core.sentence import either
from relviz.errors import SettingError

if TYPE_CHECKING:
    import torch

DEVICES = ("auto", "cpu", "cuda", "mps")


def available_devices() -> list[str]:
    """Return the devices of this machine, best first; ``cpu`` is always last."""
    import torch  # noqa: PLC0415 # the command line asks for names alone

    devices = ["cpu"]
    if torch.backends.mps.is_available():
        devices.insert(0, "mps")
    if torch.cuda.is_available():
        devices.insert(0, "cuda")
    return devices


def choose_device(name: str = "auto") -> torch.device:
    """Return the device of that name; ``auto`` is the best one here.

    Raises:
        SettingError: there is no such device on this machine.
    """
    import torch  # noqa: PLC0415 # the command line asks for names alone

    here = available_devices()
    if name == "auto":
        return torch.device(here[0])
    if name.partition(":")[0] not in here:
        raise SettingError("There is no device {0} on this machine: choose {1}.", name, either(["auto", *here]))
    return torch.device(name)
