"""Figure 2: against Hugging Face's Transformer-XL.

``python -m relviz.bench.hugging_face`` makes the environment that it needs and takes the figure; from then on
``relviz bench`` takes it, too. That version of transformers is the last without a known fault (facts on its
successors: their forward pass fails or the model is gone), and is never imported by relviz itself.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import torch

from relviz.bench.environment import Environment
from relviz.bench.figure import Figure, at_least, missing
from relviz.bench.harness import milliseconds
from relviz.bench.plan import Plan

if TYPE_CHECKING:
    from collections.abc import Iterator

ENVIRONMENT = Environment(
    "hugging-face",
    (f"torch=={torch.__version__.partition('+')[0]}", "transformers==4.35.2", "sacremoses"),
    "python -m relviz.bench.hugging_face",
)
SHAPES = {
    "large": ("2a", "wt103's large shape, 18 layers, T 128, M 1600", 2.5),
    "small": ("2b", "6 layers, d 192, T 64, M 128", 2.0),
}


def measure(_plan: Plan) -> Iterator[Figure]:
    """Take the figure at both shapes, if the environment is there."""
    for shape, (id, title, target) in SHAPES.items():  # noqa: A001
        what = f"times faster than Hugging Face TransfoXL 4.35.2 with attentions, {title}"
        if not ENVIRONMENT.ready:
            why = f"needs transformers 4.35.2 in an environment of its own: {ENVIRONMENT.maker} makes it"
            yield missing(id, what, f">= {target:g}", "x", why)
            continue
        found = ENVIRONMENT.run("relviz.bench.hugging_face_pair", shape)
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


def main() -> None:
    """Make the environment and take the figure."""
    ENVIRONMENT.make()
    for figure in measure(Plan()):
        sys.stdout.write(
            f"{figure.id}  {figure.figure}: {figure.measured:.2f} ({figure.target})\n    {figure.detail}\n"
        )


if __name__ == "__main__":
    main()
