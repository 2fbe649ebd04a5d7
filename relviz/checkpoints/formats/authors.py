"""What the authors' own code saves: ``model.pt``, a whole pickled ``MemTransformerLM`` (kimiyoung/transformer-xl)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from relviz.checkpoints.formats.tensors import Tensors
from relviz.checkpoints.formats.transfo_xl import assemble
from relviz.checkpoints.formats.vocabulary import find_vocabulary
from relviz.checkpoints.pickled.pickles import Stub
from relviz.checkpoints.pickled.torch_files import attributes, open_torch_file, state_of
from relviz.core.config import ModelConfig
from relviz.core.sentence import Sentence
from relviz.errors import ModelError

if TYPE_CHECKING:
    from pathlib import Path

    from relviz.checkpoints.watch import Watch
    from relviz.core.model.transformer import TransformerXL
    from relviz.core.text.words import WordTokenizer

STUBS = ("torch.nn.modules", "torch.nn.parallel", "mem_transformer", "proj_adaptive_softmax", "log_uniform_sampler")
"""Modules whose classes a saved model is made of."""
MODEL = "MemTransformerLM"


def load_file(path: Path, watch: Watch) -> tuple[TransformerXL, WordTokenizer | None]:
    """Return the network in a ``model.pt``, and a tokenizer if there is a vocabulary beside it.

    Raises:
        ModelError: the file is damaged, hostile, or holds another kind of model.
        Cancelled: the watch said so.
    """
    utils = tuple(f"utils.{name}" for name in STUBS[3:])
    # until torch 1.5 a module had a backend, which nobody needs
    backend = {("torch.nn.backends.thnn", "_get_thnn_function_backend"): _no_backend}
    saved = open_torch_file(path, (*STUBS, *utils), backend)
    model = saved.root
    if isinstance(model, Stub) and model.stands_for.endswith("DataParallel"):
        model = attributes(model, "_modules").get("module")
    if not isinstance(model, Stub):
        if isinstance(saved.root, dict):
            raise ModelError(
                "{0} holds weights without the model's settings: save the whole model, as kimiyoung's train.py "
                "does, or a Hugging Face folder with config.json.",
                path,
            )
        raise ModelError("{0} holds no model: give the model.pt that kimiyoung's train.py writes.", path)
    if model.stands_for.rpartition(".")[2] != MODEL:
        raise ModelError("{0} holds a {1}, but relviz opens {2} alone.", path, model.stands_for, MODEL)
    stored = state_of(model, path)
    try:
        config = config_of(model, stored)
    except ModelError as error:
        raise ModelError("{0} does not fit: {1}", path, error) from error
    except TypeError as error:
        raise ModelError("{0} is damaged: a setting of the model is of the wrong kind ({1}).", path, error) from error
    total = sum({tensor.storage: tensor.storage.bytes for tensor in stored.values()}.values()) or 1
    read = 0

    def done(length: int) -> None:
        nonlocal read
        read += length
        watch(0.5 * read / total)

    tensors = Tensors(
        path, {name: saved.tensor(name, tensor, done) for name, tensor in stored.items()}, Sentence("the model")
    )
    network = assemble(config, tensors, "", watch.part(0.5, 1.0))
    return network, find_vocabulary(path.parent, config.vocab_size)


def config_of(model: Stub, stored: dict[str, Any]) -> ModelConfig:
    """Read the settings off a pickled model.

    Raises:
        ModelError: one is missing or out of range, or the model attends in a way that relviz does not.
    """

    def own(name: str, otherwise: Any = None) -> Any:
        value = model.__dict__.get(name, otherwise)
        if value is None:
            raise ModelError("the model has no {0}.", name)
        return value

    attention = own("attn_type", 0)
    if attention not in (0, 1):
        raise ModelError(
            "attn_type {0} (absolute positions) is not the attention of a Transformer-XL: relviz opens "
            "attn_type 0 and 1.",
            attention,
        )
    embedding, crit = _module(model, "word_emb"), _module(model, "crit")
    layers = attributes(_module(model, "layers"), "_modules")
    if not layers:
        raise ModelError("the model has no layers.")
    first = layers.get("0")
    core = stored.get("layers.0.pos_ff.CoreNet.0.weight")
    if not isinstance(first, Stub) or core is None or len(core.shape) != 2:
        raise ModelError("the model has no feed-forward layers.")
    block = _module(first, "dec_attn")
    cutoffs = list(crit.__dict__.get("cutoffs", []))[:-1]  # the last of theirs is the vocabulary's end
    clamp = own("clamp_len", -1)
    positions = None
    if attention == 1:
        table = stored.get("r_emb")
        if table is None or len(table.shape) != 4:
            raise ModelError("the model has no table r_emb.")
        # -clamp_len: keeps the last rows of the table; where it is given, farther distances share the first of those
        positions = min(table.shape[1], clamp) if clamp > 0 else table.shape[1]
    return ModelConfig(
        vocab_size=own("n_token"),
        n_layer=own("n_layer"),
        n_head=own("n_head"),
        d_model=own("d_model"),
        d_head=own("d_head"),
        d_inner=core.shape[0],
        scheme="xl" if attention == 0 else "learned-relative",
        n_positions=positions,
        pre_lnorm=block.__dict__.get("pre_lnorm", False),
        untie_r=attention == 1,
        clamp_len=clamp if attention == 0 else -1,
        same_length=own("same_length", False),
        cutoffs=tuple(cutoffs),
        div_val=embedding.__dict__.get("div_val", 1),
        d_embed=embedding.__dict__.get("d_embed"),
        tie_weight=_same(stored, "word_emb.emb_layers.0.weight", "crit.out_layers.0.weight"),
        tie_projs=tuple(
            any(_same(stored, f"crit.out_projs.{n}", f"word_emb.emb_projs.{m}") for m in {0, n})
            for n in range(len(cutoffs) + 1)
        ),
        cluster_order="reversed",
        segment_length=own("tgt_len"),
        memory_length=own("mem_len"),
        trained_segment_length=own("tgt_len"),
        trained_memory_length=own("mem_len"),
    )


def _module(parent: Stub, name: str) -> Stub:
    found = attributes(parent, "_modules").get(name)
    if not isinstance(found, Stub):
        raise ModelError("the model has no {0}.", name)
    return found


def _same(stored: dict[str, Any], one: str, other: str) -> bool:
    """Whether two tensors are one: they are pickled so."""
    return one in stored and other in stored and stored[one].storage is stored[other].storage


def _no_backend(*_: object) -> None:
    """Stand for ``torch.nn.backends.thnn._get_thnn_function_backend``."""
