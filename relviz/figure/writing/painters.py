"""Many figures into files at once, by processes of their own.

Threads would take turns: Qt's painter holds Python's lock while it draws.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cache
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.reduction import ForkingPickler
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QTranslator

from relviz.errors import OutputError, RelvizError
from relviz.figure.lettering.application import ensure_gui_application
from relviz.figure.writing.write import write

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from concurrent.futures import Future
    from pathlib import Path
    from types import FrameType

    from relviz.figure.colours.palette import Palette
    from relviz.figure.spec import FigureSpec

LEAST = 4
"""Figures that a process must have to draw before it is worth starting: that takes as long as drawing one or two."""
MOST = 60
"""Processes that Windows can wait for, and one to spare."""
_WHOLE = threading.Lock()
"""Held in a painter while it draws a figure: whoever wants to end it waits until the file is there."""


def painters_for(figures: int) -> int:
    """Return how many processes it is worth to draw so many figures with; below 2 none."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, figures // LEAST, MOST)


def write_by_painters(
    figures: Iterable[tuple[FigureSpec, Path]], palette: Palette, dpi: int, painters: int
) -> Generator[Path]:
    """Write figures into files side by side, and yield the path of each in order once it is there.

    Figures are asked for as they are needed, a few ahead of those that are being drawn. The files are to the byte those
    that ``write`` makes in this process. Whoever closes this, or is interrupted, waits for the files under way.

    Args:
        figures: the figures, and where each is to go. When they end in a RelvizError or an IndexError, it is raised
            once the figures before it are there.
        palette: the theme.
        dpi: resolution of a PNG, in pixels per inch.
        painters: how many processes draw.

    Raises:
        OutputError: a file cannot be written, or a process was ended from outside.
    """
    failures: list[Exception] = []
    catalogues = _catalogues()
    drawing: deque[Future[Path]] = deque()
    pool = ProcessPoolExecutor(painters, _Context(), initializer=_begin)
    try:
        for figure, path in _before_failure(figures, failures):
            drawing.append(pool.submit(_draw, figure, path, palette, dpi, catalogues))
            while drawing and (drawing[0].done() or len(drawing) > 2 * painters):
                yield drawing.popleft().result()
        while drawing:
            yield drawing.popleft().result()
    except BrokenProcessPool as error:
        raise OutputError(
            "A process that was drawing figures has been ended, maybe for want of memory: ask for fewer figures at "
            "once, or for fewer dots per inch."
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)
    for failure in failures:
        raise failure


def _before_failure(
    figures: Iterable[tuple[FigureSpec, Path]], failures: list[Exception]
) -> Iterator[tuple[FigureSpec, Path]]:
    """Yield figures until one fails, and keep why."""
    try:
        yield from figures
    except (RelvizError, IndexError) as error:
        failures.append(error)


def _catalogues() -> tuple[str, ...]:
    """Return the files with the words that this application speaks (``app.words.translation``); none for English."""
    app = QCoreApplication.instance()
    return tuple((app.property("relviz_catalogues") if app is not None else None) or ())


def _pack(mapping: MappingProxyType[Any, Any]) -> tuple[Callable[[Any], object], tuple[dict[Any, Any]]]:
    """Say how a mapping that does not change travels to a process: palettes have some."""
    return _unpack, (dict(mapping),)


def _unpack(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(mapping)


ForkingPickler.register(MappingProxyType, _pack)


class _Painter(SpawnProcess):
    """A process that starts knowing nothing of the program it is started from."""

    def start(self) -> None:
        with _no_main(), _no_interrupt():
            super().start()


class _Context(SpawnContext):
    """Starts painters. Forked from a process with Qt and torch, they might wait for a lock that nobody lets go."""

    Process = _Painter


@contextmanager
def _no_main() -> Iterator[None]:
    """Hide the program from a process that is started, which would run it once more to have what it defines.

    A program without ``if __name__ == "__main__"`` would then draw its figures again, and others load what painters
    have no use for.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Spare a process that is started Ctrl+C, which a terminal sends to all of them: this one tells it when to end."""
    if not hasattr(signal, "pthread_sigmask"):
        yield  # Windows; ``_begin`` sees to it there
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# In the processes that draw:


def _begin() -> None:
    """Be ready to draw: without a display, deaf to Ctrl+C, and gone when the process that wants the figures is."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _told_to_end)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _told_to_end(_signal: int, _frame: FrameType | None) -> None:
    """End, in a thread since the one that is interrupted here may be drawing."""
    threading.Thread(target=_end, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the process that wants the figures to end, however it does, and end then."""
    parent = parent_process()
    assert parent is not None, "a painter was started by nobody"
    parent.join()
    _end()


def _end() -> None:
    """End as soon as the figure under way is there."""
    with _WHOLE:
        os._exit(1)


def _draw(figure: FigureSpec, path: Path, palette: Palette, dpi: int, catalogues: tuple[str, ...]) -> Path:
    """Write a figure, as ``write``."""
    with _WHOLE:
        _speak(catalogues)
        return write(figure, path, palette, dpi=dpi)


@cache
def _speak(catalogues: tuple[str, ...]) -> None:
    """Start Qt, in the language of whoever wants the figures."""
    app = ensure_gui_application()
    for catalogue in catalogues:
        translator = QTranslator(app)
        if translator.load(catalogue):
            app.installTranslator(translator)
