"""XLNet models as Hugging Face lays them out: ``config.json``, weights, ``tokenizer.json`` or ``spiece.model``.

relviz shows XLNet's content stream: its attention is Transformer-XL's, in both directions, with a term for token types.
"""

from __future__ import annotations

import json
import zipfile
from typing import TYPE_CHECKING, Any

import torch
from safetensors import safe_open

from relviz.checkpoints.formats.hugging_face import config_in, weights_in
from relviz.checkpoints.formats.pieces import read_pieces
from relviz.checkpoints.formats.tensors import Found, Tensors, build, open_weights
from relviz.core.config import ModelConfig
from relviz.core.text.tokens import Tokenizer
from relviz.errors import ModelError

if TYPE_CHECKING:
    from pathlib import Path

    from torch import Tensor

    from relviz.checkpoints.watch import Watch
    from relviz.core.model.transformer import TransformerXL

TOKENIZER, PIECES, TOKENIZER_CONFIG = "tokenizer.json", "spiece.model", "tokenizer_config.json"
PRETRAINED_MEMORY = 384
"""``mem_len`` of the published pretraining runs: the memory of a model whose config sets no limit."""
SAME = {
    "attention.scheme.u": "rel_attn.r_w_bias",
    "attention.scheme.v": "rel_attn.r_r_bias",
    "attention.scheme.s": "rel_attn.r_s_bias",
    "attention.scheme.token_type": "rel_attn.seg_embed",
    "norm1.weight": "rel_attn.layer_norm.weight",
    "norm1.bias": "rel_attn.layer_norm.bias",
    "up.weight": "ff.layer_1.weight",
    "up.bias": "ff.layer_1.bias",
    "down.weight": "ff.layer_2.weight",
    "down.bias": "ff.layer_2.bias",
    "norm2.weight": "ff.layer_norm.weight",
    "norm2.bias": "ff.layer_norm.bias",
}
"""Names here and there of a layer's parameters that are the same in both."""


def load_folder(folder: Path, values: dict[str, Any], watch: Watch) -> tuple[TransformerXL, Tokenizer | None, Path]:
    """Return the network of a folder, its tokenizer if it has one, and the file of its weights.

    The memory starts empty, as XLNet's does. A model whose ``mem_len`` sets no limit keeps everything there; here it
    gets the memory of the pretraining runs, and a reading with a memory as long as the text keeps everything too.
    A text is read as it stands: no ``<sep>`` and ``<cls>`` are added, which end what a fine-tuned model is given.
    ``bi_data``, which turns the signs of distances round for half of a training batch, says nothing about reading.

    Args:
        folder: a folder as ``XLNetLMHeadModel.save_pretrained`` writes it, or the hub has it.
        values: what is in its ``config.json``.
        watch: told the share done.

    Raises:
        ModelError: a file is missing, damaged, hostile, or does not fit the others; the message names it.
        Cancelled: the watch said so.
    """
    config, path = config_in(folder, values, config_of), weights_in(folder)
    network = _assemble(config, open_weights(path, watch.part(0.0, 0.5)), watch.part(0.5, 1.0))
    return network, _tokenizer(folder, config), path


def config_of(values: dict[str, Any]) -> ModelConfig:
    """Translate a ``config.json``.

    Raises:
        ModelError: a value is missing, or out of range.
    """
    missing = [name for name in ("vocab_size", "d_model", "n_layer", "n_head", "d_inner") if name not in values]
    if missing:
        raise ModelError("it lacks the setting {0}.", missing[0])
    direction = values.get("attn_type", "bi")
    if direction not in {"bi", "uni"}:
        raise ModelError("attn_type must be 'bi' or 'uni', not {0!r}.", direction)
    d_model, n_head = values["d_model"], values["n_head"]
    if type(d_model) is not int or type(n_head) is not int or n_head < 1:
        raise ModelError("d_model and n_head must be whole numbers, not {0!r} and {1!r}.", d_model, n_head)
    return ModelConfig(
        vocab_size=values["vocab_size"],
        n_layer=values["n_layer"],
        n_head=n_head,
        d_model=d_model,
        d_head=values.get("d_head") or d_model // n_head,
        d_inner=values["d_inner"],
        scheme="xlnet",
        clamp_len=values.get("clamp_len", -1),
        same_length=values.get("same_length", False),
        same_length_of="fill",
        causal=direction == "uni",
        reuse_length=values.get("reuse_len") or None,  # 0 means all, as None does
        query_stream=_architecture(values) in {"", "XLNetLMHeadModel"},
        activation=values.get("ff_activation", "gelu"),
        scale_embeddings=False,
        layer_norm_epsilon=values.get("layer_norm_eps", 1e-12),
        memory_length=values.get("mem_len") or PRETRAINED_MEMORY,
    )


