"""The house's walls: the order of its rooms is ARCHITECTURE.md's, and what an import may load."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest

from tests import house

MODULES = [name for name in house.modules() if name != "relviz.__main__"]
FOLDERS = house.folders()


def room_of(module: str) -> str:
    """Return the room of a module: the first word after the package's name, empty for the package itself."""
    return module.removeprefix("relviz").lstrip(".").partition(".")[0]


def loaded_by(modules: list[str], unwanted: list[str]) -> list[str]:
    """Import modules in a fresh process and return which of the unwanted ones are loaded then."""
    code = (
        f"import importlib, sys\nfor name in {modules!r}: importlib.import_module(name)\n"
        f"print(*[name for name in {unwanted!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_importing_relviz_is_light() -> None:
    """``import relviz`` loads neither torch nor Qt."""
    assert loaded_by(["relviz"], ["torch", "numpy", "PySide6", "tokenizers"]) == []


@pytest.mark.slow
def test_core_never_loads_qt() -> None:
    """No module of core or checkpoints, imported in a fresh process, loads PySide6."""
    modules = [name for name in MODULES if room_of(name) in {"core", "checkpoints"}]
    assert len(modules) > 15
    assert loaded_by(modules, ["PySide6", "pyqtgraph"]) == []


@pytest.mark.slow
def test_training_never_loads_qt() -> None:
    """No module of training loads PySide6: it emits numbers, and others draw them."""
    assert loaded_by([name for name in MODULES if room_of(name) == "training"], ["PySide6", "pyqtgraph"]) == []


@pytest.mark.slow
def test_figure_loads_no_widgets() -> None:
    """No module of figure loads QtWidgets: figures are drawn without a window."""
    modules = [name for name in MODULES if room_of(name) == "figure"]
    assert loaded_by(modules, ["PySide6.QtWidgets", "pyqtgraph"]) == []


@pytest.mark.parametrize(
    "folder", [name for name in FOLDERS if any(f"{name}.{one}" in FOLDERS for one in house.entries(name))]
)
def test_a_folder_of_rooms_is_in_the_papers(folder: str) -> None:
    """ARCHITECTURE.md has a table for each folder that holds folders, with a line for each that is in it."""
    assert folder in house.tables(), f"ARCHITECTURE.md has no table of {folder}"
    assert {entry.name for entry in house.tables()[folder]} == house.entries(folder)


@pytest.mark.parametrize("folder", sorted(house.tables()))
def test_a_room_knows_only_rooms_above_it_in_its_table(folder: str) -> None:
    """The tables of ARCHITECTURE.md say in which order files and folders know each other, and the code keeps to it."""
    row = {entry.name: entry.row for entry in house.tables()[folder]}
    strangers = [
        f"{module} imports {other}"
        for one, known in house.knows(folder).items()
        for two, found in known.items()
        for module, other in found
        if row[two] >= row[one]
    ]
    assert not strangers, "\n".join(strangers)


@pytest.mark.parametrize("folder", FOLDERS)
def test_nothing_goes_round_in_circles(folder: str) -> None:
    """No files and no folders of a folder import each other in a circle, not even for type checkers."""
    assert house.circle(folder) == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_room_has_few_files_and_says_what_they_are(folder: str) -> None:
    """Nobody has to read more than 14 names at once, and the docstring of a room says what is in it."""
    package = house.modules()[folder].parent
    assert len([path for path in package.glob("*.py") if path.name != "__init__.py"]) <= 14
    assert house.modules()[folder].read_text(encoding="utf-8").startswith('"""')


def test_the_picture_shows_every_room() -> None:
    """What ``python -m tests.house`` draws is well-formed, and has a name for every floor and every room."""
    drawn = ET.fromstring(house.picture())
    words = [element.text for element in drawn.iter("{http://www.w3.org/2000/svg}text")]
    for entry in house.tables()["relviz"]:
        assert entry.name in words
        for room in house.tables().get(f"relviz.{entry.name}", ()):
            assert room.name in words


def test_qt_keeps_pythons_reference_counts() -> None:
    """Calling void methods of Qt leaves the count of None as it is; PySide6 6.12.0 on Python 3.11 lost one a call."""
    from PySide6 import QtCore

    thing = QtCore.QObject()
    before = sys.getrefcount(None)
    for _ in range(500):
        thing.setObjectName("x")
    assert sys.getrefcount(None) > before - 250
