from __future__ import annotations

import numpy as np
import pytest

from relviz.figure.colours.colormaps import MASKED, VIRIDIS, diverging, index_image, table
from relviz.figure.colours.palette import DARK, LIGHT, Palette, rgb
from relviz.figure.spec import Scale

BOTH = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])


def test_index_image_by_hand() -> None:
    """From -2 to 2 there are 254 steps: -2 is 0, 0 is 127, 1 is 190.5 rounded to even, 2 is 254, NaN is 255."""
    values = np.array([[-2.0, 0.0, 1.0], [2.0, np.nan, -1.0]], np.float32)
    indices = index_image(values, Scale(-2.0, 2.0, "signed"))
    assert indices.tolist() == [[0, 127, 190], [254, 255, 64]]
    assert indices.dtype == np.uint8
    assert indices.flags.c_contiguous


def test_values_beyond_the_scale_get_its_ends() -> None:
    """Values outside the scale and infinities get the end colours, and never the masked one."""
    values = np.array([[-np.inf, -9.0, 9.0, np.inf]])
    assert index_image(values, Scale(0.0, 1.0, "share")).tolist() == [[0, 0, 254, 254]]


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_index_image_takes_any_float_in_any_order(dtype: type[np.floating]) -> None:
    """Transposed and read-only arrays of any float type are read, and not changed."""
    values = np.array([[0.0, 0.5], [1.0, np.nan]], dtype).T
    values.setflags(write=False)
    assert index_image(values, Scale(0.0, 1.0, "share")).tolist() == [[0, 254], [127, 255]]


@BOTH
@pytest.mark.parametrize("kind", ["signed", "share"])
def test_masked_is_not_zero(palette: Palette, kind: str) -> None:
    """The masked colour is visibly another one than that of 0, and equal to no colour of the map."""
    colours = table(kind, palette)  # type: ignore[arg-type]
    zero = colours[127 if kind == "signed" else 0, :3].astype(int)
    masked = colours[MASKED, :3].astype(int)
    assert tuple(masked) == rgb(palette.masked)
    assert np.abs(masked - zero).max() >= 15
    assert np.abs(colours[:MASKED, :3].astype(int) - masked).max(axis=1).min() > 0


@BOTH
@pytest.mark.parametrize("kind", ["signed", "share"])
def test_table_is_256_opaque_colours(palette: Palette, kind: str) -> None:
    """A table has 256 opaque colours and cannot be changed by whoever gets it."""
    colours = table(kind, palette)  # type: ignore[arg-type]
    assert colours.shape == (256, 4)
    assert colours.dtype == np.uint8
    assert (colours[:, 3] == 255).all()
    assert not colours.flags.writeable


def test_shares_are_viridis() -> None:
    """Shares start and end with viridis' published first and last colour, and have its middle in the middle."""
    colours = table("share", LIGHT)
    assert colours[0].tolist() == [68, 1, 84, 255]
    assert colours[254].tolist() == [253, 231, 37, 255]
    between = VIRIDIS[127:129].astype(int)
    assert (np.abs(colours[127, :3] - between.mean(axis=0)) <= 1).all()


@BOTH
def test_signed_map_is_symmetric_and_even(palette: Palette) -> None:
    """Equal magnitudes are equally light, and lightness changes by equal steps away from a quiet middle."""
    linear = (diverging(palette.theme) / 255.0) ** 2.2
    light = np.cbrt(linear @ [0.2126, 0.7152, 0.0722])
    assert np.abs(light - light[::-1]).max() < 0.04
    half = np.diff(light[127:]) * (1 if palette is DARK else -1)
    assert (half > -0.004).all()
    assert np.ptp(diverging(palette.theme)[127].astype(int)) == 0
    ends = diverging(palette.theme)[[0, 254]].astype(int)
    assert ends[0, 2] > ends[0, 0]
    assert ends[1, 0] > ends[1, 2]


def test_the_middle_follows_the_theme() -> None:
    """Zero is nearly white in the light theme and nearly black in the dark one."""
    assert table("signed", LIGHT)[127, :3].min() > 235
    assert table("signed", DARK)[127, :3].max() < 40
