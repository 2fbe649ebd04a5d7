"""XLNet models as Hugging Face lays them out, against what the library computed."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from relviz.checkpoints import load_model, save_model
from relviz.checkpoints.formats.xlnet import PRETRAINED_MEMORY
from relviz.core.reading.reading import Reading, read
from relviz.core.text.tokens import Tokenizer
from relviz.errors import Cancelled, ModelError, SettingError
from tests.fixtures import models, xlnet_models
from tests.fixtures.xlnet_models import MEMORY, SEGMENTS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from relviz.core.model.model import Model


@pytest.mark.parametrize("kind", ["safetensors", "zip", "legacy"])
@pytest.mark.parametrize("variant", xlnet_models.VARIANTS)
def test_reproduces_the_reference_implementation(variant: str, kind: Any, tmp_path: Path, device: str) -> None:
    """From files as the library writes them: attention, hidden states, memory and probabilities are the library's."""
    model = load_model(xlnet_models.folder(tmp_path / variant, variant, kind), device)
    theirs, entry = xlnet_models.results(variant), xlnet_models.VARIANTS[variant]
    stream = "_h" if entry["perm"] else ""
    for row in (0, 1):
        memory: list[list[np.ndarray]] = [[], []]
        for s, trace in enumerate(_reading(model, variant, row)):
            assert trace.where.segment == SEGMENTS[s]
            _close(trace.hidden, theirs[f"seg{s}.hidden2{stream}"][row], 1e-4)
            if not entry["perm"]:
                known = _log_probabilities(model, trace.hidden)
                _close(known, theirs[f"seg{s}.logits"][row].log_softmax(1), 1e-4)
                np.testing.assert_allclose(np.exp(known).sum(1), 1, rtol=0, atol=1e-5)
            for layer in range(2):
                inputs = trace.chunk.inputs[layer][0].cpu().numpy()
                memory[layer].append(inputs)
                _close(inputs, theirs[f"seg{s}.hidden{layer}{stream}"][row], 1e-4)
                _close(np.concatenate(memory[layer])[-MEMORY:], theirs[f"seg{s}.layer{layer}.mem_out"][:, row], 1e-4)
                wanted = theirs[f"seg{s}.layer{layer}.attn{stream}"][row].numpy()
                np.testing.assert_allclose(trace.attention(layer), wanted, rtol=0, atol=1e-5)
                for head in range(4):
                    terms = trace.terms(layer, head)
                    np.testing.assert_allclose(terms.attention, wanted[head], rtol=0, atol=1e-5)
                    assert len(terms.parts) == 5 if entry["token_types"] else 4
                    assert terms.sum_error <= 1e-5 * max(1, np.nanmax(np.abs(terms.score)))


def test_the_query_stream_predicts_as_the_reference_does(tmp_path: Path, device: str) -> None:
    """Read from left to right, each token's prediction of the next is the library's query stream at the next place."""
    variant = "bi_two_stream"
    model, theirs = load_model(xlnet_models.folder(tmp_path, variant), device), xlnet_models.results(variant)
    for row in (0, 1):
        for s, trace in enumerate(_reading(model, variant, row)):
            assert trace.predicting is not None
            _close(trace.predicting[:-1], theirs[f"seg{s}.hidden2_g"][row, 1:], 1e-4)
            known, wanted = _log_probabilities(model, trace.predicting), theirs[f"seg{s}.logits"][row].log_softmax(1)
            _close(known[:-1], wanted[1:], 1e-4)
            np.testing.assert_allclose(np.exp(known).sum(1), 1, rtol=0, atol=1e-5)
            losses = -wanted[1:].gather(1, theirs[f"seg{s}.input_ids"][row, 1:, None])[:, 0].numpy()
            np.testing.assert_allclose(trace.loss[:-1], losses, rtol=1e-4)
            assert np.isnan(trace.loss[-1]) == (s == 2)


