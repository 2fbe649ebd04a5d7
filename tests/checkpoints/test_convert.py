"""Other people's models into folders of relviz's own, which give the same numbers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import torch

from relviz.checkpoints import convert, load_model
from relviz.core.reading.reading import read
from relviz.errors import Cancelled, ModelError, OutputError
from tests.checkpoints.formats.test_authors import learned
from tests.checkpoints.formats.test_transfo_xl import errors
from tests.checkpoints.formats.test_vocabulary import WORDS
from tests.fixtures import layouts, reference

if TYPE_CHECKING:
    from pathlib import Path

    from relviz.core.model.model import Model


def same(one: Model, other: Model) -> None:
    """Make sure that two models are the same in weights and in what they compute."""
    assert one.config == other.config
    for (name, parameter), again in zip(one.network.named_parameters(), other.network.parameters(), strict=True):
        assert torch.equal(parameter, again), name
    ids = [n * 37 % 100 for n in range(30)]
    left, right = read(one, ids, 6).step(4), read(other, ids, 6).step(4)
    np.testing.assert_allclose(left.loss, right.loss, atol=1e-5)
    np.testing.assert_allclose(left.terms(1, 1).attention, right.terms(1, 1).attention, atol=1e-6)


@pytest.mark.parametrize("variant", reference.VARIANTS)
def test_every_variant_survives(variant: str, tmp_path: Path) -> None:
    """A converted folder has all that a Transformer-XL of Hugging Face's can be, and agrees with the reference."""
    source = layouts.hugging_face(tmp_path / "theirs", variant)
    model = convert(source, tmp_path / "ours")
    again = load_model(tmp_path / "ours")
    assert again.kind == "relviz"
    same(model, again)
    worst = errors(again, variant)
    assert worst["attention"] < 1e-5
    assert worst["log_probabilities"] < 1e-4


@pytest.mark.parametrize("form", ["zip", "legacy"])
def test_the_authors_models_survive(form: Any, tmp_path: Path) -> None:
    """A model.pt, its reversed clusters, and the learned tables of attn_type 1 are written and come back."""
    path = layouts.authors(tmp_path / "model.pt", "tied_uv", form)
    same(convert(path, tmp_path / "ours"), load_model(tmp_path / "ours"))
    assert load_model(tmp_path / "ours").config.cluster_order == "reversed"
    model, _, _ = learned(tmp_path, form, clamp_len=5)
    same(convert(tmp_path / "model.pt", tmp_path / "learned"), load_model(tmp_path / "learned"))
    assert load_model(tmp_path / "learned").config == model.config


def test_a_vocabulary_of_words_comes_along(tmp_path: Path) -> None:
    """Words, and whether they are in lower case, are in the folder, as Hugging Face has them."""
    source = layouts.hugging_face(tmp_path / "theirs", "default")
    (source / "vocab.json").write_text(json.dumps({word: index for index, word in enumerate(WORDS)}))
    (source / "tokenizer_config.json").write_text('{"lower_case": true}')
    (source / "README.md").write_text("# Theirs\n")
    convert(source, tmp_path / "ours")
    assert sorted(path.name for path in (tmp_path / "ours").iterdir()) == [
        "MODEL_CARD.md",
        "config.json",
        "model.safetensors",
        "tokenizer_config.json",
        "vocab.json",
    ]
    again = load_model(tmp_path / "ours")
    assert again.card == "# Theirs\n"
    assert again.tokenizer is not None
    assert again.tokenizer.encode("OF the Sea\n").ids.tolist() == [4, 2, 1, 0]


def test_a_tokenizer_comes_along(model_folder: Path, tmp_path: Path) -> None:
    """A native folder converts to itself, tokenizer and card included, with weights in full precision."""
    model = convert(model_folder, tmp_path / "ours")
    again = load_model(tmp_path / "ours")
    same(model, again)
    assert again.card == model.card
    text = "It is a truth universally acknowledged 名"
    assert model.tokenizer is not None
    assert again.tokenizer is not None
    assert again.tokenizer.encode(text).ids.tolist() == model.tokenizer.encode(text).ids.tolist()


def test_half_precision_can_be_asked_for(tmp_path: Path) -> None:
    """Weights are then rounded, and the file is half as large."""
    source = layouts.hugging_face(tmp_path / "theirs", "default")
    model = convert(source, tmp_path / "half", torch.float16)
    for one, other in zip(model.network.parameters(), load_model(tmp_path / "half").network.parameters(), strict=True):
        assert torch.equal(one.half().float(), other)


def test_a_folder_converts_onto_itself(tmp_path: Path) -> None:
    """The weights that are mapped from the file stay what they are while it is replaced."""
    source = layouts.hugging_face(tmp_path / "theirs", "adaptive")
    model = convert(source, source)
    again = load_model(source)
    assert again.kind == "relviz"
    same(model, again)


def test_nothing_is_written_when_it_fails(tmp_path: Path) -> None:
    """Neither a model that cannot be opened nor one that is cancelled leaves a folder; a place may be taken."""
    source = layouts.hugging_face(tmp_path / "theirs", "default")
    with pytest.raises(Cancelled):
        convert(source, tmp_path / "ours", is_cancelled=lambda: True)
    with pytest.raises(ModelError):
        convert(tmp_path / "nothing", tmp_path / "ours")
    assert not (tmp_path / "ours").exists()
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match="file"):
        convert(source, tmp_path / "file")


def test_converting_shows_progress(tmp_path: Path) -> None:
    """Shares ascend to 1."""
    shares: list[float] = []
    convert(layouts.hugging_face(tmp_path / "theirs", "default"), tmp_path / "ours", progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
