"""What all tests of figures need."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _fonts(qapp: object) -> None:
    """Qt's application, without which asking for a font ends the process: whichever test comes first."""