def test_a_model_from_left_to_right_predicts_from_its_contents(tmp_path: Path) -> None:
    """A model trained in one direction only has a loss as a Transformer-XL has."""
    model = load_model(xlnet_models.folder(tmp_path, "uni"))
    theirs = xlnet_models.results("uni")
    trace = _reading(model, "uni", 0).step(0)
    following = torch.cat([theirs["seg0.input_ids"][0, 1:], theirs["seg1.input_ids"][0, :1]])
    wanted = -theirs["seg0.logits"][0].log_softmax(1).gather(1, following[:, None])[:, 0]
    np.testing.assert_allclose(trace.loss, wanted, rtol=1e-4)


def test_every_file_gives_the_same_weights(tmp_path: Path) -> None:
    """Safetensors, torch's zip format and its legacy format lead to the same numbers, to the bit."""
    one, *others = (
        load_model(xlnet_models.folder(tmp_path / kind, kind=kind)) for kind in ("safetensors", "zip", "legacy")
    )
    for other in others:
        assert other.config == one.config
        for (name, wanted), tensor in zip(one.network.named_parameters(), other.network.parameters(), strict=True):
            assert torch.equal(tensor, wanted), name


def test_half_precision_is_computed_in_full(tmp_path: Path) -> None:
    """Weights that are float16 in the file are float32 in the network."""
    xlnet_models.folder(tmp_path)
    half = {name: tensor.half() for name, tensor in load_file(tmp_path / "model.safetensors").items()}
    save_file(half, tmp_path / "model.safetensors")
    network = load_model(tmp_path).network
    assert {parameter.dtype for parameter in network.parameters()} == {torch.float32}
    u = half["transformer.layer.1.rel_attn.r_w_bias"]
    assert torch.equal(network.layers[1].attention.scheme.get_parameter("u"), u.float())


def test_safetensors_come_before_a_pickle(tmp_path: Path) -> None:
    """Where both are there, the file that cannot hold code is read and the other one is not looked at."""
    xlnet_models.folder(tmp_path)
    (tmp_path / "pytorch_model.bin").write_bytes(b"cos\nsystem\n(S'echo'\ntR.")
    assert load_model(tmp_path).config.n_layer == 2


@pytest.mark.parametrize("prefix", ["transformer.", ""])
def test_a_model_with_another_head_opens_without_predictions(prefix: str, tmp_path: Path) -> None:
    """A classifier, or a body without a head, shows its attention and predicts nothing."""
    name = "XLNetForSequenceClassification" if prefix else "XLNetModel"
    xlnet_models.folder(tmp_path, architectures=[name])
    state = load_file(tmp_path / "model.safetensors")
    body = {name.removeprefix("transformer."): tensor for name, tensor in state.items() if "lm_loss" not in name}
    state = {prefix + name: tensor for name, tensor in body.items()}
    if prefix:
        state |= {"logits_proj.weight": torch.zeros(2, 32), "logits_proj.bias": torch.zeros(2)}
    save_file(state, tmp_path / "model.safetensors")
    model = load_model(tmp_path)
    trace = _reading(model, "bi", 0).step(1)
    np.testing.assert_allclose(trace.attention(1), xlnet_models.results("bi")["seg1.layer1.attn"][0], rtol=0, atol=1e-5)
    assert trace.predicting is None
    assert np.isnan(trace.loss).all()


def test_settings_become_ours(tmp_path: Path) -> None:
    """What a config says of lengths, direction and memory is in the model's config; no limit is the pretraining's."""
    model = load_model(xlnet_models.folder(tmp_path, "uni", mem_len=None, reuse_len=4, clamp_len=7, same_length=True))
    config = model.config
    assert (config.scheme, config.causal, config.same_length, config.same_length_of) == ("xlnet", True, True, "fill")
    assert (config.memory_length, config.reuse_length, config.clamp_len) == (PRETRAINED_MEMORY, 4, 7)
    assert (config.activation, config.scale_embeddings, config.layer_norm_epsilon) == ("gelu", False, 1e-12)
    assert config.initial_memory == "empty"
    assert load_model(xlnet_models.folder(tmp_path, reuse_len=0)).config.reuse_length is None


