"""Projects in the window: saved, opened, named in its title."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPointF, QRectF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QImage
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from relviz.core.reading.look import Look
from relviz.ui.files.projects import PAUSE
from relviz.ui.pages.encoding import EncodingPage
from relviz.ui.pages.terms import TermsPage
from relviz.ui.window.main_window import MainWindow
from tests.ui.conftest import MakeWindow

OLD_PROJECTS = Path(__file__).parents[2] / "fixtures" / "projects"
"""What relviz 0.1.0 wrote."""
TEXT = "Mr. Sherlock Holmes took his bottle from the corner of the mantel-piece. " * 12


def answer(qtbot: QtBot, window: MainWindow) -> AbstractContextManager[object]:
    """Wait, around an action, for the next picture."""
    waiting: AbstractContextManager[object] = qtbot.waitSignal(window.session.answered, timeout=30_000)
    return waiting


def choose_file(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Have the next file dialog, of either kind, give a path."""

    def chosen(*_: object) -> tuple[str, str]:
        return str(path), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", chosen)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", chosen)


def save(window: MainWindow, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Save the project under a name, as the menu does."""
    choose_file(monkeypatch, path)
    window.commands.actions["save_project_as"].trigger()


def wander(qtbot: QtBot, window: MainWindow) -> None:
    """Bring a window into a state in which nothing is as at first."""
    session = window.session
    with answer(qtbot, window):
        session.set_options(segment_length=20, memory_length=40)
    with answer(qtbot, window):
        session.start_at(7)
    with answer(qtbot, window):
        session.choose_head(2, 3)
    with answer(qtbot, window):
        session.gains.set("position", 0.5)
    with answer(qtbot, window):
        session.gains.toggle("content")
    with answer(qtbot, window):
        session.showing.set(shading="gain")
    with answer(qtbot, window):
        session.go_to_segment(3)
    session.selection.pin((4, 30))
    session.selection.extend((9, 36))
    session.selection.set_distance(37)
    session.showing.set(interleaved=True)
    session.showing.set(token_boundaries=True)
    session.showing.change_pace(1)
    assert session.look is not None
    assert session.selection.region is not None
    session.maps.hide(session.look, session.selection.region)
    session.maps.set(scales="locked", attention="log", mass=0.8)
    window.tabs.of(TermsPage).grid.zoom = QRectF(10, 2, 30, 15)
    window.measuring.set(metric="entropy", order="layer", means=True)


def arrays_of(look: Look) -> dict[str, np.ndarray]:
    """Return what is shown of a look, by name."""
    terms = look.terms
    arrays = {part.kind.name: part.dense(terms.distance) for part in terms.parts}
    return arrays | {"score": terms.score, "attention": terms.attention, "shares": look.shares.memory}


def picture_of(window: MainWindow) -> QImage:
    """Return the pixels of the maps, without the frame of the one that has the focus."""
    grid = window.tabs.of(TermsPage).grid
    picture: QImage = grid.grab(grid.rect().adjusted(3, 3, -3, -3)).toImage()
    return picture


@pytest.mark.slow
def test_everything_is_as_it_was(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opened in another window, a project shows the same numbers to the bit, cell, gains and pixels, asked for once."""
    window = make_window(TEXT)
    wander(qtbot, window)
    window.show_page("encoding")
    save(window, tmp_path / "holmes.relviz", monkeypatch)
    other = make_window("Something else entirely.")
    requests: list[object] = []
    other.session.asked.connect(requests.append)

    with answer(qtbot, other):
        other.commands.actions["open_project"].trigger()

    assert len(requests) == 1
    qtbot.wait(2 * PAUSE)
    assert not other.isWindowModified()
    assert other.projects.now() == window.projects.now()
    assert other.page == "encoding"
    before, after = window.session.look, other.session.look
    assert before is not None
    assert after is not None
    assert (after.index, after.first, after.segments) == (before.index, before.first, before.segments)
    assert (after.index, after.first) == (3, 7)
    for name, numbers in arrays_of(before).items():
        np.testing.assert_array_equal(arrays_of(after)[name], numbers, err_msg=name)
    assert other.session.selection.region == window.session.selection.region
    assert other.session.gains.interventions.gain("content") == 0
    assert other.text_dock.edit.toPlainText() == TEXT
    assert other.tabs.of(EncodingPage).box.value() == 37
    for view in (window, other):
        view.show_page("terms")
        view.resize(1280, 800)
    qtbot.waitUntil(lambda: other.tabs.of(TermsPage).grid.size() == window.tabs.of(TermsPage).grid.size())
    assert picture_of(other) == picture_of(window)


@pytest.mark.slow
def test_a_project_comes_back_through_the_other_doors(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A project can be dropped on the window, and opened from the recent files."""
    window = make_window(TEXT)
    with answer(qtbot, window):
        window.session.choose_head(1, 2)
    path = tmp_path / "holmes.relviz"
    save(window, path, monkeypatch)
    other = make_window("Something else entirely.")

    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    no_button, no_key = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    with answer(qtbot, other):
        other.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, no_button, no_key))

    assert (other.session.text, other.session.layer, other.session.head) == (TEXT, 1, 2)
    with answer(qtbot, other):
        other.session.set_text("Something else entirely.")
    other.recent.fill()
    assert other.recent.actions()[0].toolTip() == str(path)
    with answer(qtbot, other):
        other.recent.actions()[0].trigger()
    assert other.session.text == TEXT


def test_the_title_says_what_is_open_and_whether_it_is_saved(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A saved project is named; another head or cell marks it as modified, and Ctrl+S takes the mark away."""
    window = make_window(TEXT)
    assert (window.windowTitle(), window.isWindowModified()) == ("text – relviz", False)
    save(window, tmp_path / "holmes", monkeypatch)

    assert (tmp_path / "holmes.relviz").is_file()
    assert window.windowTitle() == "holmes.relviz[*] – relviz"
    assert not window.isWindowModified()

    window.session.selection.pin((1, 2))
    qtbot.waitUntil(window.isWindowModified)
    qtbot.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: not window.isWindowModified())
    pin = window.session.selection.kept
    assert pin is not None
    assert json.loads((tmp_path / "holmes.relviz").read_bytes())["pin"]["query"] == pin.query

    with answer(qtbot, window):
        window.session.choose_head(1, 1)
    qtbot.waitUntil(window.isWindowModified)
    with answer(qtbot, window):
        window.session.choose_head(0, 0)
    qtbot.waitUntil(lambda: not window.isWindowModified())  # it is as it was saved again


def test_what_is_typed_belongs_to_the_project_and_another_text_ends_it(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Typing marks the project as modified, and saving takes in what was typed a moment ago; a new text has no name."""
    window = make_window(TEXT)
    save(window, tmp_path / "holmes.relviz", monkeypatch)
    with answer(qtbot, window):
        qtbot.keyClicks(window.text_dock.edit, "So. ")
    assert window.windowTitle() == "holmes.relviz[*] – relviz"
    qtbot.waitUntil(window.isWindowModified)

    qtbot.keyClicks(window.text_dock.edit, "Once ")
    with answer(qtbot, window):
        window.commands.actions["save_project"].trigger()
    assert json.loads((tmp_path / "holmes.relviz").read_bytes())["text"] == f"So. Once {TEXT}"
    qtbot.waitUntil(lambda: not window.isWindowModified())

    with answer(qtbot, window):
        window.session.set_text("Another text, pasted.")
    assert window.windowTitle() == "text – relviz"
    qtbot.waitUntil(lambda: not window.isWindowModified())


def test_a_project_that_cannot_be_shown_leaves_what_is(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A project whose model is gone is complained about in a sentence, and text, title and picture stay."""
    window = make_window(TEXT)
    path = tmp_path / "holmes.relviz"
    save(window, path, monkeypatch)
    data = json.loads(path.read_bytes())
    lost = tmp_path / "lost.relviz"
    lost.write_text(json.dumps(data | {"model": "no-such-model", "text": "Lost.", "layer": 2}), encoding="utf-8")

    with qtbot.waitSignal(window.session.restored, timeout=30_000):
        window.files.open(str(lost))

    assert "There is no model no-such-model" in window.message.label.text()
    assert window.message.isVisible()
    assert window.windowTitle() == "holmes.relviz[*] – relviz"
    assert (window.session.text, window.session.layer) == (TEXT, 0)
    assert window.text_dock.edit.toPlainText() == TEXT
    with answer(qtbot, window):
        window.session.step(1)  # and goes on


def test_a_damaged_project_is_named(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    """What is no project is said to be none, in the bar over the pages."""
    (tmp_path / "odd.relviz").write_text("Once upon a time", encoding="utf-8")

    window.files.open(str(tmp_path / "odd.relviz"))

    assert window.message.isVisible()
    assert "odd.relviz is no project of relviz" in window.message.label.text()


def test_a_project_from_another_machine_is_read_with_what_this_one_has(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A device that is not here gives way to the best there is."""
    window = make_window(TEXT)
    path = tmp_path / "far.relviz"
    save(window, path, monkeypatch)
    path.write_text(json.dumps(json.loads(path.read_bytes()) | {"device": "warp", "layer": 1}), encoding="utf-8")

    with answer(qtbot, window):
        window.files.open(str(path))

    assert window.session.options.device == "auto"
    assert window.session.layer == 1


def test_zooming_counts_as_a_change(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A project brings the zoom back, so zooming alone marks it as modified, and the whole map takes the mark away."""
    save(window, tmp_path / "holmes.relviz", monkeypatch)
    grid = window.tabs.of(TermsPage).grid
    grid.setFocus()

    qtbot.keyClick(grid, Qt.Key.Key_Plus)

    qtbot.waitUntil(window.isWindowModified)
    window.commands.actions["reset_zoom"].trigger()
    qtbot.waitUntil(lambda: not window.isWindowModified())


def test_pointing_at_cells_asks_nothing_of_a_project(qtbot: QtBot, window: MainWindow) -> None:
    """The pointer goes over the maps without the state of the window being put together each time."""
    qtbot.wait(2 * PAUSE)
    gone = window.projects._timer.timeout
    with qtbot.assertNotEmitted(gone, wait=2 * PAUSE):
        window.session.selection.hover((3, 3))
        window.session.selection.hover((4, 3))
    with qtbot.waitSignal(gone):
        window.session.selection.pin((4, 3))


@pytest.mark.slow
def test_what_is_saved_on_the_way_to_the_pinned_state_is_whole(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A project saved while A and B change places opens as what was on its way: A in the window, B pinned."""
    window = make_window(TEXT)
    window.comparison.pin()
    with answer(qtbot, window):
        window.session.choose_head(2, 3)
    window.comparison.set_mode("difference")
    other = make_window("Something else entirely.")
    other.comparison.pin()

    with answer(qtbot, window):
        window.comparison.swap()
        save(window, tmp_path / "swap.relviz", monkeypatch)
        file = (tmp_path / "swap.relviz").read_bytes()
    (tmp_path / "swap.relviz").write_bytes(file)
    with qtbot.waitSignal(other.comparison.runner.done, timeout=30_000):
        other.projects.open(str(tmp_path / "swap.relviz"))

    assert (other.session.text, other.session.layer, other.session.head) == (TEXT, 0, 0)
    pinned = other.comparison.a
    assert pinned is not None
    assert (pinned.text, pinned.look.terms.layer, pinned.look.terms.head) == (TEXT, 2, 3)
    assert other.comparison.mode == "difference"


def test_going_to_the_pinned_state_saves_nothing(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A project stays marked as modified when the window goes to another state that was pinned."""
    window = make_window(TEXT)
    window.comparison.pin()
    with answer(qtbot, window):
        window.session.choose_head(2, 3)
    save(window, tmp_path / "holmes.relviz", monkeypatch)

    with answer(qtbot, window):
        window.comparison.go_to_a()

    qtbot.wait(2 * PAUSE)
    assert window.isWindowModified()


@pytest.mark.slow
def test_what_was_not_saved_is_so_still_when_it_is_restored(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A window that is opened again with more than its project's file holds is marked as modified."""
    window = make_window(TEXT)
    save(window, tmp_path / "holmes.relviz", monkeypatch)
    with answer(qtbot, window):
        window.session.choose_head(2, 3)
    kept = window.projects.kept()
    other = make_window("Something else entirely.")

    with answer(qtbot, other):
        other.projects.show(kept.project, kept.file)

    qtbot.waitUntil(other.isWindowModified)
    assert other.windowTitle() == "holmes.relviz[*] – relviz"


@pytest.mark.parametrize("name", ["first", "holmes", "chinese", "compared", "schemes"])
def test_what_an_older_relviz_saved_is_shown_and_saved_again_as_it_was(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A window shows the text, place, head, gains and page that were kept, and saves the same file, key for key."""
    old = OLD_PROJECTS / f"{name}.relviz"
    window = make_window("Something else entirely.")
    told = json.loads(old.read_text(encoding="utf-8"))

    with qtbot.waitSignal(window.session.parts.taken, timeout=60_000):
        window.projects.open(str(old))
    if "comparison" in told["parts"]:
        qtbot.waitUntil(lambda: window.comparison.a is not None, timeout=60_000)
    qtbot.waitUntil(lambda: not any(runner.busy for runner in window.work.shown), timeout=60_000)

    look = window.session.look
    assert look is not None
    assert window.text_dock.edit.toPlainText() == told["text"]
    assert look.start <= told["token"] < look.start + len(look.query_tokens)
    assert (look.terms.layer, look.terms.head, window.page) == (told["layer"], told["head"], told["view"]["page"])
    assert dict(look.interventions.gains) == told["interventions"]["gains"]
    assert (window.session.selection.kept is None) == (told["pin"] is None)
    save(window, tmp_path / "again.relviz", monkeypatch)
    again = json.loads((tmp_path / "again.relviz").read_text(encoding="utf-8"))
    assert again == told | {"relviz": again["relviz"]}


@pytest.mark.parametrize("name", ["without_text", "with_text"])
def test_a_picture_of_an_older_relviz_brings_back_what_it_shows(
    qtbot: QtBot, make_window: MakeWindow, name: str
) -> None:
    """Opened over its text or with it, it has the window look at the same again."""
    text = "Alice saw the white rabbit run. The rabbit saw Alice, and ran on and on. " * 2
    window = make_window(text if name == "without_text" else "Something else entirely.")

    with qtbot.waitSignal(window.session.parts.taken, timeout=60_000):
        window.files.open(str(OLD_PROJECTS / f"{name}.png"))

    session, look = window.session, window.session.look
    assert look is not None
    assert session.text == text
    assert (look.index, look.terms.layer, look.terms.head) == (1, 2, 3)
    assert session.gains.interventions.gain("position") == 0
    assert (session.maps.view.attention, session.maps.view.hidden) == ("log", (5,))
    assert window.page == ("memory" if name == "without_text" else "terms")
    if name == "with_text":
        qtbot.waitUntil(lambda: window.comparison.a is not None, timeout=60_000)
