"""Runs where BertViz and seaborn are, and neither Qt nor relviz's own needs: makes all heads visible with one of them.

``versus`` runs it by its name, ``python -m relviz.bench.versus_peers WHAT FOLDER``.
"""

from __future__ import annotations

import json
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

NETWORK = "https://cdnjs.cloudflare.com/ajax/libs"
SCRIPTS = {"require.js/2.3.6/require.min.js": "require", "d3/5.7.0/d3.min": "d3", "jquery/2.0.0/jquery.min": "jquery"}
"""What a page of BertViz loads from the network, and what these scripts are called in the folder ``scripts``."""
FEW = 8
"""Queries and keys of the page that is known to be painted."""


def bertviz(folder: Path) -> dict[str, Any]:
    """Write BertViz's model view of ``attention.npy`` to ``page.html``, and of a few of its cells to ``few.html``."""
    views = import_module("bertviz")  # before the clock starts
    attention = np.load(folder / "attention.npy")
    _write_page(views, attention[:2, :2, :FEW, :FEW], folder / "few.html")
    start = time.perf_counter()
    _write_page(views, attention, folder / "page.html")
    return {"seconds": time.perf_counter() - start, "bytes": (folder / "page.html").stat().st_size}


def _write_page(views: Any, attention: np.ndarray[Any, Any], path: Path) -> None:
    """Write the model view of (L, H, T, T) attention; its scripts are local ones if there are."""
    torch = import_module("torch")
    layers = [torch.from_numpy(layer)[None] for layer in attention]
    page = views.model_view(layers, [f"t{number}" for number in range(attention.shape[2])], html_action="return").data
    scripts = Path(sys.prefix) / "scripts"
    for address, name in SCRIPTS.items() if scripts.is_dir() else ():
        suffix = Path(address).suffix if address.endswith(".js") else ""  # which require.js puts to the others itself
        page = page.replace(f"{NETWORK}/{address}", f"{(scripts / name).as_uri()}{suffix}")
    path.write_text(page, encoding="utf-8")


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
