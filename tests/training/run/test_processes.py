"""Several processes that train one model."""

from __future__ import annotations

import dataclasses
import json
import os
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import torch

from relviz.errors import SettingError
from relviz.training.config import TrainingConfig
from relviz.training.run.checkpoint import CHECKPOINT, Checkpoint
from relviz.training.run.loop import train
from relviz.training.run.processes import LAUNCHED, Processes
from relviz.training.run.report import Report
from tests.training import worker
from tests.training.conftest import tiny, write_corpus

COUNT = 2
Job = tuple[TrainingConfig, int | None]


@dataclass(frozen=True)
class Joint:
    """Runs that two processes trained together, and for each of them what each process found in each run."""

    whole: TrainingConfig
    broken: TrainingConfig
    blocked: TrainingConfig
    found: list[list[Any]]


@pytest.fixture(scope="module")
def joint(tmp_path_factory: pytest.TempPathFactory) -> Joint:
    """Three runs: unbroken; stopped after 2 steps by the second process, and resumed; and into no folder.

    With AdamW, since Muon orthogonalises in bfloat16, where a difference in the last bit of a gradient becomes a large
    one.
    """
    folder = tmp_path_factory.mktemp("processes")
    base = tiny(write_corpus(folder / "corpus"), folder)
    base |= {"steps": 4, "optimizer": "adamw", "threads": 1, "memory_lengths": (12,)}
    whole, broken, blocked = (TrainingConfig(**base | {"output": folder / name}) for name in ("one", "two", "three"))
    blocked.output.write_text("", encoding="utf-8")
    found = together([(whole, None), (broken, 2), (broken, None), (blocked, None)], folder)
    return Joint(whole, broken, blocked, found)


def together(jobs: list[Job], folder: Path) -> list[list[Any]]:
    """Train in two processes on the loopback, as torchrun would start them; return what each found in each run."""
    told = [(free_port(), config.to_dict(), stop_after) for config, stop_after in jobs]
    here = {"MASTER_ADDR": "127.0.0.1", "WORLD_SIZE": str(COUNT), "PYTHONPATH": os.pathsep.join(sys.path)}
    running = [
        subprocess.Popen(
            [sys.executable, worker.__file__, json.dumps(told)],
            cwd=folder,
            env=os.environ | here | {"RANK": str(rank)},
            stderr=subprocess.PIPE,
            text=True,
        )
        for rank in range(COUNT)
    ]
    for process in running:
        _, problems = process.communicate(timeout=100)
        assert process.returncode == 0, problems
    each = [json.loads((folder / f"found-{rank}.json").read_text(encoding="utf-8")) for rank in range(COUNT)]
    return [list(found) for found in zip(*each, strict=True)]


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


def load(config: TrainingConfig) -> Checkpoint:
    """Return where a run got to."""
    return Checkpoint.load(config.output / CHECKPOINT)


@pytest.mark.slow
def test_two_processes_learn_what_one_learns(joint: Joint, tmp_path: Path) -> None:
    """Over some steps with memory, losses, weights and memory of two processes are those of one with all streams."""
    alone = dataclasses.replace(joint.whole, output=tmp_path / "alone")
    losses = worker.Losses()
    train(alone, losses)
    first, second = joint.found[0]
    assert first == second
    assert len(first) == 4
    assert first == pytest.approx(losses.found, abs=1e-6)
    ours, theirs = load(joint.whole), load(alone)
    assert ours.tokens == theirs.tokens
    for name, weight in theirs.network.items():
        torch.testing.assert_close(ours.network[name], weight, rtol=0, atol=1e-6)
    for rows, all_rows in zip(ours.memory, theirs.memory, strict=True):
        torch.testing.assert_close(rows, all_rows, rtol=0, atol=1e-5)
    assert ours.validation is not None
    assert theirs.validation is not None
    assert ours.validation.with_memory == pytest.approx(theirs.validation.with_memory, abs=1e-6)


@pytest.mark.slow
def test_processes_stop_together_and_go_on_as_if_unbroken(joint: Joint) -> None:
    """One process asked to stop stops all after the same step; resumed, they give the weights of an unbroken run."""
    assert [len(losses) for losses in joint.found[1]] == [2, 2]
    assert [len(losses) for losses in joint.found[2]] == [2, 2]
    ours, theirs = load(joint.broken), load(joint.whole)
    assert ours.step == theirs.step == 4
    assert all(torch.equal(ours.network[name], weight) for name, weight in theirs.network.items())
    assert all(torch.equal(a, b) for a, b in zip(ours.memory, theirs.memory, strict=True))


@pytest.mark.slow
def test_what_fails_in_the_first_process_fails_in_all(joint: Joint) -> None:
    """A folder that cannot be written, which the first process alone finds out, ends the others with the same words."""
    first, second = joint.found[3]
    assert str(joint.blocked.output) in first
    assert "cannot be written" in first
    assert second == first


def test_streams_are_shared_out() -> None:
    """Each process has its own streams, all of them together have all."""
    assert [Processes(rank, 3).share(12) for rank in range(3)] == [slice(0, 4), slice(4, 8), slice(8, 12)]


def test_streams_that_cannot_be_shared_out_are_refused(config: TrainingConfig) -> None:
    """A number of streams that the processes do not divide is refused, with what would do."""
    with pytest.raises(SettingError, match=r"multiple of 3"):
        Processes(0, 3).share(config.streams)


def test_by_itself_a_process_is_alone(config: TrainingConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a launcher a run joins nobody, reads every stream and changes nothing of what it is given."""
    for name in LAUNCHED:
        monkeypatch.delenv(name, raising=False)
    processes = Processes.join("cpu")
    assert processes.count == 1
    assert processes.share(5) == slice(0, 5)
    gradient = torch.ones(3)
    loss, gradients = processes.mean(2.0, [gradient, None], 7)
    assert (loss, gradients[0] is gradient, gradients[1]) == (2.0, True, None)
    assert train(config, Report()).finished
