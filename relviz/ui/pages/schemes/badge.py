"""The badge that says where weights are random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLabel, QWidget

from relviz.figure.views.schemes.words import listed

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


class RandomBadge(QLabel):
    """Shown where a trained model is missing; its tool tip says which."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("badge")
        self.setStyleSheet(
            "QLabel#badge { border: 1px solid palette(mid); border-radius: 5px; padding: 2px 6px; font-weight: bold; }"
        )
        self.hide()

    def show_missing(self, untrained: Collection[str], schemes: Sequence[str]) -> None:
        """Say which of the schemes shown have random weights; hide if none has."""
        missing = [scheme for scheme in schemes if scheme in untrained]
        self.setVisible(bool(missing))
        if not missing:
            return
        which = self.tr("all") if len(missing) == len(schemes) > 1 else listed(missing)
        self.setText(self.tr("random weights: {0}").format(which))
        folders = ", ".join(f"lab-{scheme}" for scheme in missing)
        tip = self.tr(
            "There is no trained model {0}: what positions do to the score can be seen, what was learned cannot."
        )
        self.setToolTip(tip.format(folders))
        self.setAccessibleDescription(self.toolTip())
