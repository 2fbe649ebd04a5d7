"""What a user chooses on the Schemes page, as one frozen value: a project keeps it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from relviz.app.projects.fields import Fields
from relviz.core.lab.probe import LARGEST
from relviz.core.lab.worked_example import LAYOUTS, SIGNS
from relviz.figure.views.schemes.words import TITLES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from relviz.core.lab.worked_example import Sign
    from relviz.core.sinusoid import Layout

VIEWS = ("side_by_side", "collision", "probe", "losses", "rewriting", "worked_example")
"""The experiments, in the order of their tabs."""
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
    width: int = 8
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

    experiment: str = VIEWS[0]
    text: bool = False
    schemes: tuple[str, ...] = CHOSEN
    position: int = 600
    relative: bool = True
    example: Example = Example()

    def to_dict(self) -> dict[str, object]:
        """Return what is not as at first, in JSON's types."""
        told = {name: value for name, value in asdict(self).items() if value != asdict(Choices())[name]}
        return told | ({"schemes": list(self.schemes)} if "schemes" in told else {})

    @classmethod
    def of(cls, data: Mapping[str, object]) -> Choices:
        """Return what ``to_dict`` told of; what is missing is as at first.

        Raises:
            ProjectError: a value is not what it should be.
        """
        fields, usual = Fields(data, "parts.schemes."), cls()
        example = fields.inner("example")
        named = data.get("schemes")
        schemes = tuple(name for name in TITLES if name in named) if isinstance(named, list) else ()
        distance = example.whole("distance", usual.example.distance, negative=True)
        width = example.whole("width", usual.example.width) // 2 * 2
        return cls(
            experiment=fields.choice("experiment", VIEWS, usual.experiment),
            text=fields.switch("text"),
            schemes=schemes or usual.schemes,
            position=min(fields.whole("position", usual.position), LARGEST),
            relative=fields.switch("relative", default=usual.relative),
            example=Example(
                min(max(distance, -LARGEST), LARGEST),
                min(max(width, 2), WIDEST),
                example.choice("layout", tuple(LAYOUTS), usual.example.layout),
                example.choice("sign", tuple(SIGNS), usual.example.sign),
            ),
        )
