"""Position schemes: how a model tells where a key is. ``SCHEMES`` maps the value of ``--scheme`` to its class."""

from relviz.core.schemes.base import PositionScheme
from relviz.core.schemes.learned_relative import LearnedRelativeScheme
from relviz.core.schemes.transformer_xl import TransformerXLScheme
from relviz.core.schemes.xlnet import XLNetScheme

SCHEMES: dict[str, type[PositionScheme]] = {
    scheme.name: scheme for scheme in (TransformerXLScheme, XLNetScheme, LearnedRelativeScheme)
}

__all__ = ["SCHEMES", "LearnedRelativeScheme", "PositionScheme", "TransformerXLScheme", "XLNetScheme"]
