"""relviz's own model folders."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import torch
from safetensors.torch import load_file, save_file

from relviz.checkpoints import bundled_models, load_model, save_model
from relviz.core.reading.reading import read
from relviz.errors import ModelError, OutputError, SettingError
from tests.fixtures import models

if TYPE_CHECKING:
    from collections.abc import Callable

    from relviz.core.model.model import Model


@pytest.fixture
def folder(model_folder: Path, tmp_path: Path) -> Path:
    """A copy of the small model's folder, to be damaged."""
    return shutil.copytree(model_folder, tmp_path / "broken")


def test_a_folder_gives_the_model_back(model_folder: Path, model: Model) -> None:
    """A saved model has its name, card, hash and tokenizer, and the weights to half precision."""
    loaded = load_model(model_folder)
    assert loaded.name == "tiny"
    assert loaded.card == "# tiny\n"
    assert len(loaded.sha256) == 64
    assert loaded.config == model.config
    assert loaded.tokenizer is not None
    assert loaded.tokenizer.vocab_size == model.config.vocab_size
    assert not loaded.network.training
    for (name, one), other in zip(loaded.network.named_parameters(), model.network.parameters(), strict=True):
        assert one.dtype == torch.float32
        assert torch.equal(one, other.half().float()), name


def test_half_precision_survives_another_round(model_folder: Path, tmp_path: Path) -> None:
    """Loading and saving again keeps every weight as it is on disk, to the bit, and the hash."""
    first = load_model(model_folder)
    save_model(tmp_path / "again", first.network, None)
    again = load_model(tmp_path / "again")
    assert again.sha256 == first.sha256
    for one, other in zip(first.network.parameters(), again.network.parameters(), strict=True):
        assert torch.equal(one, other)


def test_full_precision_can_be_saved(tmp_path: Path) -> None:
    """With float32 asked for, weights come back to the bit."""
    network = models.network()
    save_model(tmp_path / "full", network, None, dtype=torch.float32)
    for one, other in zip(load_model(tmp_path / "full").network.parameters(), network.parameters(), strict=True):
        assert torch.equal(one, other)


def test_tied_biases_are_written_once_and_stay_tied(tmp_path: Path) -> None:
    """A model whose layers share u and v has one of each in its file and in memory."""
    save_model(tmp_path / "tied", models.network(untie_r=False), None)
    names = [name for name in load_file(tmp_path / "tied" / "model.safetensors") if "scheme.u" in name]
    assert names == ["layers.0.attention.scheme.u"]
    layers = load_model(tmp_path / "tied").network.layers
    assert layers[0].attention.scheme.u is layers[1].attention.scheme.u


def test_a_model_without_a_tokenizer_reads_ids(folder: Path) -> None:
    """Without a tokenizer and a card a model still loads, and reads token ids."""
    (folder / "tokenizer.json").unlink()
    (folder / "MODEL_CARD.md").unlink()
    model = load_model(folder)
    assert model.tokenizer is None
    assert model.card == ""
    assert len(read(model, [1, 2, 3], 2)) == 2


def test_saving_replaces_what_was_there(folder: Path) -> None:
    """Saving over a model leaves the new one and no other file."""
    save_model(folder, models.network(n_layer=1, vocab_size=600), None)
    assert load_model(folder).config.n_layer == 1
    assert sorted(path.name for path in folder.iterdir()) == [
        "MODEL_CARD.md",
        "config.json",
        "model.safetensors",
        "tokenizer.json",
    ]


def test_loads_onto_every_device(model_folder: Path, device: str) -> None:
    """A model can be loaded onto each device that is here, by name."""
    assert load_model(model_folder, device).device.type == device


def test_an_unknown_device_is_refused(model_folder: Path) -> None:
    """A device that is not here is a SettingError."""
    with pytest.raises(SettingError, match="abacus"):
        load_model(model_folder, "abacus")


def test_bundled_models_load_by_name() -> None:
    """Every model that comes with relviz loads by its name, with its tokenizer and a card, and reads."""
    for name in bundled_models():
        model = load_model(name)
        assert model.name == name
        assert model.tokenizer is not None
        assert model.card
        terms = read(model, "It was the best of times, it was the worst of times.", 4, 8).step(1).terms(0, 0)
        assert terms.sum_error < 1e-4


@pytest.mark.parametrize("name", ["no-such-model", "/no/such/folder", ""])
def test_a_model_that_is_not_there_is_named(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is neither folder nor bundled model is a ModelError that says so."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ModelError, match=name or "config.json"):
        load_model(name)


def _truncate(folder: Path) -> None:
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:-100])


