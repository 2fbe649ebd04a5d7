"""What a user chooses on the Schemes page, as one frozen value: a project keeps it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from relviz.app.kept import Whole, damaged, read, told
from relviz.core.lab.probe import LARGEST
from relviz.core.lab.worked_example import Sign  # noqa: TC001 # fields tell of it to what reads projects
from relviz.core.schemes import lab_schemes
from relviz.core.sentence import Sentence
from relviz.core.sinusoid import Layout  # noqa: TC001
from relviz.ui.pages.schemes import EXPERIMENTS

if TYPE_CHECKING:
    from collections.abc import Mapping

CHOSEN = ("restart", "count", "shaw", "xl")
"""The schemes that are shown at first: the article's argument."""
WIDEST = 512
"""The largest d_model."""


@dataclass(frozen=True)
class Example:
    """What is worked out; at first the article's: two tokens back, at a d_model that fits a table.

    Attributes:
        distance: tokens back.
        width: d_model.
        layout: how sines and cosines are ordered.
        sign: how a distance is counted.
    """

    distance: int = 2
    width: Whole = 8
    layout: Layout = "interleaved"
    sign: Sign = "article"


@dataclass(frozen=True)
class Choices:
    """All that can be chosen.

    Attributes:
        experiment: name of the one in front.
        text: whether the schemes read the text in the window, rather than the article's example.
        schemes: names of those that are compared.
        position: the position or distance that they are asked for.
        relative: whether the formula is the relative one.
        example: what is worked out.
    """

    experiment: str = next(iter(EXPERIMENTS))
    text: bool = False
    schemes: tuple[str, ...] = CHOSEN
    position: Whole = 600
    relative: bool = True
    example: Example = Example()

    def to_dict(self) -> dict[str, object]:
        """Return what is not as at first, in JSON's types."""
        return told(self, Choices())

    @classmethod
    def of(cls, data: Mapping[str, object]) -> Choices:
        """Return what ``to_dict`` told of; what is missing is as at first.

        Raises:
            ProjectError: a value is not what it should be.
        """
        named, usual = data.get("schemes"), cls()
        schemes = tuple(name for name in lab_schemes() if name in named) if isinstance(named, list) else ()
        read_as = read(usual, {**data, "schemes": None}, "parts.schemes.")
        if read_as.experiment not in EXPERIMENTS:
            names = Sentence("one of {0}", ", ".join(EXPERIMENTS))
            raise damaged("parts.schemes.experiment", names, read_as.experiment)
        example = read_as.example
        return replace(
            read_as,
            schemes=schemes or usual.schemes,
            position=min(read_as.position, LARGEST),
            example=replace(
                example,
                distance=min(max(example.distance, -LARGEST), LARGEST),
                width=min(max(example.width // 2 * 2, 2), WIDEST),
            ),
        )
