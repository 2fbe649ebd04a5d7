from __future__ import annotations

import os
import subprocess
import sys

import pytest


def run(code: str, **environment: str) -> str:
    """Run code in a fresh process without a display; return what it prints."""
    clean = {key: value for key, value in os.environ.items() if key not in ("QT_QPA_PLATFORM", "DISPLAY")}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=clean | environment
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.slow
def test_importing_figure_loads_neither_widgets_nor_torch() -> None:
    """Figures need no window and no model."""
    code = """
import pkgutil, importlib, sys, relviz.figure
for module in pkgutil.walk_packages(relviz.figure.__path__, "relviz.figure."):
    importlib.import_module(module.name)
print(sorted({"PySide6.QtWidgets", "pyqtgraph", "torch"} & set(sys.modules)))
"""
    assert run(code) == "[]"


def test_an_application_starts_without_a_display() -> None:
    """Without a display an offscreen application is started, once, and the environment is left alone."""
    code = """
import os
from relviz.figure.lettering.application import ensure_gui_application
one, two = ensure_gui_application(), ensure_gui_application()
print(one is two, one.platformName(), "QT_QPA_PLATFORM" in os.environ)
"""
    assert run(code) == "True offscreen False"


def test_a_platform_that_was_asked_for_is_used() -> None:
    """A platform named in the environment is respected."""
    code = (
        "from relviz.figure.lettering.application import ensure_gui_application as ensure; "
        "print(ensure().platformName())"
    )
    assert run(code, QT_QPA_PLATFORM="minimal") == "minimal"


def test_a_missing_library_is_explained() -> None:
    """Where Qt cannot be loaded, the error names the packages to install."""
    code = """
import sys
sys.modules["PySide6.QtGui"] = None  # what an import finds when the library under it is missing
from relviz.errors import DisplayError
from relviz.figure.lettering.application import ensure_gui_application
try:
    ensure_gui_application()
except DisplayError as error:
    print(error)
"""
    assert "libegl1 libgl1" in run(code)


def test_an_application_without_graphics_is_explained() -> None:
    """Figures cannot be drawn beside a QCoreApplication, and the error says so instead of crashing."""
    code = """
from PySide6.QtCore import QCoreApplication
from relviz.errors import DisplayError
from relviz.figure.lettering.application import ensure_gui_application
app = QCoreApplication([])
try:
    ensure_gui_application()
except DisplayError as error:
    print(error)
"""
    assert "without graphics" in run(code)
