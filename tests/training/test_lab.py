"""The models of the lab, in a run of three steps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import relviz
from relviz.core.schemes import lab_schemes
from relviz.errors import SettingError
from relviz.training import lab
from relviz.training.lab import STEPS, LabRun, lab_config, lab_runs, train_lab
from relviz.training.run.loop import TrainingResult
from tests.training.conftest import prose


@pytest.fixture(autouse=True)
def _fp32(monkeypatch: pytest.MonkeyPatch) -> None:
    """In 32 bits: a processor may have no bf16, and take ten times as long."""
    monkeypatch.setattr(lab, "lab_config", lambda *given: replace(lab_config(*given), precision="fp32"))


@pytest.fixture
def text(tmp_path: Path) -> Path:
    """A text just long enough for 32 streams."""
    path = tmp_path / "plays.txt"
    path.write_text(prose(0, 3000), encoding="utf-8")
    return path


@pytest.mark.slow
def test_two_schemes_are_trained(text: Path, tmp_path: Path) -> None:
    """Each model is a folder of its own that reads, knows what it was trained on, and has nothing of its run left."""
    done: list[str] = []

    def finished(run: LabRun, result: TrainingResult) -> None:
        done.append(run.name)
        assert result.finished

    train_lab(lab_runs(["count", "shaw"], seeds=1), text, tmp_path / "lab", finished, steps=3)

    assert done == ["lab-count", "lab-shaw"]
    assert sorted(path.name for path in (tmp_path / "lab").iterdir()) == done
    for name in done:
        folder = tmp_path / "lab" / name
        assert sorted(path.name for path in folder.iterdir()) == [
            "MODEL_CARD.md",
            "config.json",
            "model.safetensors",
            "tokenizer.json",
        ]
        model = relviz.load_model(folder)
        config = model.config
        assert f"lab-{config.scheme}" == name
        assert (config.trained_segment_length, config.trained_memory_length, config.trained_positions) == (64, 64, 512)
        assert "Karpathy" in model.card
        assert relviz.read(model, "the sea was calm").step(0).terms(layer=2, head=3).sum_error < 1e-4
    assert relviz.load_model(tmp_path / "lab" / "lab-shaw").config.clip == 16


@pytest.mark.slow
def test_training_again_replaces_the_model(text: Path, tmp_path: Path) -> None:
    """A model that is there gives way to the new one, of the same weights for the same seed and others for another."""
    weights = []
    for run in (LabRun("none"), LabRun("none"), LabRun("none", 1)):
        train_lab([run], text, tmp_path, lambda run, result: None, steps=1)
        weights.append((tmp_path / run.name / "model.safetensors").read_bytes())
    assert weights[0] == weights[1] != weights[2]


def test_which_models_there_are() -> None:
    """Nine schemes, and two more seeds of the three that the argument rests on: fifteen."""
    runs = lab_runs()
    assert len(runs) == 15
    assert {run.scheme for run in runs if run.seed == 0} == set(lab_schemes())
    assert [run.name for run in lab_runs(["xl"])] == ["lab-xl", "lab-xl-1", "lab-xl-2"]
    assert [run.name for run in lab_runs(["t5"])] == ["lab-t5"]


def test_all_see_the_same(tmp_path: Path) -> None:
    """The settings of two schemes differ in the scheme, its own settings and names alone."""
    one, other = (lab_config(LabRun(scheme), Path("a.txt"), tmp_path).to_dict() for scheme in ("learned", "shaw"))
    differ = {name for name in one if one[name] != other[name]}
    assert differ == {"scheme", "output", "command", "n_positions", "clip"}
    assert (one["n_positions"], other["clip"], one["steps"]) == (512, 16, STEPS)
    assert (one["restart_every"], one["memory_lengths"]) == (512, [64])


def test_an_unknown_scheme_is_an_error() -> None:
    """A scheme that the lab does not have is named, with those that it has."""
    with pytest.raises(SettingError, match=r"no scheme x1: choose from restart, count"):
        lab_runs(["x1"])


@pytest.mark.slow
def test_other_runs_are_left_alone(text: Path, tmp_path: Path) -> None:
    """What another run has in the folder, broken off or going on, is there when this one is done."""
    other = tmp_path / ".training" / "lab-xl" / "checkpoint.pt"
    other.parent.mkdir(parents=True)
    other.write_bytes(b"half a run")
    train_lab([LabRun("none")], text, tmp_path, lambda run, result: None, steps=1)
    assert other.read_bytes() == b"half a run"
    assert not (tmp_path / ".training" / "lab-none").exists()
