"""Position schemes: how a model tells where a key is. ``SCHEMES`` maps the value of ``--scheme`` to its class."""

from relviz.core.schemes.base import PositionScheme
from relviz.core.schemes.transformer_xl import TransformerXLScheme

SCHEMES: dict[str, type[PositionScheme]] = {scheme.name: scheme for scheme in (TransformerXLScheme,)}

__all__ = ["SCHEMES", "PositionScheme", "TransformerXLScheme"]
