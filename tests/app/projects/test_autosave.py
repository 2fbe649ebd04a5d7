"""Files of windows that are open, were closed, or were lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from relviz.app.projects.autosave import CLOSED, Autosaves, Kept
from relviz.app.projects.project import Project

LOSE = """
import os, signal, sys
from pathlib import Path
from relviz.app.projects.autosave import Autosaves, Kept
from relviz.app.projects.project import Project
autosaves = Autosaves(Path(sys.argv[1]))
autosave, unused = autosaves.begin(), autosaves.begin()
autosave.write(Kept(Project(text="lost"), Path("/tmp/some.relviz")))
print("written", flush=True)
if len(sys.argv) > 2:
    sys.stdin.read()
os.kill(os.getpid(), signal.SIGKILL)
"""


def lose(folder: Path) -> None:
    """Have another process write the file of a window, and die."""
    done = subprocess.run([sys.executable, "-c", LOSE, str(folder)], capture_output=True, check=False, timeout=60)
    assert done.returncode == -signal.SIGKILL, done.stderr


def test_what_a_killed_process_looked_at_is_found_once(tmp_path: Path) -> None:
    """The file of a process that was killed is found with all that was in it, by the first that asks."""
    lose(tmp_path)

    (lost,) = Autosaves(tmp_path).orphans()

    assert lost.read() == Kept(Project(text="lost"), Path("/tmp/some.relviz"))
    assert lost.read().name == "some.relviz"
    assert Autosaves(tmp_path).orphans() == []  # it is being asked about already
    assert len(list(tmp_path.glob("*.lock"))) == 1  # that of the window without a file is gone


def test_a_process_that_runs_keeps_its_files(tmp_path: Path) -> None:
    """While its process runs, a window is not taken for lost, here or there."""
    here = Autosaves(tmp_path).begin()
    here.write(Kept(Project(text="here")))
    command = [sys.executable, "-c", LOSE, str(tmp_path), "wait"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as there:
        assert there.stdout is not None
        assert there.stdout.readline() == b"written\n"
        assert Autosaves(tmp_path).orphans() == []
        os.kill(there.pid, signal.SIGKILL)

    assert [lost.read().project.text for lost in Autosaves(tmp_path).orphans()] == ["lost"]


def test_what_is_not_asked_about_stays_for_the_next_start(tmp_path: Path) -> None:
    """A program that ends before its user has answered loses nothing."""
    lose(tmp_path)
    assert len(Autosaves(tmp_path).orphans()) == 1  # and let go

    assert len(Autosaves(tmp_path).orphans()) == 1


def test_a_file_that_cannot_be_read_stands_in_nobodys_way(tmp_path: Path) -> None:
    """What is damaged, or of a newer relviz, is left where it is."""
    (tmp_path / "odd.relviz").write_text("{", encoding="utf-8")

    assert Autosaves(tmp_path).orphans() == []
    assert (tmp_path / "odd.relviz").exists()


def test_a_closed_window_can_be_had_again(tmp_path: Path) -> None:
    """The last few windows that were closed are kept, the last one first, and each is given out once."""
    autosaves = Autosaves(tmp_path)
    for number in range(CLOSED + 2):
        autosave = autosaves.begin()
        autosave.write(Kept(Project(text=str(number))))
        os.utime(autosave.path, (99 - number, 99 - number))  # they are closed in another order than written
        autosave.retire()

    again = [autosaves.reopen() for _ in range(CLOSED + 1)]

    assert [one and one.read().project.text for one in again] == [*map(str, range(CLOSED + 1, 1, -1)), None]
    assert autosaves.orphans() == []  # they are open


def test_what_could_not_be_shown_comes_after_the_others(tmp_path: Path) -> None:
    """A window that could not be opened again stands in the way of no other, and is given out again after them."""
    autosaves = Autosaves(tmp_path)
    for text in ("first", "second"):
        autosaves.put_away(Kept(Project(text=text)))
    second = autosaves.reopen()
    assert second is not None
    autosaves.put_back(second)

    again = [autosaves.reopen() for _ in range(3)]

    assert [one and one.read().project.text for one in again] == ["first", "second", None]


def test_others_cannot_look_into_it(tmp_path: Path) -> None:
    """The folder with what somebody reads is theirs alone."""
    assert Autosaves(tmp_path / "windows").folder.stat().st_mode & 0o777 == 0o700


def test_what_is_discarded_leaves_nothing(tmp_path: Path) -> None:
    """Neither file nor lock remains."""
    autosave = Autosaves(tmp_path).begin()
    autosave.write(Kept(Project(text="gone")))

    autosave.discard()

    assert list(tmp_path.iterdir()) == []
