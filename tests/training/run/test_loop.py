"""Whole runs, on a tiny model."""

from __future__ import annotations

import csv
import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import relviz
from relviz.errors import ModelError, OutputError, RelvizError, SettingError, TextError
from relviz.training.config import TrainingConfig
from relviz.training.run.checkpoint import CHECKPOINT, Checkpoint
from relviz.training.run.export import export
from relviz.training.run.loop import Run, memory_length, train
from relviz.training.run.report import METRICS, Report, Row, StepReport
from relviz.training.run.validation import Validation
from relviz.training.settings_file import SETTINGS


class Ears(Report):
    """Remembers what was reported."""

    def __init__(self) -> None:
        self.phases: list[str] = []
        self.steps: list[StepReport] = []
        self.measured: list[Validation] = []
        self.rows: list[Row] = []

    def phase(self, name: str) -> None:
        self.phases.append(name)

    def step(self, report: StepReport) -> None:
        self.steps.append(report)

    def validated(self, step: int, validation: Validation) -> None:
        self.measured.append(validation)

    def table(self, rows: Sequence[Row]) -> None:
        self.rows = list(rows)


def losses(run: Run, steps: int) -> list[float]:
    """Take steps at a constant rate."""
    return [run.step(0.5) for _ in range(steps)]


@pytest.mark.slow
def test_the_loss_falls(settings: dict[str, Any]) -> None:
    """A text with simple rules is learnt within a few dozen steps."""
    with Run.prepare(TrainingConfig(**settings), Ears()) as run:
        found = losses(run, 60)
    assert np.mean(found[-5:]) < np.mean(found[:5]) - 1


@pytest.mark.slow
@pytest.mark.parametrize("changes", [{"precision": "bf16"}, {"optimizer": "adamw"}, {"pre_lnorm": True}])
def test_the_loss_falls_with_other_settings_too(settings: dict[str, Any], changes: dict[str, Any]) -> None:
    """So it does in bfloat16, with AdamW for everything, and with the norms before the blocks."""
    with Run.prepare(TrainingConfig(**settings | changes), Ears()) as run:
        found = losses(run, 40)
    assert np.mean(found[-5:]) < np.mean(found[:5]) - 0.2


@pytest.mark.slow
def test_a_resumed_run_is_an_unbroken_one(settings: dict[str, Any], tmp_path: Path) -> None:
    """Stopped and resumed, a run of so many steps gives the losses and the weights of a run without a break."""
    whole = Ears()
    train(TrainingConfig(**settings), whole)
    broken = TrainingConfig(**settings | {"output": tmp_path / "broken"})
    first = Ears()
    result = train(broken, first, stop=lambda: len(first.steps) == 5)
    assert not result.finished
    assert result.step == 5
    second = Ears()
    assert train(broken, second, resume=True).finished
    # smoothing starts anew at a break, so the weights are compared, and what was measured with them
    assert len(first.steps) + len(second.steps) == len(whole.steps)
    ours, theirs = Checkpoint.load(broken.output / CHECKPOINT), Checkpoint.load(settings["output"] / CHECKPOINT)
    assert all(torch.equal(ours.network[name], theirs.network[name]) for name in theirs.network)
    assert all(torch.equal(a, b) for a, b in zip(ours.memory, theirs.memory, strict=True))
    assert second.measured == whole.measured


def test_resumed_losses_are_equal_step_by_step(settings: dict[str, Any]) -> None:
    """Each loss after a break, at each step, is the one there would have been without it."""
    config = TrainingConfig(**settings | {"streams": 40})
    with Run.prepare(config, Ears()) as run:
        losses(run, 4)
        run.save()
        expected = losses(run, 20)  # over the end of an epoch
        assert run.state.step > run.epoch_steps
    with Run.prepare(config, Ears(), resume=True) as run:
        assert losses(run, 20) == expected


