"""Runs where BertViz and seaborn are: makes all heads of a model visible with one of them."""

from __future__ import annotations

import json
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np


def bertviz(folder: Path) -> dict[str, Any]:
    """Write BertViz's model view of ``attention.npy`` to ``page.html``."""
    torch, views = import_module("torch"), import_module("bertviz")
    attention = np.load(folder / "attention.npy")
    layers = [torch.from_numpy(layer)[None] for layer in attention]
    tokens = [f"t{number}" for number in range(attention.shape[2])]
    start = time.perf_counter()
    page = views.model_view(layers, tokens, html_action="return").data
    (folder / "page.html").write_text(page, encoding="utf-8")
    return {"seconds": time.perf_counter() - start, "bytes": (folder / "page.html").stat().st_size}


def seaborn(folder: Path) -> dict[str, Any]:
    """Draw the first layer of ``attention.npy`` as one figure of heatmaps and write it as a PNG.

    One layer, since all of them take many minutes: each heatmap costs the same.
    """
    import_module("matplotlib").use("Agg")  # which needs no display
    plt, sns = import_module("matplotlib.pyplot"), import_module("seaborn")
    attention = np.load(folder / "attention.npy")[:1]
    layers, heads = attention.shape[:2]
    start = time.perf_counter()
    figure, axes = plt.subplots(layers, heads, figsize=(16, 16 * layers / heads), squeeze=False)
    for layer in range(layers):
        for head in range(heads):
            sns.heatmap(
                attention[layer, head],
                ax=axes[layer, head],
                cmap="viridis",
                cbar=False,
                xticklabels=False,
                yticklabels=False,
            )
    figure.savefig(folder / "heads.png")
    return {"seconds": time.perf_counter() - start, "heads": layers * heads}


if __name__ == "__main__":
    found = {"bertviz": bertviz, "seaborn": seaborn}[sys.argv[1]](Path(sys.argv[2]))
    sys.stdout.write(f"\n{json.dumps(found)}\n")
