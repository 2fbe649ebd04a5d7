"""What a window looked at, kept on disk while it is open, for the case that the program does not get to close it."""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from PySide6.QtCore import QLockFile, QStandardPaths

from relviz.app.projects.project import SUFFIX, Project
from relviz.core.whole_file import replace_file
from relviz.errors import RelvizError

if TYPE_CHECKING:
    from collections.abc import Iterator

CLOSED = 10
"""Windows that were closed and are kept, to be opened again."""
_FILE = "file"


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
        return list(self._orphans())

    def _orphans(self) -> Iterator[Autosave]:
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
                yield autosave
        for left in self.folder.glob("*.lock"):
            if not left.with_suffix(SUFFIX).exists() and (lock := _lock(left.with_suffix(SUFFIX))).tryLock(0):
                lock.unlock()  # nothing had been kept yet

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
        for path in sorted(newest_first, key=self._was_put_back):
            try:
                _read(path)
            except RelvizError:
                continue
            autosave = self.begin()
            path.replace(autosave.path)
            return autosave
        return None

    def _was_put_back(self, path: Path) -> bool:
        return path.name in self._put_back


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
