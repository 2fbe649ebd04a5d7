"""Asking where a file is to go."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget


def ask_where(parent: QWidget, title: str, start: str, filters: str, ending: str = "") -> str:
    """Let the user choose a file to write, and return its path; empty if none was chosen.

    The dialog asks before it replaces a file. Where the name gets its ending only afterwards, that is asked here.

    Args:
        parent: what the dialog belongs to.
        title: of the dialog.
        start: the path that it begins with.
        filters: kinds of files, as Qt wants them.
        ending: what the name must end in, such as ``.relviz``; empty for that of the kind chosen, for a name without.
    """
    path, kind = QFileDialog.getSaveFileName(parent, title, start, filters)
    if not path or (Path(path).suffix.lower() == ending if ending else Path(path).suffix):
        return path
    whole = path + (ending or kind[kind.rindex("*") + 1 : kind.rindex(")")])
    if Path(whole).exists():
        said = QCoreApplication.translate("Saving", "{0} is there already. Replace it?").format(Path(whole).name)
        if QMessageBox.question(parent, title, said) != QMessageBox.StandardButton.Yes:
            return ""
    return whole
