"""Hugging Face's Transformer-XL: folders with ``config.json`` of the type ``transfo-xl``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from relviz.checkpoints.formats.hugging_face import config_in, weights_in
from relviz.checkpoints.formats.tensors import Found, Tensors, build, open_weights
from relviz.checkpoints.formats.vocabulary import find_vocabulary
from relviz.core.config import ModelConfig
from relviz.errors import ModelError

if TYPE_CHECKING:
    from pathlib import Path

    from relviz.checkpoints.watch import Watch
    from relviz.core.model.transformer import TransformerXL
    from relviz.core.text.words import WordTokenizer

_DEFAULTS: dict[str, Any] = {
    "vocab_size": 267_735,
    "cutoffs": [20_000, 40_000, 200_000],
    "d_model": 1024,
    "d_embed": 1024,
    "n_head": 16,
    "d_head": 64,
    "d_inner": 4096,
    "div_val": 4,
    "pre_lnorm": False,
    "n_layer": 18,
    "mem_len": 1600,
    "clamp_len": 1000,
    "same_length": True,
    "attn_type": 0,
    "untie_r": True,
    "tie_word_embeddings": True,
    "layer_norm_epsilon": 1e-5,
}
"""What ``TransfoXLConfig`` takes for settings that a file leaves out."""
LAYER = {
    "attention.qkv.weight": "dec_attn.qkv_net.weight",
    "attention.output.weight": "dec_attn.o_net.weight",
    "norm1.weight": "dec_attn.layer_norm.weight",
    "norm1.bias": "dec_attn.layer_norm.bias",
    "up.weight": "pos_ff.CoreNet.0.weight",
    "up.bias": "pos_ff.CoreNet.0.bias",
    "down.weight": "pos_ff.CoreNet.3.weight",
    "down.bias": "pos_ff.CoreNet.3.bias",
    "norm2.weight": "pos_ff.layer_norm.weight",
    "norm2.bias": "pos_ff.layer_norm.bias",
}
"""Names of a layer's parameters here and there."""


def load_folder(folder: Path, values: dict[str, Any], watch: Watch) -> tuple[TransformerXL, WordTokenizer | None, Path]:
    """Return the network of a folder, its tokenizer if it has a vocabulary, and the file of its weights.

    Args:
        folder: a folder as ``TransfoXLLMHeadModel.save_pretrained`` writes it, or the hub has it.
        values: what is in its ``config.json``.
        watch: told the share done.

    Raises:
        ModelError: a file is missing, damaged, hostile, or does not fit the others; the message names it.
        Cancelled: the watch said so.
    """
    config, path = config_in(folder, values, config_of), weights_in(folder)
    vocabulary = find_vocabulary(folder, config.vocab_size)  # first, since it is soon read or refused
    tensors = open_weights(path, watch.part(0.0, 0.5))
    return assemble(config, tensors, "transformer.", watch.part(0.5, 1.0)), vocabulary, path


def config_of(values: dict[str, Any]) -> ModelConfig:
    """Translate a ``config.json``.

    Raises:
        ModelError: a value is out of range, or of a kind of attention that Hugging Face's code does not have.
    """
    given = {**_DEFAULTS, **values}
    given["vocab_size"] = values.get("vocab_size", values.get("n_token", _DEFAULTS["vocab_size"]))
    if given["attn_type"] != 0:
        raise ModelError(
            "attn_type must be 0, which is all that Hugging Face's code has, not {0!r}.", given["attn_type"]
        )
    cutoffs = given["cutoffs"]
    shared = bool(values.get("proj_share_all_but_first", True))
    clusters = len(cutoffs) if isinstance(cutoffs, list) else 0
    segment_length = values.get("tgt_len", ModelConfig.segment_length)
    return ModelConfig(
        vocab_size=given["vocab_size"],
        n_layer=given["n_layer"],
        n_head=given["n_head"],
        d_model=given["d_model"],
        d_head=given["d_head"],
        d_inner=given["d_inner"],
        pre_lnorm=given["pre_lnorm"],
        untie_r=given["untie_r"],
        clamp_len=given["clamp_len"],
        same_length=given["same_length"],
        layer_norm_epsilon=given["layer_norm_epsilon"],
        cutoffs=cutoffs,
        div_val=given["div_val"],
        d_embed=given["d_embed"],
        tie_weight=values.get("tie_weight", given["tie_word_embeddings"]),
        tie_projs=values.get("tie_projs", [False] + [shared] * clusters),
        segment_length=segment_length,
        memory_length=given["mem_len"],
    )


