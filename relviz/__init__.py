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
    from relviz.checkpoints import load_model
    from relviz.core.model import Model
    from relviz.core.reading import Reading, read
    from relviz.core.trace import SegmentTrace, Terms
    from relviz.errors import RelvizError

__version__ = "0.1.0"

__all__ = ["Model", "Reading", "RelvizError", "SegmentTrace", "Terms", "load_model", "read"]

_HOME = {
    "Model": "relviz.core.model",
    "Reading": "relviz.core.reading",
    "RelvizError": "relviz.errors",
    "SegmentTrace": "relviz.core.trace",
    "Terms": "relviz.core.trace",
    "load_model": "relviz.checkpoints",
    "read": "relviz.core.reading",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for: ``import relviz`` alone loads neither torch nor Qt."""
    if name not in _HOME:
        raise AttributeError(f"module 'relviz' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)
