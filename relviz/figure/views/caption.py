"""The line under a figure that says where its numbers come from."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from relviz import __version__

if TYPE_CHECKING:
    from relviz.core.look import Look


def caption(look: Look, view: str = "") -> str:
    """Return model, segment, layer, head, interventions, lengths and version in one line.

    Args:
        look: where the numbers come from.
        view: what is unusual about how they are shown; may be empty.
    """
    terms = look.terms
    head = "mean over heads" if terms.head == "mean" else f"head {terms.head}"
    lengths = f"T = {_of(len(terms.score), look.segment_length)}, M = {_of(terms.memory, look.memory_length)}"
    interventions = look.interventions.describe([part.kind for part in terms.parts])
    intervened = f"intervention: {interventions}  ·  " if interventions else ""
    shown = f"{view}  ·  " if view else ""
    begun = f"read from token {look.first}  ·  " if look.first else ""
    return (
        f"{look.model}  ·  segment {look.index} of 0–{look.segments - 1}  ·  layer {terms.layer}, {head}  ·  "
        f"{begun}{intervened}{lengths}  ·  {shown}relviz {__version__}"
    )


def settings(look: Look, view: dict[str, object] | None = None) -> dict[str, str]:
    """Return what a figure file says of itself in its metadata; never the text that was read.

    Args:
        look: where the numbers come from.
        view: what is unusual about how they are shown.
    """
    terms = look.terms
    values: dict[str, object] = {
        "model": look.model,
        "segment": look.index,
        "layer": terms.layer,
        "head": terms.head,
        "segment_length": look.segment_length,
        "tokens": len(terms.score),
        "memory": terms.memory,
        "memory_length": look.memory_length,
        "version": __version__,
    }
    if look.first:
        values["start"] = look.first
    if view:
        values["view"] = view
    if look.interventions:
        values["interventions"] = look.interventions.as_data()
    return {"relviz.settings": json.dumps(values)}


def _of(here: int, full: int) -> str:
    """Return a length, and what it would be if the segment, or the memory, were full."""
    return str(here) if here == full else f"{here} of {full}"
