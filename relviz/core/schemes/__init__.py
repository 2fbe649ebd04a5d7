"""Position schemes: how a model tells where a key is. This table knows their names without loading torch.

A scheme is one file here and one line of ``SCHEMES``, from which the command line, figures, the window and the lab take
it. The files import the configuration, interventions and positions of ``core``.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Literal

from relviz.core.sentence import marked

if TYPE_CHECKING:
    from relviz.core.schemes.base import PositionScheme

Ink = Literal["plain", "score", "memory", "segment", "self", "token_type"]


@dataclass(frozen=True)
class Scheme:
    """A scheme before it is loaded.

    Attributes:
        name: the value of ``--scheme`` and of ``scheme`` in a ``config.json``.
        place: its module (with a dot before it, one of this folder) and its class, e.g. ``.alibi:ALiBiScheme``.
        title: its short name in figures, in English.
        tip: what it does, beside its name in the window, in English.
        ink: the colour of its curves.
        dashed: whether they are dashed; no two schemes of the lab have the same line.
        in_lab: whether the lab has a model of it, ``lab-NAME``, to compare with those of the others.
    """

    name: str
    place: str
    title: str
    tip: str = ""
    ink: Ink = "plain"
    dashed: bool = True
    in_lab: bool = True

    def load(self) -> type[PositionScheme]:
        """Return its class; loads torch."""
        module, _, name = self.place.partition(":")
        kind: type[PositionScheme] = getattr(import_module(module, __name__), name)
        return kind


SCHEMES: dict[str, Scheme] = {
    scheme.name: scheme
    for scheme in (
        Scheme(
            "restart",
            ".restart:RestartScheme",
            marked("Figure", "Restarting"),
            marked("SchemePicker", "Sinusoidal absolute positions that start again at 0 in each segment"),
            "token_type",
            dashed=False,
        ),
        Scheme(
            "count",
            ".count:CountScheme",
            marked("Figure", "Counting on"),
            marked("SchemePicker", "Sinusoidal absolute positions that count on from segment to segment"),
            "memory",
            dashed=False,
        ),
        Scheme(
            "learned",
            ".learned:LearnedScheme",
            marked("Figure", "Learned"),
            marked("SchemePicker", "A learned table of absolute positions, which has an end"),
            "token_type",
        ),
        Scheme(
            "shaw",
            ".shaw:ShawScheme",
            marked("Figure", "Shaw"),
            marked("SchemePicker", "Shaw et al.: learned vectors of distances, which share one beyond a clip"),
            "self",
        ),
        Scheme(
            "xl",
            ".transformer_xl:TransformerXLScheme",
            marked("Figure", "Transformer-XL"),
            marked("SchemePicker", "Transformer-XL: the sinusoid of the distance, and four terms"),
            "score",
            dashed=False,
        ),
        Scheme(
            "none",
            ".none:NoScheme",
            marked("Figure", "None"),
            marked("SchemePicker", "No positions at all: the score knows what the tokens are, and not where"),
            "score",
        ),
        Scheme(
            "alibi",
            ".alibi:ALiBiScheme",
            marked("Figure", "ALiBi"),
            marked("SchemePicker", "ALiBi: a penalty that grows with the distance, with nothing learned"),
            "memory",
        ),
        Scheme(
            "rotary",
            ".rotary:RotaryScheme",
            marked("Figure", "Rotary"),
            marked("SchemePicker", "Rotary: queries and keys are turned by angles that grow with the position"),
            "segment",
            dashed=False,
        ),
        Scheme(
            "t5",
            ".t5:T5Scheme",
            marked("Figure", "T5 bias"),
            marked("SchemePicker", "T5: a learned number for each bucket of distances"),
            "segment",
        ),
        Scheme("xlnet", ".xlnet:XLNetScheme", "xlnet", in_lab=False),
        Scheme("learned-relative", ".learned_relative:LearnedRelativeScheme", "learned-relative", in_lab=False),
    )
}
"""All of them by name: those of the lab in the order of the article's argument, then those of other people's models."""


def lab_schemes() -> tuple[str, ...]:
    """Return the names of those that the lab compares, in the order of the argument."""
    return tuple(name for name, scheme in SCHEMES.items() if scheme.in_lab)
