"""Adding a thing takes its own file and one line of a table: a toy of each is added, and is seen everywhere."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest

import relviz
from relviz.core.schemes import SCHEMES, Scheme, lab_schemes
from relviz.core.schemes.none import NoScheme
from tests.fixtures import models

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot


class ToyScheme(NoScheme):
    """No positions, under another name."""

    name = "toy"


TOY_SCHEME = Scheme("toy", "tests.test_one_line:ToyScheme", "A toy", "Knows nothing", "plain")


def _command(*words: object, added: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, after a line of a table was added."""
    code = f"import sys\n{added}\nfrom relviz.cli.entry import main\nmain(sys.argv[1:])"
    return subprocess.run([sys.executable, "-c", code, *map(str, words)], capture_output=True, text=True, check=False)


def test_a_scheme(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, no_lab: None, model_folder: Path, tmp_path: Path
) -> None:
    """A scheme of one line is read with, has a title and a curve, a chip, a model of the lab, and is a ``--scheme``."""
    from relviz.app.lab.models import LabModels
    from relviz.figure.views.schemes.words import series_of, title_of
    from relviz.ui.pages.schemes.controls import SchemePicker

    monkeypatch.setitem(SCHEMES, "toy", TOY_SCHEME)
    reading = relviz.read(models.model(untie_r=False), models.ids(20), 8, 8, scheme="toy")
    picker = SchemePicker(("toy",))
    qtbot.addWidget(picker)

    assert reading.model.name == "tiny as toy"
    assert [part.kind.name for part in reading.step(1).terms(0, 0).parts] == ["content"]
    assert title_of("toy") == series_of("toy", np.zeros(2)).label == "A toy"
    assert (picker.chips["toy"].text(), picker.chips["toy"].toolTip()) == ("A toy", "Knows nothing")
    assert LabModels().get("toy").config.scheme == lab_schemes()[-1] == "toy"

    added = "from relviz.core.schemes import SCHEMES\nfrom tests.test_one_line import TOY_SCHEME\n"
    added += "SCHEMES['toy'] = TOY_SCHEME"
    text = tmp_path / "text.txt"
    text.write_text("It was the best of times, it was the worst of times. " * 3)
    outcome = _command("trace", text, "-o", tmp_path / "t.npz", "--model", model_folder, "--scheme", "toy", added=added)
    assert outcome.returncode == 0, outcome.stderr
    with np.load(tmp_path / "t.npz") as file:
        assert '"scheme": "toy"' in str(file["meta"])
