"""Many figures at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from relviz.core.reading.look import look_at
from relviz.errors import OutputError
from relviz.figure.colours.palette import LIGHT
from relviz.figure.views import VIEWS
from relviz.figure.views.chosen import Chosen
from relviz.figure.views.memory import memory_figure
from relviz.figure.writing.job import Drawing, Job, Shown, segment_stem, write_job
from relviz.figure.writing.write import render
from tests.fixtures import models

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from relviz.core.reading.trace import SegmentTrace
    from relviz.figure.spec import FigureSpec
    from relviz.figure.writing.formats import Format

pytestmark = pytest.mark.usefixtures("qapp")
USUAL = Chosen()


def job(
    folder: Path,
    segments: Sequence[int],
    *views: str,
    formats: Sequence[Format] = ("svg",),
    place: tuple[int, int] = (0, 0),
) -> Job:
    """Return a job over a short text."""
    reading = models.reading(models.model(), 400 if len(segments) > 9 else 40, 8, 16)
    drawings = [Drawing.of(VIEWS[view], USUAL) for view in views]
    return Job(drawings, segments, lambda index: Shown(reading.step(index), *place), folder, LIGHT, 96, formats)


@pytest.mark.slow
def test_files_are_those_drawn_one_by_one(tmp_path: Path) -> None:
    """Drawn by many threads, every file has the bytes that it has when drawn alone, and the paths come in order."""
    reading = models.reading(models.model(), 40, 8, 16)
    many = job(tmp_path / "many", range(5), "terms", "memory", formats=("png", "svg", "pdf"), place=(1, 2))
    paths = [path for path in write_job(many) if path]

    assert [path.name for path in paths] == [
        f"{view}_s{segment:03d}_l1_h2.{kind}"
        for segment in range(5)
        for view in ("terms", "memory")
        for kind in ("png", "svg", "pdf")
    ]
    for path in paths:
        view, segment = path.stem.split("_")[:2]
        trace = reading.step(int(segment[1:]))
        draw = VIEWS[view].draw
        assert draw is not None
        figure = draw(trace, look_at(trace, 1, 2), USUAL)
        assert path.read_bytes() == render(figure, LIGHT, path.suffix[1:], dpi=96), path  # type: ignore[arg-type]


def test_the_figures_before_a_failure_are_there(tmp_path: Path) -> None:
    """A segment that does not exist ends the batch once those before it are drawn."""
    with pytest.raises(IndexError):
        list(write_job(job(tmp_path, [0, 1, 99], "terms")))

    assert sorted(path.name for path in tmp_path.iterdir()) == ["terms_s000_l0_h0.svg", "terms_s001_l0_h0.svg"]


def test_a_file_that_cannot_be_written_ends_the_batch(tmp_path: Path) -> None:
    """A folder in the place of the second file is named, after the first file has been."""
    (tmp_path / "terms_s001_l0_h0.svg").mkdir()
    files = write_job(job(tmp_path, range(5), "terms"))

    assert next(files) == tmp_path / "terms_s000_l0_h0.svg"
    with pytest.raises(OutputError, match="is a folder"):
        next(files)


@pytest.mark.slow
def test_who_has_seen_enough_can_leave(tmp_path: Path) -> None:
    """Closed after the first path, the batch draws no more than what was under way."""
    files = write_job(job(tmp_path, range(50), "terms"))
    next(files)
    files.close()

    assert 1 <= len(list(tmp_path.iterdir())) < 50


def test_what_is_of_no_segment_is_drawn_once_and_needs_no_text(tmp_path: Path) -> None:
    """Figures that stand alone come first, once; those of segments are asked for each trace; else nothing is read."""
    reading = models.reading(models.model(), 40, 8, 16)
    figure = memory_figure(look_at(reading.step(0), 0, 0))
    asked: list[int] = []

    def draw(shown: Shown) -> FigureSpec:
        asked.append(shown.trace.index)
        return figure

    compared = Drawing(draw, lambda shown: f"compared_{segment_stem(shown.trace.index, shown.trace.segments)}")
    both = replace(job(tmp_path / "both", [1, 3]), drawings=[compared], alone=[("alone", figure)])
    names = [path.name for path in write_job(both) if path]

    assert names == ["alone.svg", "compared_s001.svg", "compared_s003.svg"]
    assert len(both) == len(names)
    assert asked == [1, 3]
    nowhere = replace(job(tmp_path / "alone", [99]), alone=[("alone", figure)])
    assert list(write_job(nowhere)) == [tmp_path / "alone" / "alone.svg"]


def test_stills_come_before_what_moves_and_every_step_is_told(tmp_path: Path) -> None:
    """A job takes as many steps as it has figures and animations; an animation is there after its last segment."""
    moving = replace(job(tmp_path, [0, 2], "memory"), formats=("apng", "svg", "gif"))
    steps = [path.name if path else None for path in write_job(moving)]

    assert steps == [
        "memory_s000_l0_h0.svg",
        "memory_s002_l0_h0.svg",
        *(None, None),
        "memory_s000-002_l0_h0.gif",
        "memory_s000-002_l0_h0.apng",
    ]
    assert len(moving) == len(steps)


def test_a_job_of_one_file_writes_there(tmp_path: Path) -> None:
    """Where a file is named, the figure goes there, whatever its ending says, and no folder is made."""
    named = replace(job(tmp_path / "figure.of.mine", [1], "memory"), is_file=True, finish=_titled)

    assert list(write_job(named, side_by_side=False)) == [tmp_path / "figure.of.mine"]
    assert "by hand" in (tmp_path / "figure.of.mine").read_text(encoding="utf-8")


def _titled(figure: FigureSpec, _trace: SegmentTrace) -> FigureSpec:
    return replace(figure, title="by hand")
