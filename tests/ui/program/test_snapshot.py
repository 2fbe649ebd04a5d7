"""Pictures of the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from relviz.app.engine.models import Options
from relviz.app.projects.autosave import Kept
from relviz.app.projects.project import Project
from relviz.errors import OutputError, RelvizError, SettingError
from relviz.figure.colours.palette import LIGHT
from relviz.ui.program import snapshot
from relviz.ui.window.main_window import MainWindow

TEXT = "It was a bright cold day in April, and the clocks were striking thirteen. " * 4
OPTIONS = Options(device="cpu")


@pytest.mark.slow
def test_pictures_and_nothing_else_are_written(qtbot: QtBot, tmp_path: Path) -> None:
    """The folder holds the pictures asked for, in their size, and no other file."""
    written = snapshot.take(OPTIONS, TEXT, tmp_path / "new", ["terms"], ["light", "dark"], (900, 600), 1.5)

    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["terms_dark.png", "terms_light.png"]
    assert [QImage(str(path)).width() for path in written] == [1350, 1350]


@pytest.mark.slow
def test_the_predictions_are_waited_for(qtbot: QtBot, tmp_path: Path) -> None:
    """The picture of the Predictions page has its losses in it: the bar of (b) is there, in its colour."""
    (path,) = snapshot.take(OPTIONS, TEXT, tmp_path, ["predictions"], ["light"])
    picture = QImage(str(path))
    fill = QColor(LIGHT.fills["position"])
    middle = range(picture.width() // 4, 3 * picture.width() // 4 + 200)
    below = range(picture.height() // 2, picture.height() - 100)  # the formula bar has the colour, too
    runs = [sum(picture.pixelColor(x, y) == fill for x in middle) for y in below]
    assert max(runs) > 5


def test_the_inspector_is_waited_for(qtbot: QtBot, tmp_path: Path) -> None:
    """What is expected after the selected token is in the picture of the first page, in the lower right corner."""
    (path,) = snapshot.take(OPTIONS, TEXT, tmp_path, ["terms"], ["light"])
    picture = QImage(str(path))
    words = [
        (x, y) for y in range(690, 750) for x in range(1086, 1270) if picture.pixelColor(x, y) == QColor(LIGHT.text)
    ]
    assert len(words) > 20


@pytest.mark.slow
def test_a_window_in_chinese(qtbot: QtBot, tmp_path: Path) -> None:
    """The picture is in the language asked for: the menus look different, and English ones look as ever."""
    pictures = []
    for language in ("en", "zh", "en"):
        (path,) = snapshot.take(OPTIONS, TEXT, tmp_path, ["terms"], ["light"], language=language)
        pictures.append(QImage(str(path)).copy(0, 0, 300, 20))

    assert pictures[0] == pictures[2] != pictures[1]


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


@pytest.mark.slow
def test_a_project_is_pictured_as_it_was_saved(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The window shows the project's segment and head, or begins at the token that is asked for."""
    seen: list[tuple[str, str, str]] = []

    def look(window: MainWindow, path: Path, scale: float) -> None:
        seen.append((window.status.where.text(), window.toolbar.layer.currentText(), window.toolbar.head.currentText()))

    monkeypatch.setattr(snapshot, "_save", look)
    kept = Kept(Project(Options("en-small", 10, 20, device="cpu"), TEXT, token=30, layer=2, head=3))

    for start in (0, 5):
        snapshot.take(kept.project.options, TEXT, tmp_path, ["terms"], ["light"], kept=kept, start=start)

    (saved, *head), (begun, *_) = seen
    assert head == ["2", "3"]
    assert "segment 3 of" in saved
    assert "tokens 30–39" in saved
    assert "read from token 5" in begun
