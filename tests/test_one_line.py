"""Adding a thing takes its own file and one line of a table: a toy of each is added, and is seen everywhere."""

from __future__ import annotations

import subprocess
import sys
from typing import IO, TYPE_CHECKING

import numpy as np
import pytest
import torch

import relviz
from relviz.app.engine.experiments import EXPERIMENTS, Experiment
from relviz.checkpoints import load
from relviz.checkpoints.load import Format, Opened
from relviz.core.data import FORMATS, DataFormat, write_trace
from relviz.core.metrics import MEASURES, Measure
from relviz.core.schemes import SCHEMES, Scheme, lab_schemes
from relviz.core.schemes.none import NoScheme
from relviz.ui.files.files import dialog_filters
from tests.fixtures import models

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot
    from torch import Tensor

    from relviz.app.engine.experiments import Laboratory
    from relviz.checkpoints.watch import Watch
    from relviz.core.data import Plan
    from relviz.core.lab.worked_example import WorkedExample
    from relviz.core.metrics.heads import Cells


class ToyScheme(NoScheme):
    """No positions, under another name."""

    name = "toy"


TOY_SCHEME = Scheme("toy", "tests.test_one_line:ToyScheme", "A toy", "Knows nothing", "plain")


def _command(*words: object, added: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, after a line of a table was added."""
    code = f"import sys\n{added}\nfrom relviz.cli.entry import main\nmain(sys.argv[1:])"
    return subprocess.run([sys.executable, "-c", code, *map(str, words)], capture_output=True, text=True, check=False)


def _text(folder: Path) -> Path:
    path = folder / "text.txt"
    path.write_text("It was the best of times, it was the worst of times. " * 3)
    return path


@pytest.mark.slow
def test_a_scheme(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, no_lab: None, model_folder: Path, tmp_path: Path
) -> None:
    """A scheme of one line is read with, has a title and a curve, a chip, a model of the lab, and is a ``--scheme``."""
    from relviz.app.engine.lab import LabModels
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
    outcome = _command(
        "trace", _text(tmp_path), "-o", tmp_path / "t.npz", "--model", model_folder, "--scheme", "toy", added=added
    )
    assert outcome.returncode == 0, outcome.stderr
    with np.load(tmp_path / "t.npz") as file:
        assert '"scheme": "toy"' in str(file["meta"])


def toy_measure(attention: Tensor, _: Cells) -> Tensor:
    """Return 1, 2, 3 for the heads."""
    return torch.arange(1.0, len(attention) + 1)


TOY_MEASURE = Measure("toy", "a toy", "Counts the heads.", "tests.test_one_line:toy_measure", "tokens")


@pytest.mark.slow
def test_a_measure_of_heads(monkeypatch: pytest.MonkeyPatch, model_folder: Path, tmp_path: Path) -> None:
    """A measure of one line is found for all heads, is in the heads map's list, and is a ``--metric``."""
    from relviz.core.metrics.heads import measure_heads
    from relviz.figure.views.heads import metric_named, metrics

    monkeypatch.setitem(MEASURES, "toy", TOY_MEASURE)
    found = measure_heads(models.reading(models.model(), models.ids(20), 8, 8).step(1))
    metric = metric_named("toy")

    np.testing.assert_array_equal(found.values["toy"], [[1, 2, 3]] * 2)
    assert metric in metrics()
    assert metric is not None
    assert (metric.title, metric.number(2.0)) == ("a toy", "2.00 tokens")

    added = "from relviz.core.metrics import MEASURES\nfrom tests.test_one_line import TOY_MEASURE\n"
    added += "MEASURES['toy'] = TOY_MEASURE"
    words = ("render", _text(tmp_path), "-o", tmp_path, "--model", model_folder, "--view", "heads", "--metric", "toy")
    outcome = _command(*words, "--format", "svg", added=added)
    assert outcome.returncode == 0, outcome.stderr
    assert "counts the heads" in next(tmp_path.glob("heads_toy*.svg")).read_text().lower()


def toy_writer(file: IO[bytes], plan: Plan, *_: object) -> None:
    """Write the names of the arrays."""
    file.write(" ".join(plan.names).encode())


TOY_FORMAT = DataFormat(".toy", "A toy", toy_writer, lambda numbers: numbers)


@pytest.mark.slow
def test_a_kind_of_data_file(model_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kind of file of one line is written by its suffix, and is offered by ``trace`` and by the window's dialog."""
    monkeypatch.setitem(FORMATS, ".toy", TOY_FORMAT)
    write_trace(tmp_path / "a.toy", models.reading(models.model(), models.ids(20), 8, 8), [0], [0], [0])
    assert (tmp_path / "a.toy").read_text() == "content position content_bias position_bias score attention"
    assert dialog_filters().endswith(";;A toy (*.toy)")

    added = "from relviz.core.data import FORMATS\nfrom tests.test_one_line import TOY_FORMAT\n"
    added += "FORMATS['.toy'] = TOY_FORMAT"
    outcome = _command("trace", _text(tmp_path), "-o", tmp_path / "b.toy", "--model", model_folder, added=added)
    assert outcome.returncode == 0, outcome.stderr
    assert (tmp_path / "b.toy").read_text() == (tmp_path / "a.toy").read_text()
    assert ".toy" in _command("trace", "x", "-o", "b.odd", added=added).stderr


def work_out(laboratory: Laboratory) -> WorkedExample:
    """Work out the example asked for."""
    return laboratory.choices.example.work_out()


TOY_EXPERIMENT = Experiment("toy_game", "A toy", EXPERIMENTS["worked_example"].draw, work_out, fixed=())


@pytest.mark.slow
def test_an_experiment(model_folder: Path, tmp_path: Path) -> None:
    """An experiment of one line is a value of ``--experiment``, and is drawn into a file of its name."""
    added = "from relviz.app.engine.experiments import EXPERIMENTS\nfrom tests.test_one_line import TOY_EXPERIMENT\n"
    added += "EXPERIMENTS['toy_game'] = TOY_EXPERIMENT"
    words = ("render", _text(tmp_path), "-o", tmp_path, "--model", model_folder, "--view", "schemes", "--format", "svg")
    outcome = _command(*words, "--experiment", "toy-game", added=added)
    assert outcome.returncode == 0, outcome.stderr
    assert "−0.416147" in (tmp_path / "schemes-toy-game.svg").read_text()
    assert "toy-game" in _command("render", "--help", added=added).stdout


def open_toy(path: Path, _: dict[str, object], watch: Watch) -> Opened:
    """Open the tiny model of the tests, whatever is in the file."""
    watch(1.0)
    return models.network(), None, path


def test_a_kind_of_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kind of model of one line is opened by what its settings say it is, or by how its file's name ends."""
    toy = Format("A toy", open_toy, suffixes=(".toy",))
    monkeypatch.setattr("relviz.checkpoints.load.FORMATS", [*load.FORMATS, toy])
    (tmp_path / "tiny.toy").write_bytes(b"toy")
    model = relviz.load_model(tmp_path / "tiny.toy")
    assert (model.name, model.kind) == ("tiny", "A toy")

    folder = Format("A toy folder", lambda path, values, watch: open_toy(path / "w", values, watch), "toy")
    monkeypatch.setattr("relviz.checkpoints.load.FORMATS", [*load.FORMATS, folder])
    (tmp_path / "config.json").write_text('{"model_type": "toy"}')
    (tmp_path / "w").write_bytes(b"toy")
    assert relviz.load_model(tmp_path).kind == "A toy folder"