def test_a_run_can_be_taught_to_copy_on_its_way(settings: dict[str, Any]) -> None:
    """Repeats and weight decay may be changed when a run is gone on with; they take effect, and the card says so."""
    plain = TrainingConfig(**settings | {"steps": 8, "weight_decay": 0.1})
    first = Ears()
    train(plain, first, stop=lambda: len(first.steps) == 5)
    changed = dataclasses.replace(plain, repeats=1, weight_decay=0.02)
    with Run.prepare(changed, Ears(), resume=True) as run:
        assert run.memory == []
        assert run.batch(5).predicted < run.batch(5).targets.numel()
        run.save()
    optimizers = Checkpoint.load(plain.output / CHECKPOINT).optimizer
    assert {group["weight_decay"] for state in optimizers for group in state["param_groups"]} == {0.0, 0.02}
    train(changed, Ears(), resume=True)
    words = (plain.output / "MODEL_CARD.md").read_text(encoding="utf-8")
    assert "from step 5 on repeats was 1, before that 0" in words
    assert "from step 5 on weight_decay was 0.02, before that 0.1" in words
    assert "minutes was" not in words


def test_held_out_documents_are_never_read(corpus: Path, settings: dict[str, Any]) -> None:
    """What a held-out document says, and no other does, is in no batch of an epoch."""
    (corpus / "elm.txt").write_text("Zebras quiz vexed jackdaws. " * 300, encoding="utf-8")
    with Run.prepare(TrainingConfig(**settings), Ears()) as run:
        tokenizer = run.tokenizer
        held = set(tokenizer.encode("Zz Qq Xx Jj").ids) - set(tokenizer.encode(" ").ids)
        ids = torch.cat([run.batch(number).ids.flatten() for number in range(run.epoch_steps)])
        assert run.state.training == ["ash", "birch", "cedar"]
        assert run.state.held_out == ["elm"]
    assert held
    assert not held & set(ids.tolist())


def test_memory_is_carried_and_starts_anew_with_an_epoch(settings: dict[str, Any]) -> None:
    """The memory fills up to the largest length and is emptied where the documents are shuffled anew."""
    with Run.prepare(TrainingConfig(**settings | {"streams": 40}), Ears()) as run:
        fills = []
        for _ in range(run.epoch_steps + 1):
            run.step(0.1)
            fills.append(run.memory[0].shape[1])
    assert fills[:3] == [8, 12, 12]
    assert fills[-1] == 8


def test_positions_and_memory_restart(settings: dict[str, Any]) -> None:
    """With restarts, positions stay below their length, and no segment after a restart sees what was before it."""
    with Run.prepare(TrainingConfig(**settings | {"restart_every": 24, "memory_lengths": (16,)}), Ears()) as run:
        starts, fills = [], []
        for number in range(7):
            starts.append(run.batch(number).start)
            run.step(0.1)
            fills.append(run.memory[0].shape[1])
    assert starts == [0, 8, 16, 0, 8, 16, 0]
    assert fills == [8, 16, 16, 8, 16, 16, 8]


def test_a_table_of_positions_lasts_as_long_as_the_restarts(settings: dict[str, Any]) -> None:
    """A learned table of as many rows as tokens between restarts is used to its last row, and is trained to the end."""
    changes = {"scheme": "learned", "n_positions": 16, "restart_every": 16, "without_memory": 0.0, "steps": 4}
    with Run.prepare(TrainingConfig(**settings | changes), Ears()) as run:
        (table,) = (weight for name, weight in run.network.named_parameters() if name.endswith("positions"))
        before = table.detach().clone()
        run.step(0.5)
        moved = (table.detach() != before).any(1)
        assert moved.tolist() == [True] * 8 + [False] * 8
        run.step(0.5)
        assert (table.detach() != before).any(1).all()
    assert train(TrainingConfig(**settings | changes), Ears()).finished


@pytest.mark.parametrize("scheme", ["restart", "count", "learned", "shaw", "none", "alibi", "rotary", "t5"])
def test_every_scheme_can_be_trained(settings: dict[str, Any], scheme: str) -> None:
    """A model of each scheme learns, and is written and read again."""
    config = TrainingConfig(**settings | {"scheme": scheme, "restart_every": 64, "steps": 3})
    assert train(config, Ears()).finished
    assert relviz.load_model(config.output).config.scheme == scheme


