"""How the maps of the terms are shown: their scales, what is done to each row, and what is left out."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Literal

from relviz.core.percent import percent
from relviz.figure.spec import Scale
from relviz.figure.words import comma, figure_tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from relviz.figure.spec import Floats

Scales = Literal["own", "shared", "locked"]
Values = Literal["raw", "centred", "softmax"]
Colours = Literal["root", "linear", "log"]


@dataclass(frozen=True)
class TermView:
    """How the maps are shown.

    Attributes:
        scales: ``own`` for each map its own, ``shared`` for one that all terms have, ``locked`` for own ones that are
            kept from segment to segment and only ever widened.
        values: a term as it is (``raw``), less the mean of its row (``centred``), or the ``softmax`` of it alone.
        attention: whether its colours go by the square ``root``, by the number (``linear``) or by its logarithm.
        mass: share of each row's attention whose fewest keys are shown in full, the others dimmed; 1 dims none.
        hidden: positions in the text of keys that are taken away, the attention on the others renormalised.
    """

    scales: Scales = "own"
    values: Values = "raw"
    attention: Colours = "root"
    mass: float = 1.0
    hidden: tuple[int, ...] = ()

    def describe(self) -> str:
        """Return what differs from the usual, for a caption; nothing if nothing does."""
        scales = {"own": "", "shared": figure_tr("terms on one scale"), "locked": figure_tr("scales kept")}
        values = {
            "raw": "",
            "centred": figure_tr("centred per row"),
            "softmax": figure_tr("softmax of each term alone"),
        }
        colours = {"root": "", "linear": figure_tr("linear attention"), "log": figure_tr("log attention")}
        one, several = figure_tr("{0} key hidden, renormalised"), figure_tr("{0} keys hidden, renormalised")
        keys = (several if len(self.hidden) > 1 else one).format(len(self.hidden))
        said = (
            scales[self.scales],
            values[self.values],
            colours[self.attention],
            figure_tr("dimmed beyond {0} of a row").format(percent(self.mass, 0)) if self.mass < 1 else "",
            keys if self.hidden else "",
        )
        return comma().join(filter(None, said))

    def as_data(self) -> dict[str, object]:
        """Return what files say of it, in JSON's types; only what differs from the usual."""
        usual = asdict(TermView())
        return {name: value for name, value in asdict(self).items() if value != usual[name]}

    def attention_scale(self, attention: Floats) -> Scale:
        """Return the scale of the attention, or of what is like it."""
        if self.attention == "log":
            return Scale.logarithmic(attention)
        return Scale.share(attention, power=0.5 if self.attention == "root" else 1.0)


def widened(scale: Scale, before: Mapping[str, Scale], name: str) -> Scale:
    """Return the scale of a map such that it holds what the map's scale held before, if there was one of its kind."""
    kept = before.get(name)
    if kept is None or (kept.kind, kept.power, kept.log) != (scale.kind, scale.power, scale.log) or kept.zero:
        return scale
    if scale.zero:
        return replace(kept, percent=scale.percent)
    return replace(scale, low=min(scale.low, kept.low), high=max(scale.high, kept.high))
