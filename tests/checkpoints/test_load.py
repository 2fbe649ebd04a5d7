"""Opening whatever a user gives, and saying what it is if relviz does not open it."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from relviz.checkpoints import convert, load_model, save_model
from relviz.core.model.transformer import TransformerXL
from relviz.core.reading.reading import read
from relviz.errors import Cancelled, ModelError, OutputError
from tests.checkpoints.formats.test_authors import learned
from tests.checkpoints.formats.test_transfo_xl import errors
from tests.checkpoints.formats.test_vocabulary import WORDS
from tests.fixtures import layouts, models, reference

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from relviz.core.model.model import Model


PREFIX = "transformer."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of Hugging Face's, to be changed."""
    return layouts.hugging_face(tmp_path / "theirs", "adaptive")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("tf_model.h5", "TensorFlow checkpoint.*from_tf=True"),
        ("model.ckpt-0.data-00000-of-00001", "TensorFlow checkpoint"),
        ("model.ckpt-0.index", "TensorFlow checkpoint"),
        ("checkpoint", "TensorFlow checkpoint"),
        ("flax_model.msgpack", "Flax checkpoint"),
        ("rust_model.ot", "checkpoint for Rust"),
        ("corpus.bin", "a corpus, not a model"),
        ("cache.pt", "a corpus, not a model"),
        ("optimizer.pt", "state of a training"),
        ("model.safetensors.index.json", "weights in several files"),
        ("model.gguf", "GGUF"),
    ],
)
def test_what_is_not_opened_is_named(name: str, reason: str, tmp_path: Path, folder: Path) -> None:
    """A file of another program, alone, in a folder, or in place of the weights: what it is, and what to do instead."""
    (tmp_path / "alone").mkdir()
    (tmp_path / "alone" / name).write_bytes(b"not to be read")
    (folder / "model.safetensors").unlink()
    (folder / name).write_bytes(b"not to be read")
    for path in (tmp_path / "alone", folder, tmp_path / "alone" / name):
        with pytest.raises(ModelError, match=rf"{name} is .*{reason}"):
            load_model(path)


def test_a_file_of_a_model_opens_the_model(folder: Path) -> None:
    """Dropping the weights or the config of a folder opens the folder."""
    for name in ("config.json", "model.safetensors"):
        assert load_model(folder / name).name == "theirs"


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"model_type": "bert"}, "describes a bert model"),
        ({"model_type": "gpt2", "n_layer": 2}, "describes a gpt2 model"),
        ({"architectures": ["TransfoXLLMHeadModel"]}, None),
        ({"model_type": "transfo-xl", "attn_type": 1}, "attn_type must be 0"),
    ],
)
def test_the_type_in_the_config_decides(settings: dict[str, Any], reason: str | None, folder: Path) -> None:
    """Models of other types are named; an old config without a type is known by its architecture, or its settings."""
    path = folder / "config.json"
    values = json.loads(path.read_text())
    del values["model_type"]
    path.write_text(json.dumps(values | settings))
    if reason is None:
        assert load_model(folder).config.cutoffs == (20, 40, 80)
    else:
        with pytest.raises(ModelError, match=rf"config\.json.*{reason}"):
            load_model(folder)


def test_old_settings_have_the_meaning_they_had(folder: Path) -> None:
    """Without tie_projs the first projection is the output's own and the rest are shared, as the library takes it."""
    path = folder / "config.json"
    values = json.loads(path.read_text())
    for name in ("tie_projs", "model_type", "architectures", "tie_word_embeddings", "layer_norm_epsilon"):
        del values[name]
    values["n_token"] = values.pop("vocab_size")
    path.write_text(json.dumps(values | {"tgt_len": 5}))
    config = load_model(folder).config
    assert (config.tie_projs, config.tie_weight, config.vocab_size) == ((False, True, True, True), True, 100)
    assert (config.segment_length, config.memory_length) == (5, 8)
    assert config.initial_memory == "empty"
    assert config.layer_norm_epsilon == 1e-5


def test_either_name_of_a_tied_tensor_will_do(folder: Path) -> None:
    """Of tensors that share memory safetensors keeps one name, and which one depends on its version."""
    path = folder / "model.safetensors"
    state = load_file(path)
    for cluster in range(4):
        state[f"crit.out_layers.{cluster}.weight"] = state.pop(f"{PREFIX}word_emb.emb_layers.{cluster}.weight")
        if cluster:
            state[f"crit.out_projs.{cluster}"] = state.pop(f"{PREFIX}word_emb.emb_projs.{cluster}")
    expected = dict(load_model(folder).network.named_parameters())
    save_file(state, path)
    for name, parameter in load_model(folder).network.named_parameters():
        assert torch.equal(parameter, expected[name]), name


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


def _header(length: int, content: bytes = b"{}") -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        (folder / "model.safetensors").write_bytes(length.to_bytes(8, "little") + content)

    return write


def _truncate(folder: Path) -> None:
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:-50])