def test_a_seed_gives_the_same_model(settings: dict[str, Any], tmp_path: Path) -> None:
    """Two runs with the same seed end with the same weights to the last bit, and another seed gives another model."""
    networks = []
    for name, seed in (("one", 3), ("two", 3), ("three", 4)):
        config = TrainingConfig(**settings | {"output": tmp_path / name, "seed": seed, "steps": 4, "streams": 8})
        train(config, Ears())
        networks.append(Checkpoint.load(config.output / CHECKPOINT).network)
    first, again, other = networks
    assert all(torch.equal(first[name], again[name]) for name in first)
    assert any(not torch.equal(first[name], other[name]) for name in first)


def test_memory_lengths_are_drawn() -> None:
    """All of the lengths are drawn, 0 as often as asked, and the same ones each time."""
    config = TrainingConfig(paths=(), output=Path(), memory_lengths=(64, 128), without_memory=0.1)
    drawn = [memory_length(config, step) for step in range(2000)]
    assert set(drawn) == {0, 64, 128}
    assert 0.07 < drawn.count(0) / 2000 < 0.13
    assert drawn == [memory_length(config, step) for step in range(2000)]


def test_a_finished_run_leaves_a_model(config: TrainingConfig) -> None:
    """The output folder is a model that relviz reads, with its card and metrics, and nothing half-written."""
    ears = Ears()
    result = train(config, ears)
    assert result.finished
    assert ears.steps[-1].progress == 1
    assert ears.steps[-1].seconds_left == 0
    names = sorted(path.name for path in config.output.iterdir())
    model_files = ["MODEL_CARD.md", "config.json", "model.safetensors", "tokenizer.json"]
    assert names == sorted([CHECKPOINT, METRICS, SETTINGS, *model_files])
    model = relviz.load_model(config.output)
    assert (model.config.segment_length, model.config.memory_length) == (4, 8)
    assert (model.config.trained_segment_length, model.config.trained_memory_length) == (8, 12)
    assert "elm" in model.card
    step = relviz.read(model, "the sea was “calm” and the ship went home").step(2)
    assert step.terms(layer=1, head=0).sum_error < 1e-4


@pytest.mark.slow
def test_what_the_card_says_was_measured_on_the_file(config: TrainingConfig) -> None:
    """The validation loss of the result is that of the written weights, read segment by segment as a reader would."""
    result = train(config, Ears())
    assert result.validation is not None
    model = relviz.load_model(config.output)
    assert f"{result.validation.with_memory:.3f}" in model.card
    text = (config.paths[0] / "elm.txt").read_text(encoding="utf-8")
    loss = np.concatenate([step.loss for step in relviz.read(model, text, segment_length=4, memory_length=8)])
    # the streams start at other places, so the two agree but for a few tokens at each start
    assert np.nanmean(loss) == pytest.approx(result.validation.with_memory, abs=0.05)


def test_metrics_are_a_table(settings: dict[str, Any]) -> None:
    """metrics.csv has a row for every so many steps and one for each measurement."""
    ears = Ears()
    train(TrainingConfig(**settings | {"steps": 40}), ears)
    with (settings["output"] / METRICS).open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["step"] for row in rows] == ["20", "40", "40"]
    assert float(rows[1]["loss"]) < float(rows[0]["loss"])
    assert float(rows[1]["bits_per_byte"]) < float(rows[0]["bits_per_byte"])
    nats, bits = float(rows[2]["valid_with_memory"]), float(rows[2]["valid_bits_per_byte_with_memory"])
    assert nats > bits > 0  # more than 1 / ln 2 bytes a token
    assert [set(row) for row in ears.rows] == [{name for name in row if row[name]} for row in rows]


def test_a_run_of_minutes_ends_when_they_are_over(settings: dict[str, Any]) -> None:
    """A run can be given a time instead of a number of steps; the last report says that nothing is left."""
    ears = Ears()
    result = train(TrainingConfig(**settings | {"steps": None, "minutes": 0.01}), ears)
    assert result.finished
    assert ears.steps[-1].seconds_left == 0


def test_a_model_can_be_had_from_a_run_that_goes_on(config: TrainingConfig, tmp_path: Path) -> None:
    """A checkpoint can be exported at any time; the card says that it is preliminary, and how far it is."""
    ears = Ears()
    train(config, ears, stop=lambda: len(ears.steps) == 6)
    export(config.output / CHECKPOINT, tmp_path / "early")
    model = relviz.load_model(tmp_path / "early")
    assert "**Preliminary**: written 50% of the way" in model.card
    assert sorted(path.name for path in (tmp_path / "early").iterdir()) == sorted(
        ["MODEL_CARD.md", "config.json", "model.safetensors", "tokenizer.json"]
    )


