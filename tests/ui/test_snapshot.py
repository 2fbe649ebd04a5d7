"""Pictures of the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from relviz.app.options import Options
from relviz.errors import OutputError, RelvizError, SettingError
from relviz.ui import snapshot

TEXT = "It was a bright cold day in April, and the clocks were striking thirteen. " * 4
OPTIONS = Options(device="cpu")


def test_pictures_and_nothing_else_are_written(qtbot: QtBot, tmp_path: Path) -> None:
    """The folder holds the pictures asked for, in their size, and no other file."""
    written = snapshot.take(OPTIONS, TEXT, tmp_path / "new", ["terms"], ["light", "dark"], (900, 600), 1.5)

    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["terms_dark.png", "terms_light.png"]
    assert [QImage(str(path)).width() for path in written] == [1350, 1350]


def test_a_folder_in_the_way_is_said(qtbot: QtBot, tmp_path: Path) -> None:
    """A folder of a picture's name is named in one sentence, stays, and no litter is left beside it."""
    (tmp_path / "terms_light.png").mkdir()
    with pytest.raises(OutputError, match=r"terms_light\.png"):
        snapshot.take(OPTIONS, TEXT, tmp_path, ["terms"], ["light"])

    assert [path.name for path in tmp_path.iterdir()] == ["terms_light.png"]


def test_a_text_that_cannot_be_read_leaves_no_litter(qtbot: QtBot, tmp_path: Path) -> None:
    """An empty text is refused, and nothing is left in the folder."""
    with pytest.raises(RelvizError):
        snapshot.take(OPTIONS, "", tmp_path, ["terms"], ["light"])

    assert list(tmp_path.iterdir()) == []


def test_an_unfinished_window_is_not_saved(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If no picture comes in time, that is said instead of saving a window that is still at work."""
    monkeypatch.setattr(snapshot, "PATIENCE", 1)
    with pytest.raises(RelvizError, match="No picture"):
        snapshot.take(OPTIONS, TEXT, tmp_path, ["terms"], ["light"])

    assert list(tmp_path.iterdir()) == []


def test_absurd_sizes_are_refused(tmp_path: Path) -> None:
    """A size of gigabytes is refused before anything is made."""
    with pytest.raises(SettingError, match="smaller"):
        snapshot.take(OPTIONS, TEXT, tmp_path / "new", ["terms"], ["light"], (9999, 9999), 4.0)

    assert not (tmp_path / "new").exists()
