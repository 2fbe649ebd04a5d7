"""The Schemes page: its board, and one file an experiment. Imports what stands on it.

To show an experiment of ``relviz.app.engine.experiments``: a file with its view, an ``ExperimentView``, and its line in
``WIDGETS``. The page's tabs and projects have it then. Nothing here loads Qt.
"""

WIDGETS = {
    "side_by_side": f"{__name__}.side_by_side:SideBySide",
    "collision": f"{__name__}.collision:CollisionView",
    "probe": f"{__name__}.probe:ProbeView",
    "losses": f"{__name__}.losses:LossesView",
    "rewriting": f"{__name__}.rewriting:RewritingView",
    "worked_example": f"{__name__}.worked_example:WorkedExampleView",
}
"""Experiments by their names, in the order of their tabs: module and class of what is shown, loaded when looked at."""
