"""The authors' ``model.pt``: whole pickled modules, in both formats, read without running them."""

from __future__ import annotations

import sys
import zipfile
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import torch

from relviz.checkpoints import load_model
from relviz.core.reading.reading import read
from relviz.errors import ModelError
from tests.checkpoints.formats.test_transfo_xl import errors
from tests.fixtures import layouts, reference, type_one

if TYPE_CHECKING:
    from pathlib import Path

    from relviz.core.model.model import Model

FORMS = ["zip", "legacy"]


@pytest.mark.parametrize("form", FORMS)
def test_a_saved_module_computes_what_the_reference_did(form: Any, tmp_path: Path) -> None:
    """A model with one u and one v, as theirs have, agrees with the reference, memory of zeros included."""
    path = layouts.authors(tmp_path / "model.pt", "tied_uv", form)
    model = load_model(path)
    worst = errors(model, "tied_uv")
    assert worst["attention"] < 1e-5
    assert worst["log_probabilities"] < 1e-4
    assert worst["loss"] < 1e-4
    assert worst["sum"] < 1e-5
    assert not {name for name in sys.modules if name.startswith(("mem_transformer", "proj_adaptive"))}
    assert (model.config.segment_length, model.config.memory_length, model.config.clamp_len) == (6, 8, -1)
    assert model.config.initial_memory == "empty"


@pytest.mark.parametrize("form", FORMS)
def test_a_folder_with_a_model_pt_opens(form: Any, tmp_path: Path) -> None:
    """The folder that their training writes into is named like the model."""
    folder = tmp_path / "run"
    folder.mkdir()
    layouts.authors(folder / "model.pt", "tied_uv", form)
    model = load_model(folder)
    assert model.name == "run"
    assert "kimiyoung" in model.kind
    assert model.tokenizer is None


def test_a_file_of_another_name_names_the_model(tmp_path: Path) -> None:
    """A file that is not called model.pt gives the model its own name."""
    assert load_model(layouts.authors(tmp_path / "wt103.pt", "tied_uv", "zip")).name == "wt103"


def test_what_older_and_parallel_trainings_left_is_no_obstacle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model within DataParallel opens, and so does one whose modules still have a backend, as until torch 1.5."""
    with layouts.their_code():
        state = {name.removeprefix("transformer."): tensor for name, tensor in layouts.weights("tied_uv").items()}
        model = layouts.their_model(state, reference.VARIANTS["tied_uv"]["config"])
        model.drop.__dict__["_backend"] = Backend()
        backends = ModuleType("torch.nn.backends.thnn")
        backends._get_thnn_function_backend = _get_thnn_function_backend  # type: ignore[attr-defined]
        monkeypatch.setattr(_get_thnn_function_backend, "__module__", backends.__name__)
        monkeypatch.setitem(sys.modules, backends.__name__, backends)
        torch.save(torch.nn.DataParallel(model), tmp_path / "model.pt")
    pickled = zipfile.ZipFile(tmp_path / "model.pt").read("model/data.pkl")
    assert b"torch.nn.backends.thnn" in pickled
    assert load_model(tmp_path / "model.pt").config.n_layer == 2


class Backend:
    """Pickles as the backend of a module did."""

    def __reduce__(self) -> tuple[Any, tuple[()]]:
        return _get_thnn_function_backend, ()


def _get_thnn_function_backend() -> None:
    """Stands where torch's own function was."""


@pytest.mark.parametrize("form", FORMS)
def test_the_head_of_the_softmax_is_read_from_its_end(form: Any, tmp_path: Path) -> None:
    """With the clusters' entries in the other order, their model computes what Hugging Face's does."""
    state = layouts.weights("adaptive")
    for layer in range(2):
        for name in ("r_w_bias", "r_r_bias"):
            state[f"transformer.layers.{layer}.dec_attn.{name}"] = state[f"transformer.layers.0.dec_attn.{name}"]
    folder = layouts.hugging_face(tmp_path / "theirs", "adaptive", untie_r=False)
    layouts.write_weights(folder, state, "safetensors")
    flipped = {name.removeprefix("transformer."): tensor for name, tensor in state.items()}
    flipped |= {f"{name}": state[f"transformer.layers.0.dec_attn.{name}"] for name in ("r_w_bias", "r_r_bias")}
    flipped |= {name: state[name].flip(0) for name in ("crit.cluster_weight", "crit.cluster_bias")}
    one = load_model(folder)
    other = load_model(layouts.authors(tmp_path / "model.pt", "adaptive", form, flipped))
    assert other.config.cluster_order == "reversed"
    assert other.config.tie_projs == (False, True, True, True)
    hidden = torch.randn(7, 32, generator=torch.Generator().manual_seed(0))
    with torch.inference_mode():
        torch.testing.assert_close(
            other.network.log_probabilities(hidden), one.network.log_probabilities(hidden), atol=1e-5, rtol=1e-5
        )
    ids = list(range(0, 100, 3))
    np.testing.assert_allclose(read(other, ids, 6).step(2).loss, read(one, ids, 6).step(2).loss, atol=1e-5)


