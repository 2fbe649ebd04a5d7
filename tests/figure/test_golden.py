"""The kept pictures look as they did: a colour, a line or a word that moves is seen."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from relviz.figure.colours.palette import PALETTES
from relviz.figure.writing.write import write
from tests import golden

if TYPE_CHECKING:
    from pathlib import Path

    from relviz.figure.colours.palette import Theme
    from relviz.figure.spec import FigureSpec

pytestmark = pytest.mark.usefixtures("qapp")
MOST = 12
"""Pixels that may be others: letters can be drawn a little otherwise elsewhere, a word that moves is more."""


def off(sheet: FigureSpec, name: str, theme: Theme, folder: Path) -> int:
    """Return how many pixels of a sheet are not as they were kept."""
    drawn = write(sheet, folder / "drawn.png", PALETTES[theme], dpi=96)
    with Image.open(golden.KEPT / f"{name}_{theme}.png") as kept, Image.open(drawn) as now:
        return golden.pixels(kept, now, golden.LEVELS)


@pytest.mark.parametrize("theme", golden.THEMES)
@pytest.mark.parametrize("name", golden.sheets())
def test_figures_look_as_they_did(name: str, theme: Theme, tmp_path: Path) -> None:
    """What is drawn now is what was kept; after a change that is wanted, ``python -m tests.golden --renew``."""
    assert off(golden.sheets()[name], name, theme, tmp_path) <= MOST


def test_a_small_change_is_seen(tmp_path: Path) -> None:
    """A word more in the caption, or one cell, is more than what is let pass."""
    sheet = golden.sheets()["maps"]
    assert off(dataclasses.replace(sheet, caption=f"{sheet.caption}!"), "maps", "light", tmp_path) > 0
    panel = sheet.grid[0][0]
    values = panel.values.copy()  # type: ignore[union-attr]
    values[0, 0] = 1.0
    other = dataclasses.replace(panel, values=values)  # type: ignore[arg-type]
    changed = dataclasses.replace(sheet, grid=((other, *sheet.grid[0][1:]), *sheet.grid[1:]))
    assert off(changed, "maps", "light", tmp_path) > MOST
