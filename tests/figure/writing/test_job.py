"""Many figures at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from relviz.core.reading.look import look_at
from relviz.errors import OutputError
from relviz.figure.colours.palette import LIGHT
from relviz.figure.views import VIEWS
from relviz.figure.writing.job import Batch, Compared, segment_stem, write_figures
from relviz.figure.writing.write import render
from tests.fixtures import models

if TYPE_CHECKING:
    from pathlib import Path

    from relviz.core.reading.trace import SegmentTrace
    from relviz.figure.spec import FigureSpec

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.slow
def test_files_are_those_drawn_one_by_one(tmp_path: Path) -> None:
    """Drawn by many threads, every file has the bytes that it has when drawn alone, and the paths come in order."""
    reading = models.reading(models.model(), 40, 8, 16)
    batch = Batch(("terms", "memory"), range(5), 1, 2, ("png", "svg", "pdf"), LIGHT, 96)
    paths = list(write_figures(reading, batch, tmp_path / "many"))

    assert [path.name for path in paths] == [
        f"{view}_s{segment:03d}_l1_h2.{kind}"
        for segment in range(5)
        for view in ("terms", "memory")
        for kind in ("png", "svg", "pdf")
    ]
    for path in paths:
        view, segment = path.stem.split("_")[:2]
        figure = VIEWS[view](look_at(reading.step(int(segment[1:])), 1, 2))
        assert path.read_bytes() == render(figure, LIGHT, path.suffix[1:], dpi=96), path  # type: ignore[arg-type]


def test_the_figures_before_a_failure_are_there(tmp_path: Path) -> None:
    """A segment that does not exist ends the batch once those before it are drawn."""
    batch = Batch(("terms",), [0, 1, 99], 0, 0, ("svg",), LIGHT, 96)
    written: list[Path] = []
    with pytest.raises(IndexError):
        written.extend(write_figures(models.reading(models.model(), 40, 8, 16), batch, tmp_path))

    assert sorted(path.name for path in tmp_path.iterdir()) == ["terms_s000_l0_h0.svg", "terms_s001_l0_h0.svg"]


def test_a_file_that_cannot_be_written_ends_the_batch(tmp_path: Path) -> None:
    """A folder in the place of the second file is named, after the first file has been."""
    (tmp_path / "terms_s001_l0_h0.svg").mkdir()
    files = write_figures(
        models.reading(models.model(), 40, 8, 16), Batch(("terms",), range(5), 0, 0, ("svg",), LIGHT, 96), tmp_path
    )

    assert next(files).name == "terms_s000_l0_h0.svg"
    with pytest.raises(OutputError, match="is a folder"):
        next(files)


@pytest.mark.slow
def test_who_has_seen_enough_can_leave(tmp_path: Path) -> None:
    """Closed after the first path, the batch draws no more than what was under way."""
    reading = models.reading(models.model(), 400, 8, 16)
    files = write_figures(reading, Batch(("terms",), range(50), 0, 0, ("svg",), LIGHT, 96), tmp_path)
    next(files)
    files.close()

    assert 1 <= len(list(tmp_path.iterdir())) < 50


def test_what_is_of_no_segment_is_drawn_once_and_needs_no_text(tmp_path: Path) -> None:
    """Figures that stand alone come first, once; those of segments are asked for each trace; else nothing is read."""
    reading = models.reading(models.model(), 40, 8, 16)
    figure = VIEWS["memory"](look_at(reading.step(0), 0, 0))
    asked: list[int] = []

    def draw(trace: SegmentTrace) -> FigureSpec:
        asked.append(trace.index)
        return figure

    compared = Compared(lambda look: f"compared_{segment_stem(look)}", draw)
    batch = Batch((), [1, 3], 0, 0, ("svg",), LIGHT, 96, (compared,), (("alone", figure),))
    names = [path.name for path in write_figures(reading, batch, tmp_path / "both")]

    assert names == ["alone.svg", "compared_s001.svg", "compared_s003.svg"]
    assert len(batch) == len(names)
    assert asked == [1, 3]
    nowhere = Batch((), [99], 0, 0, ("svg",), LIGHT, 96, (), (("alone", figure),))
    assert [path.name for path in write_figures(reading, nowhere, tmp_path / "alone")] == ["alone.svg"]
