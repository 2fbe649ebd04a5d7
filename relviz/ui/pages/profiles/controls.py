"""The row above the profiles that says how they are shown, and changes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QComboBox, QWidget

from relviz.figure.views.profile_view import ALL, NO_MAP
from relviz.figure.views.terms import title
from relviz.ui.widgets.rows import FoldingRow

if TYPE_CHECKING:
    from collections.abc import Iterable

    from relviz.app.work.profiling import Profiling
    from relviz.core.interventions import PartKind


class ProfileControls(FoldingRow):
    """What is averaged over, which map stands beside that of the attention, spacing and colours."""

    def __init__(self, profiling: Profiling, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._profiling = profiling
        self._kinds: tuple[PartKind, ...] = ()
        self.over, self.beside, self.spacing, self.colours = (QComboBox(self) for _ in range(4))
        self.beside.setMinimumContentsLength(18)  # so that it does not grow when the terms are known
        _offer(self.over, ((False, self.tr("this segment")), (True, self.tr("the whole text"))))
        _offer(self.spacing, (("linear", self.tr("linear")), ("log", self.tr("logarithmic"))))
        colours = (("root", self.tr("√ colours")), ("linear", self.tr("linear")), ("log", self.tr("logarithmic")))
        _offer(self.colours, colours)
        for word, choice, tip in (
            (self.tr("&Over"), self.over, self.tr("Over which queries the means are")),
            (self.tr("&Beside"), self.beside, self.tr("What is shown beside the attention, for every head")),
            (self.tr("Dis&tances"), self.spacing, self.tr("How the distances are spaced")),
            (self.tr("Co&lours"), self.colours, self.tr("Colours of the maps")),
        ):
            choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            choice.setToolTip(tip)
            choice.setAccessibleName(tip)
            choice.activated.connect(self._on_chosen)
            self.add(word, choice)
        profiling.view_changed.connect(self._show)
        self._show()

    def show_kinds(self, kinds: tuple[PartKind, ...]) -> None:
        """Offer the parts that the model's score has."""
        if kinds != self._kinds:
            self._kinds = kinds
            self.beside.clear()
            alone = self.tr("{0}, alone")
            _offer(self.beside, ((kind.name, alone.format(title(kind))) for kind in kinds))
            _offer(self.beside, ((ALL, self.tr("all terms, alone")), (NO_MAP, self.tr("nothing"))))
            self._show()

    def _on_chosen(self) -> None:
        self._profiling.set(
            beside=self.beside.currentData() or self._profiling.view.beside,
            spacing=self.spacing.currentData(),
            colours=self.colours.currentData(),
        )
        self._profiling.set_whole(self.over.currentData())

    def _show(self) -> None:
        view = self._profiling.view
        shown = view.shown(self._kinds)
        named = view.beside in {ALL, NO_MAP} or not shown
        self.beside.setCurrentIndex(self.beside.findData(view.beside if named else self._kinds[shown[0]].name))
        self.spacing.setCurrentIndex(self.spacing.findData(view.spacing))
        self.colours.setCurrentIndex(self.colours.findData(view.colours))
        self.over.setCurrentIndex(int(self._profiling.whole))


def _offer(choice: QComboBox, values: Iterable[tuple[object, str]]) -> None:
    for value, text in values:
        choice.addItem(text, value)
