"""Runs where transformers 4.35.2 is: its Transformer-XL and relviz's, the same weights, in turns."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import torch

from relviz.bench.harness import compare
from relviz.core.config import ModelConfig
from relviz.core.model.model import Model
from relviz.core.model.transformer import TransformerXL
from relviz.core.reading.reading import Reading
from relviz.core.text.tokens import Tokens

if TYPE_CHECKING:
    from torch import Tensor

VOCABULARY = 1000
SHAPES: dict[str, dict[str, Any]] = {
    "large": {
        "shape": {"n_layer": 18, "n_head": 16, "d_model": 1024, "d_head": 64, "d_inner": 4096},
        "lengths": (128, 1600),
        "clamp_len": 1000,
        "same_length": True,
        "seconds": 60.0,
    },
    "small": {
        "shape": {"n_layer": 6, "n_head": 6, "d_model": 192, "d_head": 32, "d_inner": 768},
        "lengths": (64, 128),
        "clamp_len": -1,
        "same_length": False,
        "seconds": 10.0,
    },
    "tiny": {
        "shape": {"n_layer": 2, "n_head": 2, "d_model": 16, "d_head": 8, "d_inner": 32},
        "lengths": (4, 8),
        "clamp_len": -1,
        "same_length": False,
        "seconds": 0.1,
    },
}
MOST = 40


def main(name: str) -> None:
    """Compare the two at a shape and print the result as JSON."""
    transformers = import_module("transformers")
    given = SHAPES[name]
    segment_length, memory_length = given["lengths"]
    options = {"clamp_len": given["clamp_len"], "same_length": given["same_length"]}
    shape = given["shape"]
    theirs = transformers.TransfoXLModel(
        transformers.TransfoXLConfig(
            vocab_size=VOCABULARY,
            cutoffs=[],
            div_val=1,
            d_embed=shape["d_model"],
            mem_len=memory_length,
            untie_r=True,
            dropout=0.0,
            dropatt=0.0,
            **shape,
            **options,
        )
    ).eval()
    config = ModelConfig(VOCABULARY, **shape, **options, initial_memory="zeros", segment_length=segment_length)
    ours = TransformerXL(config).eval()
    missing, unexpected = ours.load_state_dict(dict(translate(theirs.state_dict())), strict=False)
    assert not unexpected and set(missing) <= {"output_bias"}, f"{missing}, {unexpected}"  # noqa: PT018 # both are shown

    filling = -(-memory_length // segment_length)
    drawn = torch.Generator().manual_seed(0)
    ids = torch.randint(0, VOCABULARY, ((filling + 3 * MOST) * segment_length,), generator=drawn)
    reading = Reading(Model(name, ours), Tokens.from_ids(ids.tolist()), segment_length, memory_length)
    memory = None
    with torch.inference_mode():
        for index in range(filling + 1):
            segment = ids[None, index * segment_length : (index + 1) * segment_length]
            before, output = memory, theirs(segment, mems=memory, output_attentions=True)
            memory = output.mems
    trace = reading.step(filling)
    attention = [torch.from_numpy(trace.attention(layer)) for layer in range(config.n_layer)]
    attention_difference = max(
        float((one - other[0]).abs().max()) for one, other in zip(attention, output.attentions, strict=True)
    )

    @torch.inference_mode()
    def hugging_face() -> None:
        theirs(segment, mems=before, output_attentions=True)

    def with_attention() -> None:
        step = reading.forward()
        _ = step.hidden
        for layer in range(config.n_layer):
            step.attention(layer)

    contenders = {
        "relviz": lambda: reading.forward().hidden,
        "hugging_face": hugging_face,
        "attention": with_attention,
    }
    samples = compare(contenders, given["seconds"], 5, MOST, shortest=0)
    found = {
        "relviz": samples.median("relviz"),
        "hugging_face": samples.median("hugging_face"),
        "ratio": samples.ratio("hugging_face", "relviz"),
        "ratio_with_attention": samples.ratio("hugging_face", "attention"),
        "rounds": samples.rounds,
        "difference": float((trace.hidden - output.last_hidden_state[0]).abs().max()),
        "attention_difference": attention_difference,
    }
    sys.stdout.write(f"\n{json.dumps(found)}\n")


def translate(state: dict[str, Tensor]) -> list[tuple[str, Tensor]]:
    """Return Hugging Face's weights under relviz's names."""
    names = {
        "dec_attn.qkv_net.weight": "attention.qkv.weight",
        "dec_attn.o_net.weight": "attention.output.weight",
        "dec_attn.r_net.weight": "attention.scheme.r_net.weight",
        "dec_attn.r_w_bias": "attention.scheme.u",
        "dec_attn.r_r_bias": "attention.scheme.v",
        "dec_attn.layer_norm.weight": "norm1.weight",
        "dec_attn.layer_norm.bias": "norm1.bias",
        "pos_ff.CoreNet.0.weight": "up.weight",
        "pos_ff.CoreNet.0.bias": "up.bias",
        "pos_ff.CoreNet.3.weight": "down.weight",
        "pos_ff.CoreNet.3.bias": "down.bias",
        "pos_ff.layer_norm.weight": "norm2.weight",
        "pos_ff.layer_norm.bias": "norm2.bias",
    }
    found = [("embedding.weight", state["word_emb.emb_layers.0.weight"])]
    for name, values in state.items():
        if name.startswith("layers."):
            _, layer, rest = name.split(".", 2)
            if rest in names:
                found.append((f"layers.{layer}.{names[rest]}", values))
    return found


if __name__ == "__main__":
    main(sys.argv[1])
