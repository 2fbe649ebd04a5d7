"""Figure 11: all heads of a model made visible, against BertViz and seaborn.

``python -m relviz.bench.versus`` makes the environment that it needs and takes the figure; from then on
``relviz bench --versus`` takes it, too.

A page of BertViz loads require.js, d3 and jQuery from the network. Where they are out of reach, ``require.js``,
``d3.js`` and ``jquery.js`` in the environment's folder ``scripts`` are taken.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QLabel

from relviz.bench.figure import Figure, Plan, at_least, missing, never
from relviz.bench.harness import Environment, compare, milliseconds
from relviz.bench.pictures import tiled
from relviz.errors import RelvizError
from relviz.figure.colours.colormaps import index_image
from relviz.figure.colours.palette import PALETTES
from relviz.figure.drawing.cells import colour_table, strongest
from relviz.figure.spec import Scale
from relviz.ui.program.launch import make_application

if TYPE_CHECKING:
    from collections.abc import Iterator

    from relviz.core.reading.trace import Floats

ENVIRONMENT = Environment(
    "versus",
    (f"torch=={torch.__version__.partition('+')[0]}", "bertviz==1.4.1", "seaborn"),
    "python -m relviz.bench.versus",
)
SHAPE = (12, 12, 512, 512)
"""Layers, heads, queries and keys: BERT base on a full text."""
SIDE = 128
"""Pixels of a head, each way, where there is room for all of them on a screen."""
PATIENCE = 600
"""Seconds that BertViz gets to write its page, and Chromium to paint it."""
SCRIPTS_TIME = 60_000
"""Milliseconds that a page's scripts get, by the page's clock, which runs ahead while there is nothing to do."""
BERTVIZ = "all heads of 12 x 12 x 512 x 512 visible, times faster than BertViz's model view"
SEABORN = "the same, times faster than seaborn's heatmaps"


def measure(plan: Plan) -> Iterator[Figure]:
    """Take the figures if they are asked for and the environment is there."""
    if not plan.versus or not ENVIRONMENT.ready:
        why = "is taken with --versus" if not plan.versus else f"needs BertViz and seaborn: {ENVIRONMENT.maker}"
        yield missing("11a", BERTVIZ, ">= 200", "x", why)
        yield missing("11b", SEABORN, ">= 10", "x", why)
        return
    yield from against(SHAPE)


def against(shape: tuple[int, int, int, int]) -> Iterator[Figure]:
    """Show the same tensors with all three."""
    make_application()
    attention = random_attention(shape)
    samples = compare({"relviz": lambda: show(attention)}, 3, 5, 20)
    ours = samples.median("relviz")
    with TemporaryDirectory() as folder:
        np.save(Path(folder) / "attention.npy", attention)
        yield _against_bertviz(ours, Path(folder))
        found = ENVIRONMENT.run("relviz.bench.versus_peers", "seaborn", folder)
        each = found["seconds"] / found["heads"]
        yield at_least(
            "11b",
            SEABORN,
            10,
            each * shape[0] * shape[1] / ours,
            "x",
            f"{milliseconds(ours)} for all against {found['seconds']:.1f} s for one PNG of {found['heads']} heatmaps, "
            f"so {each * shape[0] * shape[1]:.0f} s for all {shape[0] * shape[1]}",
        )


def _against_bertviz(ours: float, folder: Path) -> Figure:
    try:
        found = ENVIRONMENT.run("relviz.bench.versus_peers", "bertviz", str(folder), patience=PATIENCE)
    except (RelvizError, subprocess.TimeoutExpired) as error:
        return missing(
            "11a", BERTVIZ, ">= 200", "x", f"BertViz wrote no page ({error}); relviz took {milliseconds(ours)}"
        )
    painted = paint(folder / "page.html")
    detail = (
        f"{milliseconds(ours)} against {found['seconds']:.0f} s until its page of {found['bytes'] / 1e6:,.0f} MB is "
        f"written; {painted.how}"
    )
    if painted.shows is False and paint(folder / "few.html").shows:
        return never("11a", BERTVIZ, ">= 200", "x", f"{detail}; one of 2 x 2 heads and 8 tokens is painted")
    return at_least("11a", BERTVIZ, 200, (found["seconds"] + painted.seconds) / ours, "x", detail)


class Painted(NamedTuple):
    """What came of a page in a browser.

    Attributes:
        seconds: how long it took.
        shows: whether there is anything to be seen; None without a browser.
        how: the same in words.
    """

    seconds: float
    shows: bool | None
    how: str


def paint(page: Path) -> Painted:
    """Let headless Chromium paint a page."""
    browser = which("chromium") or which("chromium-browser") or which("google-chrome")
    if browser is None:
        return Painted(0, None, "there is no Chromium to paint it with")
    picture, start = page.with_suffix(".png"), time.perf_counter()
    flags = ["--headless", "--no-sandbox", "--disable-gpu", f"--virtual-time-budget={SCRIPTS_TIME}"]
    command = [browser, *flags, f"--screenshot={picture}", page.as_uri()]
    try:
        subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return Painted(PATIENCE, False, f"Chromium had not painted it after {PATIENCE} s more")
    took = time.perf_counter() - start
    image = QImage(str(picture))
    if image.isNull():
        return Painted(took, False, f"Chromium gave up after {took:.0f} s without painting it")
    first = image.pixelColor(0, 0)
    points = ((x, y) for x in range(0, image.width(), 7) for y in range(0, image.height(), 7))
    shows = any(image.pixelColor(x, y) != first for x, y in points)
    return Painted(took, shows, f"{took:.0f} s more in Chromium" + ("" if shows else ", which shows a blank page"))


def show(attention: Floats) -> None:
    """Show (L, H, T, K) attention in a window, layers down and heads across, and wait until it is painted."""
    label = QLabel()
    label.setPixmap(QPixmap.fromImage(picture(attention)))
    label.grab()  # paints it, as on a screen
    label.deleteLater()


def picture(attention: Floats, side: int = SIDE) -> QImage:
    """Return (L, H, T, K) attention as one picture, each head on a scale of its own."""
    heads = [strongest(head, side, side) for layer in attention for head in layer]
    indices = tiled([index_image(head, Scale.share(head)) for head in heads], attention.shape[1])
    height, width = indices.shape
    image = QImage(indices.data, width, height, width, QImage.Format.Format_Indexed8)
    image.setColorTable(colour_table("share", PALETTES["dark"]))
    return image.copy()  # the array dies with this function


def random_attention(shape: tuple[int, int, int, int]) -> Floats:
    """Return (L, H, T, K) probabilities: each row adds up to 1."""
    drawn = np.random.default_rng(0).standard_exponential(shape, np.float32)
    probabilities: Floats = drawn / drawn.sum(3, keepdims=True)
    return probabilities


def main() -> None:
    """Make the environment and take the figure."""
    ENVIRONMENT.make()
    for figure in measure(Plan(versus=True)):
        sys.stdout.write(f"{figure.id}  {figure.figure}: {figure.measured} ({figure.target})\n    {figure.detail}\n")


if __name__ == "__main__":
    main()
