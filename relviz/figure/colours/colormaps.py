"""Numbers to colours: cells become one byte each, and a table says which colour each byte is.

The window and the files use the same two functions, so that they agree to the pixel. One byte is kept for masked
cells, which paints five times faster than NaN would.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal

import numpy as np

from relviz.figure.colours.palette import Palette, Theme, rgb

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from relviz.figure.spec import Floats, Scale


MASKED = 255
"""The index of a cell that a query may not see."""
COLOURS = 255
"""Indices 0..254 are colours: an odd number, so that 127 is exactly the middle of a signed scale."""

BLUE, YELLOW = 258.0, 89.0
"""OKLab hue angles of negative and positive scores, in degrees."""
_PATHS: dict[Theme, tuple[tuple[float, float], ...]] = {
    "light": ((0.965, 0.0), (0.78, 0.115), (0.49, 0.101)),
    "dark": ((0.235, 0.0), (0.55, 0.125), (0.85, 0.076)),
}
"""OKLab lightness and chroma at 0, on the way, and at the ends, the same for both hues."""


def index_image(values: Floats, scale: Scale) -> NDArray[np.uint8]:
    """Return the colour index of every cell.

    Args:
        values: (rows, columns); NaN is masked, infinities and what lies outside the scale get the end colours.
        scale: which value is the first colour and which the last.

    Returns:
        (rows, columns) uint8, C-contiguous: 0..254 from ``scale.low`` to ``scale.high``, 255 for masked cells.
    """
    place = np.clip(values, scale.low, scale.high).astype(np.float64)
    place -= scale.low
    if scale.log:
        place += scale.low
        place /= scale.low
        np.log(place, out=place)
        place *= (COLOURS - 1) / np.log(scale.high / scale.low)
    elif scale.power == 1:
        place *= (COLOURS - 1) / (scale.high - scale.low)
    else:
        place /= scale.high - scale.low
        np.power(place, scale.power, out=place)
        place *= COLOURS - 1
    np.rint(place, out=place)
    place[np.isnan(place)] = MASKED
    return np.ascontiguousarray(place.astype(np.uint8))


def table(kind: Literal["signed", "share"], palette: Palette) -> NDArray[np.uint8]:
    """Return the colour of every index.

    Args:
        kind: ``signed`` for blue to yellow with a quiet middle, ``share`` for viridis; see ``Scale.kind``.
        palette: the theme; it gives the middle of the signed map and the masked colour.

    Returns:
        (256, 4) uint8 red, green, blue and opacity; row 255 is the masked colour. Read-only.
    """
    return _table(kind, palette.theme, palette.masked)


def diverging(theme: Theme) -> NDArray[np.uint8]:
    """Return a blue-yellow map whose middle is near the ground of a theme.

    Both halves take the same path through OKLab lightness and chroma (Ottosson 2020, "A perceptual color space for
    image processing") and differ in hue only, so equal magnitudes look equally strong; colours are spaced evenly
    along it, so equal differences look equal. Blue and yellow differ for every common kind of colour blindness.

    Returns:
        (255, 3) uint8 from the most negative to the most positive score; row 127 is 0.
    """
    # A quadratic Bezier curve, walked in steps of equal length.
    start, bend, end = (np.array(point) for point in _PATHS[theme])
    t = np.linspace(0, 1, 1001)[:, None]
    path = (1 - t) ** 2 * start + 2 * t * (1 - t) * bend + t**2 * end  # (1001, 2) lightness, chroma
    walked = np.concatenate([[0.0], np.hypot(*np.diff(path, axis=0).T).cumsum()])
    even = np.linspace(0, walked[-1], COLOURS // 2 + 1)
    lightness, chroma = np.interp(even, walked, path[:, 0]), np.interp(even, walked, path[:, 1])
    positive, negative = (_srgb(lightness, chroma, hue) for hue in (YELLOW, BLUE))
    return np.concatenate([negative[:0:-1], positive])


@cache
def _table(kind: Literal["signed", "share"], theme: Theme, masked: str) -> NDArray[np.uint8]:
    """Return the table; cached by what it depends on."""
    made = np.full((256, 4), 255, np.uint8)
    made[:COLOURS, :3] = diverging(theme) if kind == "signed" else _viridis()
    made[MASKED, :3] = rgb(masked)
    made.setflags(write=False)
    return made


def _viridis() -> NDArray[np.uint8]:
    """Return viridis in 255 steps instead of 256, both ends kept."""
    places = np.linspace(0, len(VIRIDIS) - 1, COLOURS)
    steps = np.arange(len(VIRIDIS))
    return np.rint(np.stack([np.interp(places, steps, part) for part in VIRIDIS.T], axis=1)).astype(np.uint8)


def _srgb(lightness: Floats, chroma: Floats, hue: float) -> NDArray[np.uint8]:
    """Return the sRGB bytes, (N, 3), of OKLab colours (Ottosson 2020; the matrices are his)."""
    a, b = chroma * np.cos(np.radians(hue)), chroma * np.sin(np.radians(hue))
    lab = np.stack([lightness, a, b])  # (3, N)
    to_cones = [[1, 0.3963377774, 0.2158037573], [1, -0.1055613458, -0.0638541728], [1, -0.0894841775, -1.2914855480]]
    to_rgb = [
        [4.0767416621, -3.3077115913, 0.2309699292],
        [-1.2684380046, 2.6097574011, -0.3413193965],
        [-0.0041960863, -0.7034186147, 1.7076147010],
    ]
    linear = np.clip(np.array(to_rgb) @ (np.array(to_cones) @ lab) ** 3, 0, 1)
    encoded = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    table: NDArray[np.uint8] = np.rint(255 * encoded).astype(np.uint8).T
    return table


VIRIDIS = np.frombuffer(
    bytes.fromhex(
        "44015444025645045745055946075a46085c460a5d460b5e470d60470e6147106347116447136548146748166848176948186a481a6c"
        "481b6d481c6e481d6f481f70482071482173482374482475482576482677482878482979472a7a472c7a472d7b472e7c472f7d46307e"
        "46327e46337f463480453581453781453882443983443a83443b84433d84433e85423f85424086424186414287414487404588404688"
        "3f47883f48893e49893e4a893e4c8a3d4d8a3d4e8a3c4f8a3c508b3b518b3b528b3a538b3a548c39558c39568c38588c38598c375a8c"
        "375b8d365c8d365d8d355e8d355f8d34608d34618d33628d33638d32648e32658e31668e31678e31688e30698e306a8e2f6b8e2f6c8e"
        "2e6d8e2e6e8e2e6f8e2d708e2d718e2c718e2c728e2c738e2b748e2b758e2a768e2a778e2a788e29798e297a8e297b8e287c8e287d8e"
        "277e8e277f8e27808e26818e26828e26828e25838e25848e25858e24868e24878e23888e23898e238a8d228b8d228c8d228d8d218e8d"
        "218f8d21908d21918c20928c20928c20938c1f948c1f958b1f968b1f978b1f988b1f998a1f9a8a1e9b8a1e9c891e9d891f9e891f9f88"
        "1fa0881fa1881fa1871fa28720a38620a48621a58521a68522a78522a88423a98324aa8325ab8225ac8226ad8127ad8128ae8029af7f"
        "2ab07f2cb17e2db27d2eb37c2fb47c31b57b32b67a34b67935b77937b87838b9773aba763bbb753dbc743fbc7340bd7242be7144bf70"
        "46c06f48c16e4ac16d4cc26c4ec36b50c46a52c56954c56856c66758c7655ac8645cc8635ec96260ca6063cb5f65cb5e67cc5c69cd5b"
        "6ccd5a6ece5870cf5773d05675d05477d1537ad1517cd2507fd34e81d34d84d44b86d54989d5488bd6468ed64590d74393d74195d840"
        "98d83e9bd93c9dd93ba0da39a2da37a5db36a8db34aadc32addc30b0dd2fb2dd2db5de2bb8de29bade28bddf26c0df25c2df23c5e021"
        "c8e020cae11fcde11dd0e11cd2e21bd5e21ad8e219dae319dde318dfe318e2e418e5e419e7e419eae51aece51befe51cf1e51df4e61e"
        "f6e620f8e621fbe723fde725"
    ),
    np.uint8,
).reshape(256, 3)
"""(256, 3) uint8: red, green, blue from the lowest to the highest value."""