def test_a_run_is_not_overwritten(config: TrainingConfig) -> None:
    """Training into a folder that holds a run is refused unless that run is to be resumed."""
    train(config, Ears(), stop=lambda: True)
    with pytest.raises(SettingError, match="already"):
        train(config, Ears())


def test_a_model_is_not_overwritten(config: TrainingConfig) -> None:
    """Training into a folder that holds a model is refused, also where the run that made it is gone."""
    train(dataclasses.replace(config, steps=1), Ears())
    (config.output / CHECKPOINT).unlink()
    with pytest.raises(SettingError, match="There is a model"):
        train(config, Ears())


def test_too_little_to_measure_on_is_an_error(config: TrainingConfig, corpus: Path) -> None:
    """A held-out text shorter than two segments is refused before training, not after it."""
    (corpus / "elm.txt").write_text("Elms.", encoding="utf-8")
    with pytest.raises(TextError, match="hold out more"):
        train(config, Ears())


def test_a_run_that_cannot_begin_leaves_nothing(config: TrainingConfig) -> None:
    """Settings that make no model, and more streams than there is text for, are refused before a folder is left."""
    for changes in ({"scheme": "nonsense"}, {"d_model": 15}, {"streams": 10_000}):
        with pytest.raises(RelvizError):
            train(dataclasses.replace(config, **changes), Ears())
        assert not config.output.exists()


def test_a_run_in_the_way_is_left_as_it_is(config: TrainingConfig) -> None:
    """A run refused because there is one already takes nothing away from that."""
    train(config, Ears(), stop=lambda: True)
    before = {path.name: path.read_bytes() for path in config.output.iterdir()}
    with pytest.raises(SettingError):
        train(dataclasses.replace(config, seed=9), Ears())
    assert {path.name: path.read_bytes() for path in config.output.iterdir()} == before


def test_there_has_to_be_a_run_to_resume(config: TrainingConfig) -> None:
    """Resuming without a checkpoint is an error that says what to do."""
    with pytest.raises(ModelError, match="without --resume"):
        train(config, Ears(), resume=True)


def test_a_damaged_checkpoint_is_an_error(config: TrainingConfig) -> None:
    """A checkpoint that is no checkpoint is an error in one sentence."""
    config.output.mkdir()
    (config.output / CHECKPOINT).write_bytes(b"not a checkpoint")
    with pytest.raises(ModelError, match="damaged"):
        train(config, Ears(), resume=True)


def test_a_run_is_resumed_with_its_own_settings(config: TrainingConfig) -> None:
    """Another setting is refused by name; a longer run is not another setting."""
    train(config, Ears(), stop=lambda: True)
    with pytest.raises(SettingError, match=r"begun with gradient_clip 1\.0, not 2\.0"):
        train(dataclasses.replace(config, gradient_clip=2.0), Ears(), resume=True)
    assert train(dataclasses.replace(config, steps=14), Ears(), resume=True).step == 14


def test_a_run_is_resumed_with_its_own_texts(config: TrainingConfig, corpus: Path) -> None:
    """Other texts are refused: what was measured so far would mean nothing."""
    train(config, Ears(), stop=lambda: True)
    (corpus / "fir.txt").write_text("the sea was calm. " * 50, encoding="utf-8")
    with pytest.raises(TextError, match="same texts"):
        train(config, Ears(), resume=True)


def test_a_loss_that_is_no_number_ends_the_run(config: TrainingConfig) -> None:
    """A run that has come apart stops with advice instead of writing a broken model."""
    with Run.prepare(config, Ears()) as run:
        run.network.output_bias.data.fill_(float("nan"))
        with pytest.raises(SettingError, match="lower learning rate"):
            run.step(0.5)


def test_a_folder_that_cannot_be_written_is_an_error(config: TrainingConfig, tmp_path: Path) -> None:
    """An output that is a file is an error in one sentence, before an hour of training is lost on it."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    ears = Ears()
    with pytest.raises(OutputError, match="cannot be written"):
        train(dataclasses.replace(config, output=blocked), ears)
    assert not ears.steps