def assemble(config: ModelConfig, tensors: Tensors, prefix: str, watch: Watch) -> TransformerXL:
    """Return a network with tensors named as Hugging Face or, without the prefix, as kimiyoung names them.

    Of tensors that are tied a file may have both names or either: safetensors keeps one.

    Args:
        config: the shape of the network.
        tensors: the file.
        prefix: what names of the body start with.
        watch: told the share done.

    Raises:
        ModelError: the tensors are not those of such a network.
        Cancelled: the watch said so.
    """
    if config.n_layer > len(tensors.by_name):  # before a network of as many layers is built
        raise ModelError(
            "{0} lacks the tensor {1}layers.{2}.{3}.", tensors.path, prefix, config.n_layer - 1, LAYER["up.weight"]
        )
    if not any(name.startswith("crit.") for name in tensors.by_name):
        raise ModelError(
            "{0} has no output layer (crit), so it predicts no words: give a whole language model "
            "(TransfoXLLMHeadModel).",
            tensors.path,
        )
    found = _embedding(config, tensors, prefix)
    tensors.ignore(f"{prefix}pos_emb.inv_freq")
    for layer in range(config.n_layer):
        theirs, ours = f"{prefix}layers.{layer}.", f"layers.{layer}."
        for own, name in LAYER.items():
            found[ours + own] = tensors.take(theirs + name)
        if config.scheme == "xl":
            found[f"{ours}attention.scheme.r_net.weight"] = tensors.take(f"{theirs}dec_attn.r_net.weight")
    if config.scheme == "xl":
        for own, name in (("u", "r_w_bias"), ("v", "r_r_bias")):
            names = [f"{prefix}layers.{layer}.dec_attn.{name}" for layer in range(config.n_layer)]
            for layer in range(config.n_layer if config.untie_r else 1):
                taken = tensors.take(names[layer]) if config.untie_r else tensors.take(f"{prefix}{name}", *names)
                found[f"layers.{layer}.attention.scheme.{own}"] = taken
            tensors.ignore(f"{prefix}{name}")
    else:
        found |= _learned_positions(config, tensors)
    tensors.finish()
    return build(config, found, tensors, watch)


def _embedding(config: ModelConfig, tensors: Tensors, prefix: str) -> dict[str, Found]:
    """Return the tensors of the embedding and of the output layer."""
    bounds = [0, *config.cutoffs, config.vocab_size]
    clusters = range(len(bounds) - 1)
    split = config.div_val > 1  # each cluster has matrices of its own
    width = config.embedding_width
    parts = clusters if split else range(1)
    shapes = [
        (bounds[part + 1] - bounds[part], width // config.div_val**part) if split else (config.vocab_size, width)
        for part in parts
    ]
    found: dict[str, Found] = {}

    def place(own: str, name: str, *others: str) -> None:
        """Take one matrix a cluster, or one that is cut into clusters."""
        tables = [
            tensors.take(name.format(part), *(other.format(part) for other in others), shape=shapes[part])
            for part in parts
        ]
        for cluster in clusters:
            rows = tables[cluster] if split else tables[0].rows(bounds[cluster], bounds[cluster + 1])
            found[own.format(cluster)] = rows

    words, output = f"{prefix}word_emb.emb_layers.{{}}.weight", "crit.out_layers.{}.weight"
    plain = not split and not config.cutoffs and width == config.d_model and config.tie_weight
    own = "embedding.weight" if plain else "embedding.tables.{}"
    if config.tie_weight:
        place(own, words, output)
    else:
        place(own, words)
        place("embedding.output_tables.{}", output)
    biases = [tensors.take(f"crit.out_layers.{part}.bias", shape=shapes[part][:1]) for part in parts]
    found["output_bias"] = Found(torch.cat([bias.tensor for bias in biases]), biases[0].name)
    if config.cutoffs:
        found["embedding.cluster_weight"] = tensors.take("crit.cluster_weight")
        found["embedding.cluster_bias"] = tensors.take("crit.cluster_bias")
    if split or width != config.d_model:
        for part in parts:
            same = [f"crit.out_projs.{n}" for n in (clusters if not split else [part]) if config.ties_projection(n)]
            found[f"embedding.projections.{part}"] = tensors.take(f"{prefix}word_emb.emb_projs.{part}", *same)
        for cluster in clusters:
            if not config.ties_projection(cluster):
                projection = tensors.take(f"crit.out_projs.{cluster}")
                found[f"embedding.output_projections.{cluster}"] = projection
    return found


def _learned_positions(config: ModelConfig, tensors: Tensors) -> dict[str, Found]:
    """Return the tables of kimiyoung's ``attn_type`` 1, last distance first there, and one tensor for all layers."""
    found: dict[str, Found] = {}
    for own, name in (("table", "r_emb"), ("bias", "r_bias"), ("u", "r_w_bias")):
        whole = tensors.take(name)
        if whole.tensor.ndim < 2 or len(whole.tensor) != config.n_layer:
            shape = tuple(whole.tensor.shape)
            raise ModelError(
                "{0} has {1} as {2}, but the model has {3} layers.", tensors.path, name, shape, config.n_layer
            )
        for layer in range(config.n_layer):
            rows = whole.tensor[layer]
            if own != "u":
                rows = rows[-(config.n_positions or 0) :].flip(0)
            found[f"layers.{layer}.attention.scheme.{own}"] = Found(rows, name)
    return found
