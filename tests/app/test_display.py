"""What is asked of the machine before Qt is started."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from relviz.app.display import choose_offscreen, require_display
from relviz.errors import DisplayError


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment without a display."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)


def test_no_display_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without X11 and Wayland the message names the way that needs neither."""
    with pytest.raises(DisplayError, match=r"no display .* relviz render"):
        require_display()


def test_an_offscreen_platform_needs_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who chooses a platform without a screen gets it."""
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen:size=800x600")

    require_display()


@pytest.mark.parametrize("platform", ["foo", "foo;bar", "Offscreen"])
def test_an_unknown_platform_is_refused(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A platform that Qt does not have is refused with those it has, instead of an abort."""
    monkeypatch.setenv("QT_QPA_PLATFORM", platform)

    with pytest.raises(DisplayError, match=r"no platform .*offscreen"):
        require_display()


def test_one_known_platform_of_several_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Qt tries the platforms named in turn, so that one that is there is enough."""
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen;foo")

    require_display()


@pytest.mark.parametrize("platform", ["xcb", "wayland", "wayland-egl;xcb"])
def test_a_platform_with_a_screen_needs_one(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking for X11 or Wayland by name does not make them be there."""
    monkeypatch.setenv("QT_QPA_PLATFORM", platform)

    with pytest.raises(DisplayError):
        require_display()


def test_a_display_that_does_not_answer_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stale DISPLAY, or a machine without the libraries for it, is a message and not an abort."""
    monkeypatch.setenv("DISPLAY", ":6999")

    with pytest.raises(DisplayError, match=r"does not answer|apt-get install"):
        require_display()


def test_wayland_counts_only_if_it_listens(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A socket where the environment says is a display; a name without one is not."""
    monkeypatch.setenv("WAYLAND_DISPLAY", "wl")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with pytest.raises(DisplayError):
        require_display()

    monkeypatch.chdir(tmp_path)  # a socket's name has to be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("wl")
        require_display()


def test_offscreen_wins_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands that only write files take the platform without a screen."""
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    choose_offscreen()

    assert os.environ["QT_QPA_PLATFORM"] == "offscreen"


def test_sources_are_not_read_for_the_sake_of_qt() -> None:
    """Once Qt has been asked for, a module is loaded without its source being read, which PySide6 does otherwise."""
    program = (
        "import linecache, sys\n"
        "from relviz.app.display import choose_offscreen\n"
        "{0}\n"
        "import PySide6.QtWidgets, wave\n"
        "print(any(name.endswith('wave.py') for name in linecache.cache))"
    )
    told = [
        subprocess.run([sys.executable, "-c", program.format(how)], capture_output=True, text=True, check=True).stdout
        for how in ("choose_offscreen()", "")
    ]

    assert told == ["False\n", "True\n"]  # the latter says that there still is something to be spared