def _edit(change: Callable[[dict[str, Any]], object]) -> Callable[[Path], None]:
    def edit(folder: Path) -> None:
        state = load_file(folder / "model.safetensors")
        change(state)
        save_file(state, folder / "model.safetensors")

    return edit


def _settings(**changes: Any) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        path = folder / "config.json"
        path.write_text(json.dumps(json.loads(path.read_text()) | changes))

    return write


def _write(name: str, content: bytes) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        (folder / name).write_bytes(content)

    return write


@pytest.mark.parametrize(
    ("damage", "file", "reason"),
    [
        (lambda folder: (folder / "config.json").unlink(), "config.json", "missing"),
        (_write("config.json", b"{"), "config.json", "cannot be read"),
        (_write("config.json", b"\xff\xfe"), "config.json", "cannot be read"),
        (_write("config.json", b"[]"), "config.json", "no settings"),
        (_write("config.json", b"{}"), "config.json", "vocab_size"),
        (_settings(rope_theta=1), "config.json", "unknown setting rope_theta"),
        (_settings(scheme="abacus"), "config.json", "scheme"),
        (_settings(d_model=21), "config.json", "d_model"),
        (_settings(pre_lnorm="no"), "config.json", "pre_lnorm"),
        (_settings(vocab_size=10**15), "config.json", "asks for"),
        (_settings(vocab_size=10**30), "config.json", "does not fit into the memory"),
        (_settings(n_layer=3), "model.safetensors", "lacks the tensor layers.2."),
        (_settings(n_layer=1), "model.safetensors", "a tensor layers.1."),
        (_settings(d_head=7), "model.safetensors", "asks for"),
        (lambda folder: (folder / "model.safetensors").unlink(), "model.safetensors", "missing"),
        (_truncate, "model.safetensors", "damaged"),
        (_write("model.safetensors", b""), "model.safetensors", "damaged"),
        (_write("model.safetensors", b"not at all" * 9), "model.safetensors", "damaged"),
        (_edit(lambda state: state.pop("output_bias")), "model.safetensors", "lacks the tensor output_bias"),
        (_edit(lambda state: state.update(more=torch.zeros(2))), "model.safetensors", "a tensor more"),
        (_edit(lambda state: state.update(output_bias=torch.zeros(3))), "model.safetensors", r"output_bias as \(3,\)"),
        (_edit(lambda state: state["output_bias"].fill_(torch.nan)), "model.safetensors", "output_bias .*not finite"),
        (_edit(lambda state: state["output_bias"].fill_(torch.inf)), "model.safetensors", "output_bias .*not finite"),
        (_write("tokenizer.json", b"{}"), "tokenizer.json", "not a tokenizer"),
    ],
)
def test_a_damaged_folder_says_which_file_and_why(
    folder: Path, damage: Callable[[Path], None], file: str, reason: str
) -> None:
    """Each file that is missing, cut short or does not fit is a ModelError with its path and the reason."""
    damage(folder)
    with pytest.raises(ModelError, match=rf"(?s){file}.*{reason}") as caught:
        load_model(folder)
    assert str(folder) in str(caught.value)


def test_a_tokenizer_of_another_model_is_refused(folder: Path) -> None:
    """A tokenizer with more tokens than the model knows does not belong to it."""
    save_model(folder, models.network(), None)
    with pytest.raises(ModelError, match=r"tokenizer\.json has 600 tokens, but the model knows 97"):
        load_model(folder)


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """Saving below a file is an OutputError that names the folder, and the file stays."""
    (tmp_path / "file").write_text("mine")
    with pytest.raises(OutputError, match="file/model"):
        save_model(tmp_path / "file" / "model", models.network(), None)
    with pytest.raises(OutputError):
        save_model(tmp_path / "file", models.network(), None)
    assert (tmp_path / "file").read_text() == "mine"


def test_a_failed_save_leaves_nothing_half_written(folder: Path) -> None:
    """When one file cannot be replaced, no temporary file stays and the others are whole."""
    (folder / "model.safetensors").unlink()
    (folder / "model.safetensors").mkdir()  # a folder in the way of the weights
    (folder / "model.safetensors" / "in the way").touch()
    with pytest.raises(OutputError, match="broken"):
        save_model(folder, models.network(), None)
    assert sorted(path.name for path in folder.iterdir()) == [
        "MODEL_CARD.md",
        "config.json",
        "model.safetensors",
        "tokenizer.json",
    ]
    json.loads((folder / "config.json").read_text())
