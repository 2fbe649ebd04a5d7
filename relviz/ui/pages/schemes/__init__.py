"""The Schemes page: its board, and one file an experiment. Imports what stands on it.

To add an experiment: a file with its view, an ``ExperimentView``, and its line in ``EXPERIMENTS``. The page's tabs and
projects have it then. Nothing here loads Qt.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from relviz.ui.pages import load

if TYPE_CHECKING:
    from relviz.ui.pages.schemes.view import ExperimentView


@dataclass(frozen=True)
class Experiment:
    """What is said of an experiment of the page before it is made.

    Attributes:
        name: what projects call it.
        title: its tab; translated in the context ``Board``.
        view: module and class of what is shown, an ``ExperimentView``; loaded when it is first looked at.
    """

    name: str
    title: str
    view: str

    def load(self) -> type[ExperimentView]:
        """Return the class of what is shown."""
        made: type[ExperimentView] = load(self.view)
        return made


EXPERIMENTS = {
    one.name: one
    for one in (
        Experiment("side_by_side", "Side by side", f"{__name__}.side_by_side:SideBySide"),
        Experiment("collision", "Collision", f"{__name__}.collision:CollisionView"),
        Experiment("probe", "Position probe", f"{__name__}.probe:ProbeView"),
        Experiment("losses", "Loss", f"{__name__}.losses:LossesView"),
        Experiment("rewriting", "Absolute → relative", f"{__name__}.rewriting:RewritingView"),
        Experiment("worked_example", "Worked example", f"{__name__}.worked_example:WorkedExampleView"),
    )
}
"""Every experiment by its name, in the order of their tabs."""
