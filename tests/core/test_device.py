"""Where things are computed."""

from __future__ import annotations

import pytest

from relviz.core.device import available_devices, choose_device
from relviz.errors import SettingError


def test_the_processor_is_always_there_and_comes_last() -> None:
    """Devices are listed best first; cpu ends the list."""
    assert available_devices()[-1] == "cpu"
    assert len(set(available_devices())) == len(available_devices())


def test_auto_takes_the_best() -> None:
    """Auto is the first device of the list."""
    assert choose_device("auto").type == available_devices()[0]


def test_every_listed_device_can_be_chosen(device: str) -> None:
    """A device that is listed can be had by its name."""
    assert choose_device(device).type == device


@pytest.mark.parametrize("name", ["abacus", "", "cpus"])
def test_an_unknown_device_is_refused_with_those_there_are(name: str) -> None:
    """A device that is not here is a SettingError that lists what is."""
    with pytest.raises(SettingError, match=r"auto or .*cpu"):
        choose_device(name)
