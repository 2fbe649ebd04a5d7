"""The Schemes page: its board, and one file an experiment. Imports what stands on it.

To add an experiment: a file with its view, an ``ExperimentView``, and its line in ``EXPERIMENTS``. The page's tabs and
projects have it then. Neither this nor ``PAGE`` loads Qt.
"""

from relviz.ui.pages.page import Page
from relviz.ui.pages.schemes.experiment import Experiment

PAGE = Page(
    "schemes",
    "Schemes",
    "S&chemes",
    "relviz.ui.pages.schemes.page:SchemesPage",
    "Ctrl+6",
    help="schemes",
    kept="schemes",
)
EXPERIMENTS = {
    one.name: one
    for one in (
        Experiment("side_by_side", "Side by side", "relviz.ui.pages.schemes.side_by_side:SideBySide"),
        Experiment("collision", "Collision", "relviz.ui.pages.schemes.collision:CollisionView"),
        Experiment("probe", "Position probe", "relviz.ui.pages.schemes.probe:ProbeView"),
        Experiment("losses", "Loss", "relviz.ui.pages.schemes.losses:LossesView"),
        Experiment("rewriting", "Absolute → relative", "relviz.ui.pages.schemes.rewriting:RewritingView"),
        Experiment("worked_example", "Worked example", "relviz.ui.pages.schemes.worked_example:WorkedExampleView"),
    )
}
"""Every experiment by its name, in the order of their tabs."""