def test_a_memory_as_long_as_the_text_keeps_everything(tmp_path: Path) -> None:
    """Without a limit XLNet keeps all it has read, and so does a memory of that length."""
    model = load_model(xlnet_models.folder(tmp_path, mem_len=None))
    reading = models.reading(model, 16, 6, 16)
    assert [trace.where.memory for trace in reading] == [0, 6, 12]


def test_the_segment_length_may_be_any(tmp_path: Path) -> None:
    """In a model that sees ahead, tokens see to the end of their segment and no further."""
    model = load_model(xlnet_models.folder(tmp_path))
    trace = models.reading(model, 12, 5, 8).step(1)
    terms = trace.terms(0, 2)
    assert terms.mask.all()
    assert terms.distance.min() == -4
    assert (terms.attention > 0).all()


def test_a_native_folder_keeps_everything(tmp_path: Path) -> None:
    """Saved as relviz's own model and loaded again, it computes the same, predictions included."""
    model = load_model(xlnet_models.folder(tmp_path / "theirs", "bi_two_stream"))
    save_model(tmp_path / "ours", model.network, None, dtype=torch.float32)
    again = load_model(tmp_path / "ours")
    for one, other in zip(_reading(model, "bi_two_stream", 1), _reading(again, "bi_two_stream", 1), strict=True):
        np.testing.assert_array_equal(one.loss, other.loss)
        np.testing.assert_array_equal(one.attention(1), other.attention(1))


def test_older_configs_name_only_the_class(tmp_path: Path) -> None:
    """Without a model type, the class that was saved says that it is an XLNet."""
    folder = xlnet_models.folder(tmp_path)
    settings = json.loads((folder / "config.json").read_text())
    del settings["model_type"]
    (folder / "config.json").write_text(json.dumps(settings))
    assert load_model(folder).config.scheme == "xlnet"


def test_progress_is_told_and_loading_can_be_cancelled(tmp_path: Path) -> None:
    """Shares ascend to 1; a cancelled load is Cancelled."""
    folder = xlnet_models.folder(tmp_path)
    shares: list[float] = []
    load_model(folder, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1.0)
    with pytest.raises(Cancelled):
        load_model(folder, is_cancelled=lambda: True)


def test_pieces_are_read_beside_the_model(tmp_path: Path) -> None:
    """A folder with a SentencePiece model reads text; one without a tokenizer reads ids; labels show spaces."""
    xlnet_models.folder(tmp_path)
    assert load_model(tmp_path).tokenizer is None
    _widen(tmp_path)
    model = load_model(xlnet_models.add_pieces(tmp_path))
    trace = read(model, "It is in 2000, a man", 6, 6).step(1)
    assert trace.key_tokens[:2] == ["·I", "t"]
    assert all(label.strip() for label in trace.key_tokens)
    (tmp_path / "tokenizer_config.json").write_text('{"do_lower_case": true}')
    assert read(load_model(tmp_path), "It is", 6, 6).step(0).key_tokens[0] == "·it"


def test_nothing_is_added_to_a_text(tmp_path: Path) -> None:
    """A ``tokenizer.json`` that ends texts with ``<sep> <cls>`` and fills batches up does not do so here."""
    import tokenizers

    folder = xlnet_models.add_pieces(_widen(xlnet_models.folder(tmp_path)))
    pieces = load_model(folder).tokenizer
    assert isinstance(pieces, Tokenizer)
    inner = tokenizers.Tokenizer.from_str(pieces.to_json())
    inner.post_processor = tokenizers.processors.TemplateProcessing(
        single="$A:0 <sep>:0 <cls>:2", special_tokens=[("<sep>", 4), ("<cls>", 3)]
    )
    inner.enable_padding(direction="left", pad_id=5, pad_token="<pad>", length=99)
    inner.save(str(folder / "tokenizer.json"))
    tokens = read(load_model(folder), "It is a truth").tokens
    assert tokens.ids.tolist() == pieces.encode("It is a truth").ids.tolist()
    assert tokens.labels[0] == "·I"


