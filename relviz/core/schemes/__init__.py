"""Position schemes: how a model tells where a key is. ``SCHEMES`` maps the value of ``--scheme`` to its class."""

from relviz.core.schemes.absolute import AbsoluteScheme
from relviz.core.schemes.alibi import ALiBiScheme
from relviz.core.schemes.base import PositionScheme
from relviz.core.schemes.count import CountScheme
from relviz.core.schemes.distance_bias import DistanceBiasScheme
from relviz.core.schemes.learned import LearnedScheme
from relviz.core.schemes.learned_relative import LearnedRelativeScheme
from relviz.core.schemes.none import NoScheme
from relviz.core.schemes.restart import RestartScheme
from relviz.core.schemes.rotary import RotaryScheme
from relviz.core.schemes.shaw import ShawScheme
from relviz.core.schemes.t5 import T5Scheme
from relviz.core.schemes.transformer_xl import TransformerXLScheme
from relviz.core.schemes.xlnet import XLNetScheme

SCHEMES: dict[str, type[PositionScheme]] = {
    scheme.name: scheme
    for scheme in (
        TransformerXLScheme,
        RestartScheme,
        CountScheme,
        LearnedScheme,
        ShawScheme,
        NoScheme,
        ALiBiScheme,
        RotaryScheme,
        T5Scheme,
        XLNetScheme,
        LearnedRelativeScheme,
    )
}

__all__ = [
    "SCHEMES",
    "ALiBiScheme",
    "AbsoluteScheme",
    "CountScheme",
    "DistanceBiasScheme",
    "LearnedRelativeScheme",
    "LearnedScheme",
    "NoScheme",
    "PositionScheme",
    "RestartScheme",
    "RotaryScheme",
    "ShawScheme",
    "T5Scheme",
    "TransformerXLScheme",
    "XLNetScheme",
]
