"""What a window looked at, kept on disk while it is open, for the case that the program does not get to close it."""

from __future__ import annotations

import json
import logging
import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from PySide6.QtCore import QLockFile, QObject, QStandardPaths, QTimer

from relviz.app.engine.runner import LatestRunner
from relviz.app.projects.project import SUFFIX, Project
from relviz.core.whole_file import replace_file
from relviz.errors import RelvizError

if TYPE_CHECKING:
    from relviz.app.engine.runner import IsCancelled, Progress

PAUSE = 2000
"""Milliseconds from a change until it is written; what changes meanwhile is written with it."""
CLOSED = 10
"""Windows that were closed and are kept, to be opened again."""
_FILE = "file"

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Kept:
    """What a window looked at.

    Attributes:
        project: its state.
        file: the project file that it was saved as or opened from, None if there is none.
    """

    project: Project
    file: Path | None = None

    @property
    def name(self) -> str:
        """What people call it: the name of its file, or of the text's; empty if there is neither."""
        return self.file.name if self.file else Path(self.project.source).name


class Autosave:
    """The file of one window. A lock beside it tells other processes whether the one that writes it still runs.

    Args:
        path: the file; it is made with the first ``write``.
        lock: the lock, held.
    """

    def __init__(self, path: Path, lock: QLockFile) -> None:
        self.path, self._lock = path, lock

    def write(self, kept: Kept) -> None:
        """Keep what a window looks at, in place of what was kept before; may be called in any thread.

        Raises:
            OutputError: the file cannot be written.
        """
        told = kept.project.to_dict() | {_FILE: str(kept.file) if kept.file else None}
        replace_file(self.path, json.dumps(told).encode())

    def read(self) -> Kept:
        """Return what was kept.

        Raises:
            ProjectError: it is damaged, or of a newer version.
        """
        return _read(self.path)

    def discard(self) -> None:
        """Forget what was kept: the window is closed, or nobody wants it back."""
        self.path.unlink(missing_ok=True)
        self._lock.unlock()

    def retire(self) -> None:
        """Put what was kept with the windows that were closed, of which the last few are there to be opened again."""
        closed = self.path.parent / "closed"
        if self.path.exists():
            closed.mkdir(exist_ok=True)
            now = time.time_ns()  # and not the file system's clock, which may stand still from one file to the next
            os.utime(self.path, ns=(now, now))  # it is closed now, whenever it was written
            self.path.replace(closed / self.path.name)
            for old in _newest_last(closed)[:-CLOSED]:
                old.unlink(missing_ok=True)
        self._lock.unlock()


class Autosaves:
    """The folder of these files.

    Args:
        folder: where it is; made if need be. None for the user's data folder.

    Raises:
        OSError: it cannot be made.
    """

    def __init__(self, folder: Path | None = None) -> None:
        place = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)
        self.folder = Path(place, "relviz", "windows") if folder is None else folder
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o700)  # what somebody reads is their own business
        self._put_back: set[str] = set()  # names of closed ones that could not be shown

    def begin(self) -> Autosave:
        """Return a new file for a window of this process."""
        path = self.folder / f"{uuid4().hex}{SUFFIX}"
        lock = _lock(path)
        lock.tryLock(0)
        return Autosave(path, lock)

    def orphans(self) -> list[Autosave]:
        """Return the files whose processes ended without closing their windows, now held by this one, oldest first."""
        found = []
        for path in _newest_last(self.folder):
            lock = _lock(path)
            if not lock.tryLock(0):
                continue  # its window is open, or another process has just found it
            autosave = Autosave(path, lock)
            try:
                autosave.read()
            except RelvizError:
                lock.unlock()  # a newer relviz may be able to read it
            else:
                found.append(autosave)
        for left in self.folder.glob("*.lock"):
            if not left.with_suffix(SUFFIX).exists() and (lock := _lock(left.with_suffix(SUFFIX))).tryLock(0):
                lock.unlock()  # nothing had been kept yet
        return found

    def put_away(self, kept: Kept) -> None:
        """Put something with the windows that were closed; may be called in any thread.

        Raises:
            OSError: there is no room for it.
            OutputError: it cannot be written.
        """
        autosave = self.begin()
        try:
            autosave.write(kept)
            autosave.retire()
        except BaseException:
            autosave.discard()
            raise

    def put_back(self, autosave: Autosave) -> None:
        """Put what could not be shown with the windows that were closed; the others among them are tried before it.

        Raises:
            OSError: it cannot be moved there.
        """
        autosave.retire()
        self._put_back.add(autosave.path.name)

    def reopen(self) -> Autosave | None:
        """Return the file of the window that was closed last, for a window that goes on with it; None if none is left.

        Raises:
            OSError: it cannot be moved to those of windows that are open.
        """
        newest_first = _newest_last(self.folder / "closed")[::-1]
        for path in sorted(newest_first, key=lambda path: path.name in self._put_back):
            try:
                _read(path)
            except RelvizError:
                continue
            autosave = self.begin()
            path.replace(autosave.path)
            return autosave
        return None