def test_a_hostile_pickle_is_refused(tmp_path: Path) -> None:
    """A ``pytorch_model.bin`` that asks for a command is a ModelError with its name, and nothing runs."""
    folder, ran = xlnet_models.folder(tmp_path, kind="zip"), tmp_path / "ran"

    class Payload:
        def __reduce__(self) -> tuple[Any, ...]:
            return os.system, (f"touch {ran}",)

    for modern in (True, False):
        payload = {"transformer.mask_emb": Payload()}
        torch.save(payload, folder / "pytorch_model.bin", _use_new_zipfile_serialization=modern)
        with pytest.raises(ModelError, match=r"pytorch_model\.bin asks for .*system"):
            load_model(folder)
        assert not ran.exists()


def test_a_tokenizer_json_comes_before_pieces(tmp_path: Path, tokenizer_json: str) -> None:
    """Where both are there, ``tokenizer.json`` is used."""
    xlnet_models.add_pieces(_widen(xlnet_models.folder(tmp_path), 700))
    (tmp_path / "tokenizer.json").write_text(tokenizer_json)
    tokenizer = load_model(tmp_path).tokenizer
    assert tokenizer is not None
    assert tokenizer.vocab_size == 600


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"attn_type": "both"}, "attn_type must be 'bi' or 'uni', not 'both'"),
        ({"ff_activation": "swish"}, "activation must be 'relu' or 'gelu', not 'swish'"),
        ({"n_head": 0}, "d_model and n_head"),
        ({"d_model": "wide"}, "d_model and n_head"),
        ({"n_layer": -1}, "n_layer must be"),
        ({"mem_len": -3}, "memory_length must be"),
    ],
    ids=str,
)
def test_settings_that_cannot_be_are_named(settings: dict[str, Any], reason: str, tmp_path: Path) -> None:
    """A config with a value that no XLNet has is a ModelError with its path and the reason."""
    with pytest.raises(ModelError, match=rf"config\.json does not fit: .*{reason}"):
        load_model(xlnet_models.folder(tmp_path, **settings))


def _edit(change: Callable[[dict[str, Any]], object]) -> Callable[[Path], None]:
    def edit(folder: Path) -> None:
        state = load_file(folder / "model.safetensors")
        change(state)
        save_file(state, folder / "model.safetensors")

    return edit


