"""Animated GIF and PNG, read back by Pillow."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from relviz.errors import OutputError
from relviz.figure.colours.palette import DARK, LIGHT, Palette, rgb
from relviz.figure.spec import Axis, FigureSpec, Heatmap, Scale
from relviz.figure.writing.animation import Animation, write_animation
from relviz.figure.writing.gif import gif_colours
from relviz.figure.writing.write import write

pytestmark = pytest.mark.usefixtures("qapp")


def _figure(seed: int, *, share: bool = False) -> FigureSpec:
    values = np.random.default_rng(seed).normal(size=(6, 9)).astype(np.float32)
    values[0, 5:] = np.nan
    shares = np.abs(values)
    maps = [Heatmap("signed", "signed", values, Scale.signed(values), Axis("row"), Axis("column"))]
    if share:
        maps.append(Heatmap("share", "share", shares, Scale.share(shares), Axis("row"), Axis("column")))
    return FigureSpec("figure", f"number {seed}", (tuple(maps),), "the line below", size=(480, 300))


def _frames(picture: Image.Image) -> int:
    frames: int = getattr(picture, "n_frames", 1)
    return frames


def _pixels(path: Path) -> np.ndarray:
    with Image.open(path) as picture:
        return np.asarray(picture.convert("RGB")).astype(int)


def test_an_animated_png_has_the_very_pixels(tmp_path: Path) -> None:
    """Each frame, put together from what has changed, is the PNG of its figure to the last bit."""
    figures = [_figure(seed) for seed in (1, 2, 2, 3)]  # the third does not differ from the second at all
    for number, figure in enumerate(figures):
        write(figure, tmp_path / f"{number}.png", LIGHT, dpi=120)
    path = write_animation(figures, tmp_path / "all.apng", LIGHT, dpi=120, duration=250)

    with Image.open(path) as moving:
        assert (moving.format, _frames(moving), moving.info["loop"]) == ("PNG", 4, 0)
        assert moving.info["dpi"] == pytest.approx((120, 120), abs=0.05)
        assert moving.info["Title"] == "number 1"
        for number in range(4):
            moving.seek(number)
            assert moving.info["duration"] == 250
            np.testing.assert_array_equal(np.asarray(moving.convert("RGB")), _pixels(tmp_path / f"{number}.png"))


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("share", [False, True], ids=["one map", "two maps"])
def test_a_gif_keeps_colours_true(tmp_path: Path, palette: Palette, share: bool) -> None:
    """The colours of cells differ by no more than a step of the coarser map, ground and masked cells not at all."""
    figures = [_figure(seed, share=share) for seed in (1, 2)]
    for number, figure in enumerate(figures):
        write(figure, tmp_path / f"{number}.png", palette, dpi=96)
    path = write_animation(figures, tmp_path / "all.gif", palette, duration=333)

    with Image.open(path) as moving:
        assert (moving.format, _frames(moving), moving.info["loop"]) == ("GIF", 2, 0)
        for number in range(2):
            moving.seek(number)
            assert moving.info["duration"] == 330  # it counts hundredths of a second
            frame, true = np.asarray(moving.convert("RGB")).astype(int), _pixels(tmp_path / f"{number}.png")
            apart = np.abs(frame - true).max(2)
            for colour in (palette.paper, palette.masked, palette.text):
                assert not apart[(true == rgb(colour)).all(2)].any()
            assert np.percentile(apart, 97) <= 6
            assert apart.mean() < 1


def test_a_gif_has_both_ends_and_the_middle_of_a_map() -> None:
    """256 colours hold the strongest negative, zero and the strongest positive exactly."""
    from relviz.figure.colours.colormaps import table

    chosen = {tuple(colour) for colour in gif_colours(_figure(1, share=True), LIGHT).tolist()}
    assert len(gif_colours(_figure(1, share=True), LIGHT)) == 256
    for index in (0, 127, 254):
        assert tuple(table("signed", LIGHT)[index, :3].tolist()) in chosen
    for index in (0, 254):
        assert tuple(table("share", LIGHT)[index, :3].tolist()) in chosen


def test_nothing_to_draw_is_an_error(tmp_path: Path) -> None:
    """An animation without figures is said, and no file is there."""
    with pytest.raises(OutputError, match="no segment"):
        Animation([("gif", tmp_path / "a.gif")], LIGHT, 96, 100).write()
    assert not list(tmp_path.iterdir())
