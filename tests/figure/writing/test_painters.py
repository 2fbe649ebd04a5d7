"""Figures drawn by processes of their own."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from relviz.app.words.translation import set_language
from relviz.core.reading.look import look_at
from relviz.errors import OutputError, SettingError
from relviz.figure.colours.palette import DARK
from relviz.figure.spec import Axis, FigureSpec, Heatmap, Scale, Strip
from relviz.figure.views import VIEWS
from relviz.figure.views.chosen import Chosen
from relviz.figure.writing.painters import LEAST, painters_for, write_by_painters
from relviz.figure.writing.write import render
from tests.fixtures import models

if TYPE_CHECKING:
    from relviz.figure.writing.formats import Format

pytestmark = pytest.mark.usefixtures("qapp")


def _figure(number: int) -> FigureSpec:
    """A small map with a strip, whose axis has words that are put there when it is drawn."""
    values = np.random.default_rng(number).normal(size=(4, 6)).astype(np.float32)
    strip = Strip(values[0], "distances", "position", farthest=5, memory=2)
    maps = Heatmap("map", "d  位置 位", values, Scale.signed(values), Axis("query"), Axis("key"), strip=strip)
    return FigureSpec("figure", f"number {number}", ((maps,),), "记忆 below", size=(420, 300))


def _jobs(folder: Path, count: int, kinds: tuple[Format, ...] = ("svg",)) -> list[tuple[FigureSpec, Path]]:
    return [(_figure(number), folder / f"{number}.{kind}") for number in range(count) for kind in kinds]


def _running(folder: Path) -> list[str]:
    """Return the processes that work in a folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cwd").readlink() == folder and b"spawn_main" in (process / "cmdline").read_bytes():
                found.append(process.name)
        except OSError:
            continue  # it has ended, or is somebody else's
    return found


def _soon(true: object) -> None:
    """Wait until a condition holds, for as long as a busy machine may take."""
    assert callable(true)
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.fixture
def chinese() -> Iterator[None]:
    """The application speaks Chinese, and English again afterwards."""
    set_language("zh")
    yield
    set_language("en")


@pytest.mark.slow
def test_files_are_those_of_this_process(tmp_path: Path) -> None:
    """Every file, Chinese characters and all, has the bytes it has when drawn here, and the paths come in order."""
    jobs = _jobs(tmp_path, 4, ("png", "svg", "pdf"))
    paths = list(write_by_painters(jobs, DARK, 96, 2))

    assert paths == [path for _, path in jobs]
    for (figure, _), path in zip(jobs, paths, strict=True):
        assert path.read_bytes() == render(figure, DARK, path.suffix[1:], dpi=96), path  # type: ignore[arg-type]
    assert sorted(tmp_path.iterdir()) == sorted(paths)


@pytest.mark.usefixtures("chinese")
def test_painters_speak_the_language_of_the_application(tmp_path: Path) -> None:
    """Words that are put into a figure while it is drawn are in the language of whoever wants it."""
    ((figure, _),) = jobs = _jobs(tmp_path, 1)
    (path,) = write_by_painters(jobs, DARK, 96, 1)
    here = render(figure, DARK, "svg")
    set_language("en")

    assert path.read_bytes() == here
    assert here != render(figure, DARK, "svg")