QKV = f"{PREFIX}layers.1.dec_attn.qkv_net.weight"
HUGE = json.dumps({"a": {"dtype": "F32", "shape": [2**40], "data_offsets": [0, 2**42]}}).encode()


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (_truncate, r"model\.safetensors is damaged"),
        (_header(2**60), r"model\.safetensors is damaged"),
        (_header(2**33), r"model\.safetensors is damaged"),
        (_header(len(HUGE), HUGE), r"model\.safetensors is damaged"),
        (_header(2), r"model\.safetensors lacks the tensor transformer\.layers\.1"),
        (_edit(lambda state: state.pop(QKV)), f"lacks the tensor {QKV}"),
        (_edit(lambda state: state.update({QKV: torch.zeros(96, 31)})), rf"{QKV} as \(96, 31\)"),
        (_edit(lambda state: state.update({QKV: torch.zeros(96, 32, dtype=torch.int32)})), f"{QKV} as int32"),
        (_edit(lambda state: state[QKV].fill_(torch.nan)), f"numbers in {QKV} that are not finite"),
        (_edit(lambda state: state[QKV].view(-1)[5:6].fill_(torch.inf)), f"numbers in {QKV} that are not finite"),
        (_edit(lambda state: state.update(surplus=torch.zeros(2))), "a tensor surplus"),
        (_edit(lambda state: state.pop("crit.out_layers.2.bias")), r"lacks the tensor crit\.out_layers\.2\.bias"),
        (
            _edit(lambda state: state.update({"crit.out_layers.2.bias": torch.zeros(3)})),
            r"out_layers\.2\.bias as \(3,\)",
        ),
        (_edit(lambda state: [state.pop(name) for name in list(state) if name.startswith("crit")]), "no output layer"),
        (_edit(lambda state: state.pop("crit.cluster_weight")), r"lacks the tensor crit\.cluster_weight"),
        (_edit(lambda state: state.pop("crit.out_projs.0")), r"lacks the tensor crit\.out_projs\.0"),
        (_settings(vocab_size=10**15), r"emb_layers\.3\.weight as"),
        (_settings(vocab_size="many"), r"config\.json does not fit"),
        (_settings(n_layer=10**9), r"lacks the tensor transformer\.layers\.999999999"),
        (_settings(d_model=64), "asks for"),
        (_settings(d_inner=10**30), r"config\.json"),
        (_settings(cutoffs=[30, 40, 80]), r"emb_layers\.0\.weight as \(20, 32\), but config\.json asks for \(30, 32\)"),
        (_settings(cutoffs="20"), r"config\.json does not fit: cutoffs"),
        (_settings(div_val=3), "asks for"),
        (_settings(div_val=4), "leaves the last cluster of 32 no width"),
        (_settings(mem_len=-1), r"config\.json does not fit: memory_length"),
        (_settings(untie_r=None), r"config\.json does not fit: untie_r"),
        (lambda folder: (folder / "config.json").write_text("{"), r"config\.json cannot be read"),
        (lambda folder: (folder / "config.json").write_text("[" * 10**5), r"config\.json cannot be read"),
        (lambda folder: (folder / "model.safetensors").unlink(), r"model\.safetensors is missing"),
    ],
    ids=range(30),
)
def test_a_damaged_folder_names_file_and_tensor(damage: Callable[[Path], None], reason: str, folder: Path) -> None:
    """Truncated, wrongly shaped, wrongly typed and mixed-up files: one sentence that says which and why."""
    damage(folder)
    with pytest.raises(ModelError, match=reason) as caught:
        load_model(folder)
    assert str(folder) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files_of_two_models_do_not_mix(tmp_path: Path, folder: Path) -> None:
    """The weights of one model with the settings of another are told by the first tensor that does not fit."""
    other = layouts.hugging_face(tmp_path / "other", "default")
    shutil.copy(other / "model.safetensors", folder / "model.safetensors")
    with pytest.raises(ModelError, match=r"model\.safetensors has transformer\.word_emb\.emb_layers\.0\.weight as"):
        load_model(folder)


def test_loading_shows_progress_and_can_be_cancelled(folder: Path) -> None:
    """Progress ascends from 0 to 1 and ends there; the wish to stop is heard between tensors."""
    shares: list[float] = []
    load_model(folder, progress=shares.append)
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert len(shares) > 20
    asked: list[int] = []

    def tenth() -> bool:
        asked.append(1)
        return len(asked) == 10

    with pytest.raises(Cancelled):
        load_model(folder, is_cancelled=tenth)
    assert len(asked) == 10


def test_a_card_and_the_kind_are_shown(folder: Path) -> None:
    """The hub's README is the card, and people are told whose format it is."""
    (folder / "README.md").write_text("# A card\n")
    model = load_model(folder)
    assert model.card == "# A card\n"
    assert model.kind == "Transformer-XL from Hugging Face"
    assert len(model.sha256) == 64


def test_a_name_that_is_nothing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is no path, no bundled model and no repository in the cache is a ModelError that says what would be."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(ModelError, match="There is no model nobody/nothing: give a model folder, a bundled name"):
        load_model("nobody/nothing")


def test_random_weights_were_not_trained_whatever_their_settings_say(tmp_path: Path) -> None:
    """Lengths of training beside weights as they were drawn are dropped; beside weights that have moved they stay."""
    said = {"trained_segment_length": 8, "trained_memory_length": 16, "trained_positions": 32}
    save_model(tmp_path / "fresh", TransformerXL(models.config(**said)), None)
    save_model(tmp_path / "learnt", models.network(**said), None)
    fresh, learnt = load_model(tmp_path / "fresh"), load_model(tmp_path / "learnt")

    assert [getattr(fresh.config, name) for name in said] == [None] * 3
    assert {name: getattr(learnt.config, name) for name in said} == said
    assert (fresh.untrained, learnt.untrained) == (True, False)


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
