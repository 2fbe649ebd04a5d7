"""Figure 2: against Hugging Face's Transformer-XL.

``python -m relviz.bench.hugging_face`` makes the environment that it needs and takes the figure; from then on
``relviz bench`` takes it, too. That version of transformers is the last without a known fault (facts on its
successors: their forward pass fails or the model is gone), and is never imported by relviz itself: within that
environment this file is run by its name with that of a shape, and so it loads nothing that is not there, as Qt is not.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import torch

from relviz.bench.figure import Figure, Plan, at_least, missing
from relviz.bench.harness import Environment, compare, milliseconds
from relviz.core.config import ModelConfig
from relviz.core.model.model import Model
from relviz.core.model.transformer import TransformerXL
from relviz.core.reading.reading import Reading
from relviz.core.text.tokens import Tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

    from torch import Tensor

ENVIRONMENT = Environment(
    "hugging-face",
    (f"torch=={torch.__version__.partition('+')[0]}", "transformers==4.35.2", "sacremoses"),
    "python -m relviz.bench.hugging_face",
)
FIGURES = {
    "large": ("2a", "wt103's large shape, 18 layers, T 128, M 1600", 2.5),
    "small": ("2b", "6 layers, d 192, T 64, M 128", 2.0),
}
"""At which shapes the figure is taken, and what it should be there."""
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
"""Rounds, which are segments to be read."""


def measure(_plan: Plan) -> Iterator[Figure]:
    """Take the figure at both shapes, if the environment is there."""
    for shape, (id, title, target) in FIGURES.items():  # noqa: A001
        what = f"times faster than Hugging Face TransfoXL 4.35.2 with attentions, {title}"
        if not ENVIRONMENT.ready:
            why = f"needs transformers 4.35.2 in an environment of its own: {ENVIRONMENT.maker} makes it"
            yield missing(id, what, f">= {target:g}", "x", why)
            continue
        found = ENVIRONMENT.run("relviz.bench.hugging_face", shape)
        yield at_least(
            id,
            what,
            target,
            found["ratio"],
            "x",
            f"{milliseconds(found['relviz'])} against {milliseconds(found['hugging_face'])} a segment, medians of "
            f"{found['rounds']}; {found['ratio_with_attention']:.2f} x when relviz, too, computes the attention of "
            f"every layer and head; outputs differ by {found['difference']:.1g}, attention by "
            f"{found['attention_difference']:.1g}",
        )


def compare_both(name: str) -> None:
    """Compare the two at a shape, the same weights, in turns, and print the result as JSON."""
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
    lacking, unexpected = ours.load_state_dict(dict(translate(theirs.state_dict())), strict=False)
    assert not unexpected and set(lacking) <= {"output_bias"}, f"{lacking}, {unexpected}"  # noqa: PT018 # both are shown

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


def main() -> None:
    """Make the environment and take the figure."""
    ENVIRONMENT.make()
    for figure in measure(Plan()):
        sys.stdout.write(
            f"{figure.id}  {figure.figure}: {figure.measured:.2f} ({figure.target})\n    {figure.detail}\n"
        )


if __name__ == "__main__":
    if sys.argv[1:]:
        compare_both(sys.argv[1])
    else:
        main()