@pytest.mark.slow
def test_painters_load_what_draws_and_nothing_else(tmp_path: Path) -> None:
    """A figure of a model travels small, and unpacked and drawn elsewhere it brings in neither torch nor widgets."""
    reading = models.reading(models.model(), 40, 8, 16)
    trace = reading.step(3)
    figures = [view.draw(trace, look_at(trace, 1, 2), Chosen()) for view in VIEWS.values() if view.draw]
    packed = [pickle.dumps(figure) for figure in figures]
    numbers = [
        sum(panel.values.nbytes for row in figure.grid for panel in row if isinstance(panel, Heatmap))
        for figure in figures
    ]
    assert all(len(data) < 2 * size + 20_000 for data, size in zip(packed, numbers, strict=True))

    (tmp_path / "figures").write_bytes(pickle.dumps(figures))
    code = """
import pickle, sys
from pathlib import Path
import relviz.figure.writing.painters as painters
from relviz.figure.colours.palette import LIGHT
for figure in pickle.loads(Path("figures").read_bytes()):
    painters._draw(figure, Path(f"{figure.name}.svg"), LIGHT, 96, ())
print(sorted({"PySide6.QtWidgets", "pyqtgraph", "torch", "relviz.core.reading.look"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert len(list(tmp_path.glob("*.svg"))) == len(figures)


@pytest.mark.slow
def test_figures_are_made_as_they_are_needed(tmp_path: Path) -> None:
    """There are never more than a few figures that were made and not yet drawn."""
    made = 0

    def figures() -> Iterator[tuple[FigureSpec, Path]]:
        nonlocal made
        for made, job in enumerate(_jobs(tmp_path, 20), start=1):  # noqa: B007 # it is looked at outside
            yield job

    ahead = [made - drawn for drawn, _ in enumerate(write_by_painters(figures(), DARK, 96, 2))]
    assert len(ahead) == 20
    assert max(ahead) <= 2 * 2 + 1


@pytest.mark.slow
def test_an_error_of_a_painter_is_the_error_here(tmp_path: Path) -> None:
    """A file that cannot be written ends the drawing with the very sentence, after those before it are there."""
    jobs = _jobs(tmp_path, 8)
    jobs[2][1].mkdir()
    paths = write_by_painters(jobs, DARK, 96, 2)

    assert [next(paths).name, next(paths).name] == ["0.svg", "1.svg"]
    with pytest.raises(OutputError) as raised:
        next(paths)
    assert str(raised.value) == f"{tmp_path / '2.svg'} cannot be written: it is a folder; choose another name."
    assert raised.value.values == (tmp_path / "2.svg",)


@pytest.mark.slow
def test_an_error_between_figures_waits_for_those_before_it(tmp_path: Path) -> None:
    """What goes wrong in making a figure is said once the ones before it are drawn."""

    def figures() -> Iterator[tuple[FigureSpec, Path]]:
        yield from _jobs(tmp_path, 5)
        raise SettingError("no more")

    drawn: list[Path] = []
    with pytest.raises(SettingError, match="no more"):
        drawn.extend(write_by_painters(figures(), DARK, 96, 2))
    assert [path.name for path in drawn] == [f"{number}.svg" for number in range(5)]
    assert len(list(tmp_path.iterdir())) == 5


@pytest.mark.slow
def test_a_painter_that_is_killed_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose memory runs out is told so in one sentence, and nothing waits for ever."""
    monkeypatch.chdir(tmp_path)
    paths = write_by_painters(_jobs(tmp_path, 60), DARK, 96, 2)
    next(paths)
    os.kill(int(_running(tmp_path)[0]), signal.SIGKILL)
    with pytest.raises(OutputError, match="has been ended"):
        list(paths)
    assert _running(tmp_path) == []


def test_few_figures_are_not_worth_a_process() -> None:
    """Processes are started for many figures only, and never more than there are cores."""
    cores = len(os.sched_getaffinity(0))
    assert painters_for(1) < 2
    assert painters_for(2 * LEAST - 1) < 2
    assert painters_for(10_000) <= cores


PROGRAM = """
import signal, sys
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have let it ignore Ctrl+C
from relviz.figure.writing.painters import write_by_painters
from relviz.figure.colours.palette import LIGHT
from relviz.figure.spec import FigureSpec
print("begun", flush=True)
jobs = [(FigureSpec("empty", f"{n}", (), size=(400, 300)), Path(f"{n}.png")) for n in range(int(sys.argv[1]))]
for path in write_by_painters(jobs, LIGHT, int(sys.argv[2]), 2):
    print(path, flush=True)
"""
"""A program without ``if __name__ == "__main__"``."""


def _program(folder: Path, figures: int, dpi: int) -> subprocess.Popen[str]:
    folder.mkdir()
    script = folder.parent / "program.py"
    script.write_text(PROGRAM, encoding="utf-8")
    words = [sys.executable, str(script), str(figures), str(dpi)]
    return subprocess.Popen(
        words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def _all_whole(folder: Path) -> bool:
    """Whether there is nothing in a folder but PNG files from their first byte to their last."""
    files = list(folder.iterdir())
    return bool(files) and all(file.suffix == ".png" and file.read_bytes()[-8:-4] == b"IEND" for file in files)


@pytest.mark.slow
def test_a_program_of_any_kind_may_draw(tmp_path: Path) -> None:
    """Without a main guard a program is not run again by the processes it starts."""
    with _program(tmp_path / "figures", 6, 96) as program:
        out, err = program.communicate(timeout=120)
    assert (program.returncode, err) == (0, "")
    assert out.split() == ["begun", *(f"{n}.png" for n in range(6))]


@pytest.mark.slow
def test_ctrl_c_leaves_whole_files_and_no_process(tmp_path: Path) -> None:
    """Interrupted, as a terminal does it, all processes end without a word of their own, with no file half written."""
    folder = tmp_path / "figures"
    with _program(folder, 500, 200) as program:
        assert program.stdout is not None
        program.stdout.readline(), program.stdout.readline()
        os.killpg(program.pid, signal.SIGINT)
        _, err = program.communicate(timeout=120)
    assert program.returncode != 0
    assert err.count("Traceback") == 1  # the program's own
    assert err.rstrip().endswith("KeyboardInterrupt")
    assert _all_whole(folder)
    assert len(list(folder.iterdir())) < 500
    assert _running(folder) == []


def test_painters_go_when_the_program_is_killed(tmp_path: Path) -> None:
    """Though it could not tell them to, they end with the program, each with its file whole."""
    folder = tmp_path / "figures"
    with _program(folder, 500, 200) as program:
        assert program.stdout is not None
        program.stdout.readline(), program.stdout.readline()
        assert len(_running(folder)) == 2
        program.kill()
    _soon(lambda: not _running(folder))
    assert _all_whole(folder)
    assert len(list(folder.iterdir())) < 500
