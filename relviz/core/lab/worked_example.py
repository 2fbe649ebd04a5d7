"""R of one distance, dimension by dimension: the formula and its value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from relviz.core.sentence import Sentence
from relviz.core.sinusoid import frequencies
from relviz.errors import SettingError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from relviz.core.sinusoid import Layout

Sign = Literal["article", "back"]

SIGNS: dict[Sign, str] = {
    "back": Sentence("i − j, as Transformer-XL's code counts: 2 is two tokens back."),
    "article": Sentence("j − i, as Shaw et al. count: −2 is two tokens back."),
}
"""What the number in the formula counts, in a sentence each."""
LAYOUTS: dict[Layout, str] = {
    "halves": Sentence("All sines, then all cosines, as Transformer-XL lays them out."),
    "interleaved": Sentence("Sine and cosine of a frequency side by side, as in the original Transformer."),
}
"""In which order the dimensions come, in a sentence each."""
SIGN_SENTENCE = Sentence("The other sign turns every sine around and leaves every cosine as it is.")


@dataclass(frozen=True)
class Component:
    """One dimension of R.

    Attributes:
        dimension: its index in the vector, from 0.
        function: which of the two it is.
        pair: i, the number of its frequency, from 0; a sine and a cosine share it.
        frequency: 10000^(-2i / d_model), in radians per token.
        angle: number times frequency, in radians.
        value: sine or cosine of the angle.
        formula: how it is computed, e.g. ``sin(-2 / 10000^(0/8))``.
    """

    dimension: int
    function: Literal["sin", "cos"]
    pair: int
    frequency: float
    angle: float
    value: float
    formula: str


@dataclass(frozen=True)
class WorkedExample:
    """R of one distance.

    Attributes:
        distance: tokens back, i - j, whatever the sign shown.
        number: what stands in the formula: the distance, or its negative in the article's sign.
        d_model: width of the vector.
        layout: order of the dimensions.
        sign: what the number counts.
        components: d_model of them, in the order of the vector.
    """

    distance: int
    number: int
    d_model: int
    layout: Layout
    sign: Sign
    components: tuple[Component, ...]

    @property
    def vector(self) -> NDArray[np.float64]:
        """(d_model,) the values."""
        return np.array([component.value for component in self.components])

    @property
    def sentence(self) -> str:
        """What is shown, for people."""
        return Sentence(
            "R for {0}, d_model {1}. The number is {2} {3}",
            _tokens(self.distance),
            self.d_model,
            SIGNS[self.sign],
            LAYOUTS[self.layout],
        )


def worked_example(
    distance: int, d_model: int = 8, layout: Layout = "interleaved", sign: Sign = "article"
) -> WorkedExample:
    """Work R out for a distance (Vaswani et al. 2017, section 3.5; Dai et al. 2019, section 3.3).

    Args:
        distance: tokens back, i - j; negative for later tokens.
        d_model: width of the vector, even.
        layout: order of the dimensions.
        sign: whether the formula shows i - j or j - i.

    Raises:
        SettingError: the width is odd or less than 2.
    """
    if d_model < 2 or d_model % 2:
        raise SettingError(
            "R is made of pairs of sine and cosine: give an even d_model of at least 2, not {0}.", d_model
        )
    number = distance if sign == "back" else -distance
    rate = frequencies(d_model)
    half = d_model // 2
    components = []
    for dimension in range(d_model):
        pair, is_cosine = divmod(dimension, 2) if layout == "interleaved" else (dimension % half, dimension // half)
        angle = number * float(rate[pair])
        components.append(
            Component(
                dimension=dimension,
                function="cos" if is_cosine else "sin",
                pair=pair,
                frequency=float(rate[pair]),
                angle=angle,
                value=float(np.cos(angle) if is_cosine else np.sin(angle)),
                formula=f"{'cos' if is_cosine else 'sin'}({number} / 10000^({2 * pair}/{d_model}))",
            )
        )
    return WorkedExample(distance, number, d_model, layout, sign, tuple(components))


def _tokens(distance: int) -> str:
    """Say a distance."""
    if not distance:
        return Sentence("the token itself")
    if distance > 0:
        return Sentence("{0:,} token back" if distance == 1 else "{0:,} tokens back", distance)
    return Sentence("{0:,} token ahead" if distance == -1 else "{0:,} tokens ahead", -distance)