def learned(tmp_path: Path, form: Any = "zip", **changes: Any) -> tuple[Model, dict[str, Any], dict[str, torch.Tensor]]:
    """Return a model of attn_type 1 from a file, its settings and its weights."""
    config = reference.VARIANTS["default"]["config"] | {"attn_type": 1} | changes
    base = {name.removeprefix("transformer."): tensor for name, tensor in layouts.weights("default").items()}
    state = type_one.weights(config, 14, base)
    entry = {"config": config, "weights": "weights_base"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(reference.VARIANTS, "learned", entry)
        path = layouts.authors(tmp_path / "model.pt", "learned", form, state)
    return load_model(path), config, state


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("clamp", "memory"), [(-1, 8), (-1, 20), (5, 8), (1, 8), (40, 20)])
def test_attention_type_1_has_the_four_terms_of_its_formula(clamp: int, memory: int, form: Any, tmp_path: Path) -> None:
    """Terms and attention are those of a plain loop over the tables, beyond their ends too."""
    model, config, state = learned(tmp_path, form, clamp_len=clamp)
    ids = [int(token) for token in torch.randint(0, 100, (17,), generator=torch.Generator().manual_seed(5))]
    segments = [ids[start : start + 6] for start in range(0, 17, 6)]
    expected = type_one.run(config, state, segments, memory)
    for trace, oracle in zip(read(model, ids, 6, memory), expected, strict=True):
        for layer in range(2):
            for head in range(4):
                terms = trace.terms(layer, head)
                for name, value in (
                    ("a", terms.content),
                    ("b", terms.position),
                    ("c", terms.content_bias),
                    ("d", terms.position_bias),
                    ("attention", np.where(terms.mask, terms.attention, np.nan)),
                ):
                    assert value is not None
                    there = terms.mask
                    np.testing.assert_allclose(value[there], oracle[name][layer, head][there], atol=2e-5, rtol=1e-5)
                assert terms.sum_error < 1e-4
        np.testing.assert_allclose(trace.hidden.numpy(), oracle["hidden"], atol=1e-4)


def test_a_clamped_table_keeps_the_rows_that_are_used(tmp_path: Path) -> None:
    """Their clamp_len keeps the last rows of the table: with 5, distances from 4 on share one."""
    model, _, state = learned(tmp_path, clamp_len=5)
    assert model.config.n_positions == 5
    table = model.network.layers[1].attention.scheme.get_parameter("table")
    assert torch.equal(table, state["r_emb"][1, -5:].flip(0))


@pytest.mark.parametrize("kind", [2, 3])
def test_absolute_positions_are_refused(kind: int, tmp_path: Path) -> None:
    """attn_type 2 and 3 are not the attention of a Transformer-XL, and the message says so."""
    path = layouts.authors(tmp_path / "model.pt", "tied_uv", "zip", attn_type=kind)
    with pytest.raises(ModelError, match=rf"model\.pt .*attn_type {kind} \(absolute positions\)"):
        load_model(path)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"n_layer": 3}, "lacks the tensor layers.2."),
        ({"n_layer": 10**9}, "lacks the tensor layers."),
        ({"n_layer": "2"}, "n_layer must be a whole number"),
        ({"n_head": 5}, "asks for"),
        ({"n_token": 10**15}, "emb_layers.0.weight as .* asks for"),
        ({"d_model": 30}, "lacks the tensor word_emb.emb_projs.0"),
        ({"attn_type": []}, "attn_type"),
        ({"clamp_len": "far"}, "clamp_len"),
        ({"mem_len": None}, "no mem_len"),
        ({"mem_len": -1}, "memory_length"),
    ],
)
def test_settings_that_do_not_fit_the_weights_are_named(changes: dict[str, Any], reason: str, tmp_path: Path) -> None:
    """A setting that is out of range, or asks for other tensors, is one sentence with the file and what differs."""
    path = layouts.authors(tmp_path / "model.pt", "tied_uv", "zip", **changes)
    with pytest.raises(ModelError, match=rf"model\.pt .*{reason}"):
        load_model(path)


@pytest.mark.parametrize("form", FORMS)
def test_what_is_no_model_is_named(form: Any, tmp_path: Path) -> None:
    """A state_dict, a list, and a module of another kind are each called what they are."""
    for content, reason in (
        ({"a": torch.zeros(2)}, "weights without the model's settings"),
        ([1, 2], "holds no model"),
        (torch.nn.Linear(2, 2), r"torch\.nn\.modules\.linear\.Linear"),
    ):
        torch.save(content, tmp_path / "model.pt", _use_new_zipfile_serialization=form == "zip")
        with pytest.raises(ModelError, match=reason):
            load_model(tmp_path / "model.pt")