def _assemble(config: ModelConfig, opened: Tensors, watch: Watch) -> TransformerXL:
    """Return the network; tensors are copied only where theirs are laid out in another way."""
    state = dict(opened.by_name)  # one of our own, to let go of what was copied
    tensors = Tensors(opened.path, state)
    del opened
    # a model without a head for the language model may be saved without the prefix, or have another head
    prefix = "" if "word_embedding.weight" in state else "transformer."
    tensors.ignore(*(name for name in state if not name.startswith((prefix, "lm_loss."))))
    shape = (config.vocab_size, config.d_model)
    found = {"embedding.weight": tensors.take(f"{prefix}word_embedding.weight", shape=shape)}
    if "lm_loss.weight" in state:
        output = tensors.take("lm_loss.weight", shape=shape)
        if not torch.equal(output.tensor, found["embedding.weight"].tensor):
            raise ModelError(
                "{0} has another lm_loss.weight than word_embedding.weight: XLNet ties the two.", tensors.path
            )
    if config.query_stream:
        mask = tensors.take(f"{prefix}mask_emb", shape=(1, 1, config.d_model))
        found["mask_embedding"] = Found(mask.tensor.flatten(), mask.name)
    tensors.ignore(f"{prefix}mask_emb")
    if config.query_stream or config.causal:
        found["output_bias"] = tensors.take("lm_loss.bias")
    else:
        found["output_bias"] = Found(torch.zeros(config.vocab_size), "lm_loss.bias")
    tensors.ignore("lm_loss.bias")

    raw = (config.d_model, config.n_head, config.d_head)
    width = config.n_head * config.d_head
    for layer in range(config.n_layer):
        theirs, ours = f"{prefix}layer.{layer}.", f"layers.{layer}."
        fused = [tensors.take(f"{theirs}rel_attn.{letter}", shape=raw) for letter in "qkv"]
        found[f"{ours}attention.qkv.weight"] = Found(_fuse(tensors.path, fused, width), fused[0].name)
        for part in fused:
            del state[part.name]
        for own, letter in (("scheme.r_net", "r"), ("output", "o")):
            taken = tensors.take(f"{theirs}rel_attn.{letter}", shape=raw)
            flat = taken.tensor.reshape(config.d_model, width)
            # a Linear's weight is (out, in): that of the distances is theirs seen from the side
            found[f"{ours}attention.{own}.weight"] = Found(flat.T if letter == "r" else flat, taken.name)
        for own, name in SAME.items():
            found[ours + own] = tensors.take(theirs + name)
    tensors.finish()
    return build(config, found, tensors, watch)


def _fuse(path: Path, parts: list[Found], width: int) -> Tensor:
    """Return queries, keys and values, (d_model, H, d_head) each, as one Linear's weight, (3 H d_head, d_model).

    From a file that is mapped they are read through a mapping of their own, which ends here: what is copied is not held
    twice.
    """
    tensors = [part.tensor for part in parts]
    if path.suffix == ".safetensors":
        with safe_open(path, "pt") as file:
            tensors = [file.get_tensor(part.name) for part in parts]
    elif zipfile.is_zipfile(path):
        state = torch.load(path, map_location="cpu", weights_only=True, mmap=True)  # looked through before
        tensors = [state[part.name] for part in parts]
    return torch.cat([tensor.reshape(-1, width).T for tensor in tensors]).contiguous()


def _tokenizer(folder: Path, config: ModelConfig) -> Tokenizer | None:
    """Read the tokenizer that there is."""
    if (path := folder / TOKENIZER).is_file():
        tokenizer = Tokenizer.from_file(path)
    elif (path := folder / PIECES).is_file():
        settings = _tokenizer_settings(folder / TOKENIZER_CONFIG)
        lowercase, accents = settings.get("do_lower_case") is True, settings.get("keep_accents") is True
        tokenizer = read_pieces(path, lowercase=lowercase, keep_accents=accents)
    else:
        return None
    if tokenizer.vocab_size > config.vocab_size:
        raise ModelError(
            "{0} has {1} tokens, but the model knows {2}: the files do not belong together.",
            path,
            tokenizer.vocab_size,
            config.vocab_size,
        )
    return tokenizer


def _architecture(values: dict[str, Any]) -> str:
    """Return the name of the class that was saved, empty where the config does not say."""
    names = values.get("architectures")
    return str(names[0]) if isinstance(names, list) and names else ""


def _tokenizer_settings(path: Path) -> dict[str, Any]:
    """Read what a ``tokenizer_config.json`` says, if there is one."""
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise ModelError("{0} cannot be read: {1}.", path, error) from error
    return values if isinstance(values, dict) else {}
