"""The part of a model card that says what was measured."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from relviz.training.evaluation.evaluation import SEGMENT_LENGTH
from relviz.training.evaluation.table import rows

if TYPE_CHECKING:
    from relviz.training.evaluation.evaluation import Evaluation

HEADING = "## Results"
BEFORE = "## Limits"
"""The section that the results come before, where they are new to a card."""
_SECTION = re.compile(rf"^{HEADING}\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def results_section(found: Evaluation) -> str:
    """Return the section, in Markdown, with its heading."""
    lines = ["| figure | target | measured | |", "| --- | --- | --- | --- |"]
    for row in rows(found):
        met = {True: "met", False: "not met", None: ""}[row.met]
        figure = f"{row.figure} ({row.detail})" if row.detail else row.figure
        lines.append(f"| {figure} | {row.target or ''} | {row.text} | {met} |")
    table = "\n".join(lines)
    about = (
        f"Measured by `relviz models evaluate {found.model}`, which anyone can run again: on "
        f"{len(found.documents)} passages that come with relviz ({', '.join(found.documents)}), {found.tokens:,} "
        f"tokens that the model has not learnt from, in segments of T = {SEGMENT_LENGTH}, with the weights in "
        f"`model.safetensors` (sha256 `{found.sha256[:12]}`) and float32 arithmetic. Layers and heads count from 0."
    )
    return f"{HEADING}\n\n{about}\n\n{table}\n"


def with_results(card: str, found: Evaluation) -> str:
    """Return a card with this section in place of the one it has, else before its limits, else at its end."""
    section = results_section(found)
    if _SECTION.search(card):
        return _SECTION.sub(lambda _: section + "\n", card, count=1).rstrip("\n") + "\n"
    before, limits, after = card.partition(f"\n{BEFORE}\n")
    if limits:
        return f"{before}\n{section}{limits}{after}"
    return f"{card.rstrip()}\n\n{section}".lstrip()