def _settings(**changes: Any) -> Callable[[Path], object]:
    return lambda folder: xlnet_models.folder(folder, **changes)


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (_settings(n_layer=3), r"model\.safetensors lacks the tensor transformer\.layer\.2\.rel_attn\.q"),
        (_settings(n_layer=10**9), r"lacks the tensor transformer\.layer\.2\.rel_attn\.q"),
        (_settings(n_layer=1), r"model\.safetensors has a tensor transformer\.layer\.1\."),
        (_settings(vocab_size=10**15), r"word_embedding\.weight as \(100, 32\), but config\.json asks for"),
        (_settings(d_head=9), r"rel_attn\.q as \(32, 4, 8\), but config\.json asks for \(32, 4, 9\)"),
        (_settings(d_inner=65), r"ff\.layer_1\.weight as \(64, 32\)"),
        (_edit(lambda state: state.pop("lm_loss.bias")), r"lacks the tensor lm_loss\.bias"),
        (_edit(lambda state: state.pop("transformer.mask_emb")), r"lacks the tensor transformer\.mask_emb"),
        (_edit(lambda state: state.pop("transformer.word_embedding.weight")), r"transformer\.word_embedding\.weight"),
        (_edit(lambda state: state.pop("transformer.layer.1.rel_attn.k")), r"lacks the tensor .*layer\.1\.rel_attn\.k"),
        (_edit(lambda state: state["transformer.layer.0.rel_attn.v"].fill_(torch.nan)), r"rel_attn\..*not finite"),
        (_edit(lambda state: state["lm_loss.bias"].fill_(torch.inf)), r"lm_loss\.bias .*not finite"),
        (_edit(lambda state: state.update({"lm_loss.weight": torch.zeros(100, 32)})), r"lm_loss\.weight"),
        (_edit(lambda state: state.update({"lm_loss.bias": torch.zeros(100).long()})), r"lm_loss\.bias as int64"),
        (lambda folder: (folder / "model.safetensors").unlink(), r"model\.safetensors is missing"),
        (lambda folder: (folder / "config.json").unlink(), r"config\.json is missing"),
        (lambda folder: (folder / "config.json").write_text("{"), r"config\.json cannot be read"),
        (lambda folder: (folder / "config.json").write_text("[]"), r"config\.json is damaged"),
        (
            lambda folder: (folder / "config.json").write_text('{"model_type": "xlnet"}'),
            r"lacks the setting vocab_size",
        ),
        (lambda folder: (folder / "spiece.model").write_bytes(b"\x0a\xff"), r"spiece\.model is damaged"),
        (xlnet_models.add_pieces, r"spiece\.model has 173 tokens, but the model knows 100"),
        (lambda folder: (folder / "tokenizer.json").write_text("{}"), r"tokenizer\.json is not a tokenizer"),
    ],
)
def test_a_damaged_folder_says_which_file_and_why(
    damage: Callable[[Path], object], reason: str, tmp_path: Path
) -> None:
    """What is missing, cut short, of another shape or kind is a ModelError with file, tensor and reason."""
    damage(xlnet_models.folder(tmp_path))
    with pytest.raises(ModelError, match=reason) as caught:
        load_model(tmp_path)
    assert str(tmp_path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_model_in_one_direction_cannot_be_read_in_both(tmp_path: Path) -> None:
    """Asking a causal model to see ahead is a SettingError."""
    model = load_model(xlnet_models.folder(tmp_path, "uni"))
    with pytest.raises(SettingError, match="left to right"):
        read(model, [1, 2, 3], causal=False)


def _reading(model: Model, variant: str, row: int) -> Reading:
    """Read a row of the fixture's batch, as the library did."""
    theirs, entry = xlnet_models.results(variant), xlnet_models.VARIANTS[variant]

    def text(name: str) -> list[int]:
        ids: list[int] = torch.cat([theirs[f"seg{s}.{name}"][row] for s in range(3)]).tolist()
        return ids

    types = text("token_type_ids") if entry["token_types"] else None
    causal = True if entry["perm"] else None
    return read(model, text("input_ids"), SEGMENTS[0], MEMORY, causal=causal, token_types=types)


def _widen(folder: Path, vocab_size: int = 173) -> Path:
    """Give the model as many ids as a tokenizer has."""
    xlnet_models.folder(folder, vocab_size=vocab_size)
    state = load_file(folder / "model.safetensors")
    for name in ("transformer.word_embedding.weight", "lm_loss.bias"):
        state[name] = torch.cat([state[name]] * 7)[:vocab_size].contiguous()
    save_file(state, folder / "model.safetensors")
    return folder


def _log_probabilities(model: Model, outputs: torch.Tensor) -> np.ndarray:
    with torch.inference_mode():
        return model.network.log_probabilities(outputs).cpu().numpy()


def _close(ours: torch.Tensor | np.ndarray, wanted: torch.Tensor, tolerance: float) -> None:
    ours = ours.cpu().numpy() if isinstance(ours, torch.Tensor) else ours
    np.testing.assert_allclose(ours, wanted.numpy(), rtol=0, atol=tolerance * max(1, wanted.abs().max().item()))
