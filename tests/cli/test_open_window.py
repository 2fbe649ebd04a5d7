"""What FILE may be, and where reading begins."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

import relviz as package
from relviz.app.engine.models import Options
from relviz.app.projects.picture import settings_text
from relviz.app.projects.project import Project
from relviz.core.reading.reading import read

if TYPE_CHECKING:
    from tests.cli.conftest import Relviz

TEXT = "It was the best of times, it was the worst of times. " * 12
OPENED = """
import sys
from PySide6.QtCore import QTimer
from relviz.ui.window.main_window import MainWindow

begin = MainWindow.start

def start(window, kept=None):
    begin(window, kept)
    window.session.answered.connect(lambda _: QTimer.singleShot(300, window, lambda: look(window)))

def look(window):
    look = window.session.look
    if look.first == int(sys.argv[1]):
        print(window.windowTitle(), look.index, look.first, look.terms.layer, look.terms.head, window.page)
        print(window.session.text == %r, window.session.response.segment_length, window.session.selection.pinned)
        window.close()

MainWindow.start = start
from relviz.cli import main
main(sys.argv[2:])
"""


def opened(folder: Path, first: int, *words: str | Path) -> list[str]:
    """Return what the real program shows once its reading begins at a token."""
    command = [sys.executable, "-c", OPENED % TEXT, str(first), *map(str, words)]
    environment = os.environ | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project in segments of 10, looking at segment 4."""
    options = Options("en-small", 10, 20, device="cpu")
    return Project(options, TEXT, token=40, layer=2, head=3, page="memory").write(tmp_path / "times.relviz")


@pytest.mark.slow
def test_a_project_opens_by_its_name(tmp_path: Path, project: Path) -> None:
    """``relviz FILE.relviz`` shows what was saved; an option that is given comes before what the project says."""
    assert opened(tmp_path, 0, project, "--segment-length", "20") == [
        "times.relviz[*] – relviz 2 0 2 3 memory",
        "True 20 None",
    ]


@pytest.mark.slow
def test_a_picture_opens_by_its_name(tmp_path: Path) -> None:
    """``relviz PICTURE.png`` shows what the picture shows, over its own text; an option that is given comes first."""
    project = Project(Options("en-small", 10, 20, device="cpu"), TEXT, token=40, layer=2, head=3, page="memory")
    told = PngInfo()
    told.add_itxt("relviz", settings_text(project, {}, text=True))
    Image.new("RGB", (9, 9)).save(tmp_path / "times.png", pnginfo=told)

    assert opened(tmp_path, 0, tmp_path / "times.png", "--segment-length", "20") == [
        "text – relviz 2 0 2 3 memory",
        "True 20 None",
    ]


def test_a_picture_of_something_else_opens_no_window(tmp_path: Path, relviz: Relviz) -> None:
    """What was not made by relviz is complained about in one line, with exit status 1."""
    Image.new("RGB", (9, 9)).save(tmp_path / "holiday.png")

    outcome = relviz(tmp_path / "holiday.png")

    assert outcome.status == 1
    assert outcome.err.count("\n") == 1
    assert "holiday.png has no settings of relviz" in outcome.err


@pytest.mark.slow
def test_the_window_begins_at_a_token(tmp_path: Path) -> None:
    """``relviz FILE --start N`` shows the segment that begins with token N."""
    text = tmp_path / "times.txt"
    text.write_text(TEXT, encoding="utf-8")

    assert opened(tmp_path, 9, text, "--start", "9")[0] == "times.txt – relviz 0 9 0 0 terms"


def test_a_damaged_project_opens_no_window(tmp_path: Path, relviz: Relviz) -> None:
    """What is no project is complained about in one line, with exit status 1."""
    (tmp_path / "odd.relviz").write_text("{}", encoding="utf-8")

    outcome = relviz(tmp_path / "odd.relviz")

    assert outcome.status == 1
    assert outcome.err.count("\n") == 1
    assert "no project of relviz" in outcome.err


def test_trace_begins_at_a_token(tmp_path: Path, relviz: Relviz) -> None:
    """``trace --start N`` writes the numbers of a reading from token N on."""
    text = tmp_path / "times.txt"
    text.write_text(TEXT, encoding="utf-8")
    out = tmp_path / "numbers.npz"

    assert relviz("trace", text, "-o", out, "--start", "9", "--segment", "1").status == 0

    step = read(package.load_model("en-small"), TEXT, start=9).step(1)
    with np.load(out, allow_pickle=False) as arrays:
        np.testing.assert_array_equal(arrays["s1/score"][0, 0], step.terms(0, 0).score)


def test_there_must_be_such_a_token(tmp_path: Path, relviz: Relviz) -> None:
    """A token beyond the text is refused, and the sentence says which there are."""
    text = tmp_path / "short.txt"
    text.write_text("Once upon a time.", encoding="utf-8")

    outcome = relviz("trace", text, "-o", tmp_path / "numbers.npz", "--start", "99")

    assert outcome.status == 1
    assert "Reading cannot start at token 99" in outcome.err


def test_figures_and_numbers_are_made_of_a_project(tmp_path: Path, project: Path, relviz: Relviz) -> None:
    """``trace`` reads the text of a project as the project says, unless told otherwise."""
    data = json.loads(project.read_bytes())
    project.write_text(
        json.dumps(
            data | {"start": TEXT.index("worst"), "interventions": {"since": "start", "gains": {"position": 0}}}
        ),
        encoding="utf-8",
    )
    out = tmp_path / "numbers.npz"

    assert relviz("trace", project, "-o", out, "--segment", "0", "--memory-length", "5").status == 0

    with np.load(out, allow_pickle=False) as arrays:
        meta = json.loads(str(arrays["meta"]))
        assert arrays["s0/score"].shape == (1, 1, 10, 10)
        assert np.nanmax(np.abs(arrays["s0/position"])) == 0
        assert "worst" in "".join(arrays["s0/query_tokens"])[:7]
    assert meta["memory_length"] == 5
