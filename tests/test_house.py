"""The house's walls: which room may know which, and what an import may load."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import relviz

PACKAGE = Path(relviz.__file__).parent
MODULES = sorted(
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in PACKAGE.rglob("*.py")
    if path.name != "__main__.py"
)
LEFT_OF = {
    "errors": set(),
    "resources": set(),
    "core": {"errors", "resources"},
    "checkpoints": {"errors", "resources", "core"},
    "training": {"errors", "resources", "core", "checkpoints"},
    "figure": {"errors", "resources", "core"},
    "app": {"errors", "resources", "core", "checkpoints", "training", "figure"},
    "ui": {"errors", "resources", "core", "checkpoints", "training", "figure", "app"},
}
EVERY_ROOM = {*LEFT_OF, ""}
LEFT_OF |= {"cli": EVERY_ROOM | {"bench"}, "bench": EVERY_ROOM, "__main__": EVERY_ROOM | {"cli"}}
LEFT_OF[""] = {"errors", "core", "checkpoints"}  # relviz/__init__.py, the public API


def room_of(module: str) -> str:
    """Return the room of a module: the first word after the package's name, empty for the package itself."""
    return module.removeprefix("relviz").lstrip(".").partition(".")[0]


def imports_of(path: Path) -> set[str]:
    """Return every module that a file imports, wherever in the file, for type checkers too."""
    imported = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} has a relative import"
            module = node.module or ""
            imported |= {f"relviz.{alias.name}" for alias in node.names} if module == "relviz" else {module}
    imported.discard("relviz.__version__")  # a word that any room may print
    return {name for name in imported if name.partition(".")[0] == "relviz"}


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


def test_core_never_loads_qt() -> None:
    """No module of core or checkpoints, imported in a fresh process, loads PySide6."""
    modules = [name for name in MODULES if room_of(name) in {"core", "checkpoints"}]
    assert len(modules) > 15
    assert loaded_by(modules, ["PySide6", "pyqtgraph"]) == []


def test_training_never_loads_qt() -> None:
    """No module of training loads PySide6: it emits numbers, and others draw them."""
    assert loaded_by([name for name in MODULES if room_of(name) == "training"], ["PySide6", "pyqtgraph"]) == []


def test_figure_loads_no_widgets() -> None:
    """No module of figure loads QtWidgets: figures are drawn without a window."""
    modules = [name for name in MODULES if room_of(name) == "figure"]
    assert loaded_by(modules, ["PySide6.QtWidgets", "pyqtgraph"]) == []


@pytest.mark.parametrize("module", MODULES)
def test_a_room_knows_only_rooms_to_its_left(module: str) -> None:
    """errors, resources <- core <- checkpoints, training <- figure <- app <- ui <- cli, bench."""
    path = PACKAGE.parent / Path(*module.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    room = room_of(module)
    assert room in LEFT_OF, f"{module} is in no room of the house"
    strangers = {name for name in imports_of(path) if room_of(name) not in LEFT_OF[room] | {room}}
    assert not strangers, f"{module} may not import {', '.join(sorted(strangers))}"


def test_qt_keeps_pythons_reference_counts() -> None:
    """Calling void methods of Qt leaves the count of None as it is; PySide6 6.12.0 on Python 3.11 lost one a call."""
    from PySide6 import QtCore

    thing = QtCore.QObject()
    before = sys.getrefcount(None)
    for _ in range(500):
        thing.setObjectName("x")
    assert sys.getrefcount(None) > before - 250
