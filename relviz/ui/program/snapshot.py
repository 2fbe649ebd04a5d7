"""Grabs the real window to PNG files, without a display."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QCoreApplication, QEvent, QEventLoop, QIODevice, QSettings, QTimer
from PySide6.QtGui import QPixmap

from relviz.app.settings import Settings
from relviz.app.words.translation import set_language
from relviz.core.whole_file import replace_file
from relviz.errors import OutputError, RelvizError, SettingError
from relviz.ui.pages import PAGES
from relviz.ui.program.launch import make_application, sample_text
from relviz.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Callable

    from relviz.app.engine.models import Options
    from relviz.app.projects.autosave import Kept
    from relviz.figure.colours.palette import Theme

PATIENCE = 120_000
"""Milliseconds to wait for a picture."""
MOST_PIXELS = 100_000_000
"""Largest picture, 400 MB while it is painted."""


def take(
    options: Options,
    text: str | None,
    folder: Path,
    pages: list[str],
    themes: list[Theme],
    size: tuple[int, int] = (1280, 800),
    scale: float = 1.0,
    language: str = "en",
    kept: Kept | None = None,
    start: int = 0,
) -> list[Path]:
    """Open the window, wait for the picture, and save each page in each theme.

    Args:
        options: model, device and lengths.
        text: what to read; the sample if None.
        folder: where the PNG files go; made if need be.
        pages: names of pages, ``all`` for all of them.
        themes: ``light``, ``dark`` or both.
        size: of the window, in device-independent pixels.
        scale: device pixels per device-independent pixel.
        language: what the window speaks.
        kept: a project to be shown in place of a text.
        start: the token with which reading begins; 0 for the beginning, or for where the project begins.

    Returns:
        The files written, ``PAGE_THEME.png``.

    Raises:
        SettingError: the pictures would be absurdly large.
        OutputError: a file cannot be written.
        RelvizError: the text cannot be read, or no picture came for two minutes.
    """
    width, height = (round(side * scale) for side in size)
    if width * height > MOST_PIXELS:
        raise SettingError(
            "Pictures of {0:,} × {1:,} pixels are more than anybody can look at: choose a smaller size or scale.",
            width,
            height,
        )
    app = make_application()
    set_language(language)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError("{0} cannot be made: {1}; choose another folder.", folder, error.strerror or error) from error
    written = []
    with tempfile.TemporaryDirectory(prefix="relviz-") as place:
        store = QSettings(str(Path(place) / "snapshot.ini"), QSettings.Format.IniFormat)
        window = MainWindow(options, sample_text() if text is None else text, Settings(store))
        try:
            window.resize(*size)
            window.show()
            _wait_for_picture(window, partial(window.start, kept))
            if start and window.session.look and window.session.look.first != start:
                _wait_for_picture(window, partial(window.session.start_at, start))
            for theme in themes:
                window.set_theme(theme)
                for page in PAGES if "all" in pages else pages:
                    window.show_page(page)
                    app.processEvents()
                    _settle(window)
                    path = folder / f"{page}_{theme}.png"
                    _save(window, path, scale)
                    written.append(path)
        finally:
            _delete(window)
            store.sync()  # or it would be written when it is collected, after its folder is gone
    return written


def _wait_for_picture(window: MainWindow, ask: Callable[[], None]) -> None:
    """Ask the window for something, and let it work until it shows that or says why it cannot."""
    loop = QEventLoop()
    errors: list[Exception] = []
    window.looker.failed.connect(errors.append)
    for end in (window.looker.done, window.looker.failed):
        end.connect(loop.quit)
    QTimer.singleShot(PATIENCE, loop.quit)
    ask()
    loop.exec()
    if errors:
        raise errors[0] if isinstance(errors[0], RelvizError) else RelvizError("The window failed: {0}.", errors[0])
    if window.session.response is None:
        raise RelvizError("No picture came for {0} seconds: try a shorter text, or a smaller model.", PATIENCE // 1000)


def _settle(window: MainWindow) -> None:
    """Let a page that works by itself finish, and the inspector, which asks what comes next."""
    window.inspector.hurry()
    loop = QEventLoop()
    waited = QTimer(loop, singleShot=True, interval=PATIENCE)
    waited.timeout.connect(loop.quit)
    pages, work = window.tabs.pages.values(), window.work
    demands = work.measuring, work.profiling, work.predicting
    for settled in (*(page.settled for page in pages), *(demand.settled for demand in demands)):
        settled.connect(loop.quit)
    work.predictor.busy_changed.connect(loop.quit)
    waited.start()
    while waited.isActive() and (
        any(page.busy for page in pages) or any(one.busy for one in (*demands, work.predictor))
    ):
        loop.exec()
    for _ in range(3):  # what has come may need room, and then a scroll bar
        QCoreApplication.processEvents()


def _save(window: MainWindow, path: Path, scale: float) -> None:
    """Paint the window at a scale and write it as a whole."""
    picture = QPixmap(window.size() * scale)
    picture.setDevicePixelRatio(scale)
    window.render(picture)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not picture.save(buffer, "PNG"):
        raise OutputError("{0} cannot be made: Qt could not encode the picture; choose a smaller size.", path)
    replace_file(path, bytes(buffer.data().data()))


def _delete(window: MainWindow) -> None:
    """Take the window down here and now: left to the garbage collector it could go in the worker thread of another."""
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
