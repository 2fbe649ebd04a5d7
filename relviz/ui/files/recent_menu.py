"""The menu of the texts that were opened last."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

if TYPE_CHECKING:
    from relviz.app.settings import Settings
    from relviz.ui.files.files import Files


class RecentMenu(QMenu):
    """Texts that were opened, the last one first; it is filled when it opens, so that every window shows the same."""

    def __init__(self, files: Files, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("Open &recent"))
        self.setObjectName("open_recent")
        self.setToolTipsVisible(True)
        self._files, self._settings = files, settings
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """List the texts; the first nine have their digit as mnemonic."""
        self.clear()
        for number, path in enumerate(self._settings.recent, 1):
            name = Path(path).name.replace("&", "&&")
            action = self.addAction(f"&{number}  {name}" if number < 10 else name)
            action.setData(path)
            action.setToolTip(path)
            action.triggered.connect(self._on_chosen)
        if self.isEmpty():
            self.addAction(self.tr("No text was opened yet")).setEnabled(False)
            return
        self.addSeparator()
        self.addAction(self.tr("&Clear this list")).triggered.connect(self._on_clear)

    def _on_chosen(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self._files.open(action.data())

    def _on_clear(self) -> None:
        self._settings.recent = []
