from __future__ import annotations

import itertools
from typing import Literal

import numpy as np
import pytest

from relviz.figure.colours.colormaps import table
from relviz.figure.colours.palette import DARK, LIGHT, Palette, contrast, rgb

BOTH = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
TERMS = ("content", "position", "content_bias", "position_bias", "token_type")
# Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
BLINDNESS = {
    "none": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
}


def seen(colour: str, kind: str) -> np.ndarray:
    """Return a colour in OKLab as seen by people with that kind of colour blindness."""
    value = np.array(rgb(colour)) / 255
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    linear = np.clip(np.array(BLINDNESS[kind]) @ linear, 0, 1)
    cones = [
        [0.41222147, 0.53633254, 0.05144599],
        [0.21190350, 0.68069955, 0.10739696],
        [0.08830246, 0.28171884, 0.62997870],
    ]
    lab = [
        [0.21045426, 0.79361779, -0.00407205],
        [1.97799850, -2.42859221, 0.45059371],
        [0.02590404, 0.78277177, -0.80867577],
    ]
    place: np.ndarray = np.array(lab) @ np.cbrt(np.array(cones) @ linear)
    return place


def test_contrast_is_21_for_black_on_white() -> None:
    """Contrast follows WCAG: 21 between black and white, 4.54 for the grey #767676 that is known to pass on white."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@BOTH
def test_text_is_readable_on_every_ground(palette: Palette) -> None:
    """Text and secondary text have 4.5:1 on every ground that text lies on, tinted tokens included."""
    grounds = (
        *(palette.paper, palette.background, palette.panel, palette.raised),
        *(palette.memory_tint, palette.segment_tint, palette.forgotten_tint),
    )
    for text, ground in itertools.product((palette.text, palette.muted), grounds):
        assert contrast(text, ground) >= 4.5, (text, ground)
    assert contrast(palette.on_text, palette.text) >= 4.5


@BOTH
def test_titles_are_readable(palette: Palette) -> None:
    """Every ink that titles are written in has 4.5:1 on paper, window and panels, and so have labels of lines."""
    for ground in (palette.paper, palette.background, palette.panel):
        for name, ink in palette.inks.items():
            assert contrast(ink, ground) >= 4.5, (name, ground)
    for label in (palette.cursor, palette.limit):
        assert contrast(label, palette.paper) >= 4.5


@BOTH
def test_text_on_chips_is_readable(palette: Palette) -> None:
    """Black or white, as the palette chooses, has 4.5:1 on every fill."""
    for fill in palette.fills.values():
        assert contrast(palette.on(fill), fill) >= 4.5


@BOTH
@pytest.mark.parametrize("kind", BLINDNESS)
def test_memory_and_segment_belong_to_no_term(palette: Palette, kind: str) -> None:
    """Memory and segment differ from all five terms and from each other, for colour-blind people too."""
    others = [palette.fills[term] for term in TERMS]  # type: ignore[index]
    for one, other in [
        *itertools.product((palette.fills["memory"], palette.fills["segment"]), others),
        (palette.fills["memory"], palette.fills["segment"]),
        (palette.fills["memory"], palette.fills["self"]),
        (palette.fills["segment"], palette.fills["self"]),
        (palette.memory_tint, palette.segment_tint),
    ]:
        # 0.02 is about what people just notice in OKLab; three times that is told apart without looking twice.
        assert np.linalg.norm(seen(one, kind) - seen(other, kind)) > 0.06, (one, other)


@pytest.mark.parametrize("kind", ["share", "signed"])
@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_numbers_on_cells_are_readable(palette: Palette, kind: Literal["share", "signed"]) -> None:
    """A number on a cell has 4.5:1 on every colour that a cell can have."""
    grounds = ["#{:02x}{:02x}{:02x}".format(*colour) for colour in table(kind, palette)[:, :3].tolist()]
    assert min(contrast(palette.on(ground), ground) for ground in grounds) >= 4.5