class Autosaver(QObject):
    """Keeps one window's file up to date, from a thread of its own. What a window began with is not worth a file.

    The file of a window that is being restored stays as it is until that has come through.

    Args:
        autosave: the file.
        began: what the window begins with; the rest of it comes with the first picture.
        parent: what holds the windows; it outlives them.
    """

    def __init__(self, autosave: Autosave, began: Kept, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._autosave = autosave
        self._began = began
        self._latest: Kept | None = None
        self._adopted = False
        self._awaited: tuple[Autosave, Kept] | None = None  # whose window is being restored
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="autosave")
        self._runner = LatestRunner(self._executor, self)
        self._runner.failed.connect(self._on_failed)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self._on_timeout)

    @property
    def untouched(self) -> bool:
        """Whether the window still looks at what it began with."""
        return not self._adopted and (self._latest is None or self._latest == self._began)

    def adopt(self, autosave: Autosave, kept: Kept) -> None:
        """Go on with the file of a window that is being restored, once what it holds is shown (``settle``)."""
        self._awaited = autosave, kept

    def settle(self) -> None:
        """Go on with the file that was adopted: what it holds is shown."""
        if self._awaited is not None:
            self._executor.submit(self._autosave.discard)  # once what is being written has been
            self._autosave, _ = self._awaited
            self._adopted, self._awaited = True, None

    def forgo(self) -> Autosave | None:
        """Return the file that was adopted, as it was: what it holds is not shown after all."""
        awaited, self._awaited = self._awaited, None
        return awaited[0] if awaited else None

    def begin_anew(self, kept: Kept) -> None:
        """Take it that the window begins with what it looks at now."""
        self._timer.stop()
        self._began = self._latest = kept

    def take(self, kept: Kept) -> None:
        """Have something kept, soon."""
        first, self._latest = self._latest is None, kept
        if first and kept.project.text == self._began.project.text:
            self._began = kept  # with the first picture; what was typed before it is the user's
        elif not self._timer.isActive():
            self._timer.start()

    def put_away(self, autosaves: Autosaves, kept: Kept) -> None:
        """Have something that the window looks at no more kept with the windows that were closed."""
        self._executor.submit(self._put_away, autosaves, kept)

    def stop(self) -> None:
        """Write no more: the window is closed. What it looked at goes to those that can be opened again."""
        self._timer.stop()
        self._runner.stop()
        self._executor.shutdown(wait=True)
        awaited, self._awaited = self._awaited, None
        try:
            if awaited is not None:
                awaited[0].retire()
            if self._latest is None or self.untouched or (awaited is not None and self._latest == awaited[1]):
                self._autosave.discard()
                return
            self._autosave.write(self._latest)
            self._autosave.retire()
        except Exception as error:  # a window must close, even if the disk is full
            self._on_failed(error)

    def _on_timeout(self) -> None:
        if self._latest is not None:
            self._runner.submit(partial(_write, self._autosave, self._latest))

    def _put_away(self, autosaves: Autosaves, kept: Kept) -> None:
        try:
            autosaves.put_away(kept)
        except Exception as error:  # the edge of the thread
            self._on_failed(error)

    def _on_failed(self, error: Exception) -> None:
        log.warning("what the window looks at is not kept: %s", error)


def _write(autosave: Autosave, kept: Kept, progress: Progress, is_cancelled: IsCancelled) -> None:
    if not is_cancelled():
        autosave.write(kept)
        progress(1.0)


def _read(path: Path) -> Kept:
    project = Project.read(path)
    file = json.loads(path.read_bytes()).get(_FILE)
    return Kept(project, Path(file) if isinstance(file, str) else None)


def _lock(path: Path) -> QLockFile:
    lock = QLockFile(str(path.with_suffix(".lock")))
    lock.setStaleLockTime(0)  # it is held as long as its process runs, however long that is
    return lock


def _newest_last(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"*{SUFFIX}"), key=_changed)


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:  # another process has just taken it
        return 0
