"""Asking where a file is to go."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from relviz.ui.files.files import ask_where


@pytest.mark.parametrize(
    ("name", "ending", "answer", "expected"),
    [
        ("new", "", None, "new.png"),
        ("work", "", "Yes", "work.png"),
        ("work", "", "No", ""),
        ("work.png", "", None, "work.png"),  # the dialog has asked
        ("v1.2", ".relviz", "No", ""),
        ("new.1", ".relviz", None, "new.1.relviz"),
    ],
)
def test_a_name_that_gets_its_ending_replaces_nothing_unasked(
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    ending: str,
    answer: str | None,
    expected: str,
) -> None:
    """The dialog knows the name without its ending only: whether the whole one is there already is asked for."""
    for there in ("work.png", "v1.2.relviz"):
        (tmp_path / there).write_text("mine", encoding="utf-8")
    parent = QWidget()
    qtbot.addWidget(parent)
    asked: list[str] = []

    def question(_parent: QWidget, _title: str, text: str) -> QMessageBox.StandardButton:
        asked.append(text)
        return QMessageBox.StandardButton.Yes if answer == "Yes" else QMessageBox.StandardButton.No

    monkeypatch.setattr(QMessageBox, "question", question)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / name), "PNG (*.png)"))

    path = ask_where(parent, "Save", "", "PNG (*.png)", ending)

    assert path == (str(tmp_path / expected) if expected else "")
    assert len(asked) == (answer is not None)
