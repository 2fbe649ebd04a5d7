"""The line under a figure that says where its numbers come from."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from relviz import __version__
from relviz.figure.lettering.text import SEPARATOR
from relviz.figure.words import figure_tr, head_name, interventions_in_words, segment_of

if TYPE_CHECKING:
    from relviz.core.reading.look import Look


def caption(look: Look, view: str = "", heads: str = "", place: str = "") -> str:
    """Return model, segment, layer, head, interventions, lengths and version in one line.

    Args:
        look: where the numbers come from.
        view: what is unusual about how they are shown; may be empty.
        heads: what is said in place of the head, where it is not that of the look.
        place: what is said in place of layer and head, where the figure is of all of them.
    """
    terms = look.terms
    interventions = interventions_in_words(look.interventions, [part.kind for part in terms.parts])
    parts = (
        look.model,
        segment_of(look.index, look.segments),
        place or figure_tr("layer {0}, {1}").format(terms.layer, heads or head_name(terms.head)),
        figure_tr("read from token {0}").format(look.first) if look.first else "",
        figure_tr("intervention: {0}").format(interventions) if interventions else "",
        f"T = {_of(len(terms.score), look.segment_length)}, M = {_of(terms.memory, look.memory_length)}",
        view,
        f"relviz {__version__}",
    )
    return SEPARATOR.join(filter(None, parts))


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
    return str(here) if here == full else figure_tr("{0} of {1}").format(here, full)
