"""relviz: see how a Transformer-XL pays attention across segments.

::

    import relviz

    model = relviz.load_model("en-small")
    reading = relviz.read(model, text, segment_length=32, memory_length=64)
    terms = reading.step(3).terms(layer=1, head=2)
    terms.content + terms.position + terms.content_bias + terms.position_bias  # == terms.score
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from relviz.checkpoints import load_model
    from relviz.core.config import InitialMemory
    from relviz.core.interventions import Interventions
    from relviz.core.model.model import Model
    from relviz.core.reading.reading import Reading
    from relviz.core.reading.trace import SegmentTrace, Terms
    from relviz.errors import RelvizError

__version__ = "0.1.0"

__all__ = ["Interventions", "Model", "Reading", "RelvizError", "SegmentTrace", "Terms", "load_model", "read"]

_HOME = {
    "Interventions": "relviz.core.interventions",
    "Model": "relviz.core.model.model",
    "Reading": "relviz.core.reading.reading",
    "RelvizError": "relviz.errors",
    "SegmentTrace": "relviz.core.reading.trace",
    "Terms": "relviz.core.reading.trace",
    "load_model": "relviz.checkpoints",
}


def read(
    model: Model,
    text: str | Sequence[int],
    segment_length: int | None = None,
    memory_length: int | None = None,
    initial_memory: InitialMemory | None = None,
    *,
    causal: bool | None = None,
    token_types: Sequence[int] | None = None,
    scheme: str | None = None,
    interventions: Interventions | None = None,
    start: int = 0,
) -> Reading:
    """Start reading a text, or a list of token ids; lengths not given are the model's own (see ``Reading``).

    With a ``scheme``, a key of ``relviz.core.schemes.SCHEMES``, the text is read by another position scheme than the
    model's. For the models whose names begin with ``lab-``, trained alike with one scheme each, it is read with the
    one of that scheme. Any other model is read with the weights it has, if the scheme needs none that it lacks, as
    ``count`` and ``none`` do.

    With ``interventions`` parts of the score are weaker, stronger or off: ``Interventions.of(position=0)`` reads the
    text from its start without term (b), ``Interventions.of("segment", position=0)`` takes it from the segment that a
    step returns alone, over its true memory.

    With ``start`` reading begins at that token, from 0, as if nothing stood before it; segments are counted from there.

    Raises:
        TextError: there is nothing to read, or the model cannot read it.
        SettingError: a length, or the start, is out of range, the model's score has no such part, or the model cannot
            be read with that scheme; the message names those it can be read with.
    """
    from relviz.checkpoints import with_scheme  # noqa: PLC0415 # loads torch
    from relviz.core.interventions import NONE  # noqa: PLC0415
    from relviz.core.reading.reading import read as begin  # noqa: PLC0415 # loads torch

    return begin(
        model if scheme is None else with_scheme(model, scheme),
        text,
        segment_length,
        memory_length,
        initial_memory,
        causal=causal,
        token_types=token_types,
        interventions=interventions or NONE,
        start=start,
    )


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for: ``import relviz`` alone loads neither torch nor Qt."""
    if name not in _HOME:
        raise AttributeError(f"module 'relviz' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)
