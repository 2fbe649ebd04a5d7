"""Figures 5, 6 and 8: how soon the window shows what was asked for, and that it stays alive while a text is read."""

from __future__ import annotations

import random
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject, QPoint, QPointF, QSettings, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QWheelEvent

from relviz.app.engine.models import Options
from relviz.app.engine.runner import LatestRunner
from relviz.app.settings import Settings
from relviz.bench import models
from relviz.bench.figure import Figure, Plan, at_least, at_most
from relviz.bench.harness import no_garbage_collection, percentile
from relviz.core.text.tokens import Tokenizer
from relviz.errors import RelvizError
from relviz.resources import resource
from relviz.ui.pages.encoding import EncodingPage
from relviz.ui.pages.terms import TermsPage
from relviz.ui.program.launch import make_application, sample_text
from relviz.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from PySide6.QtWidgets import QWidget

PATIENCE = 60.0
"""Seconds to wait for a repaint."""
COPIES = 6
"""How often the sample text is read, so that there are segments to step through."""
MEGABYTE = 1_000_000
BEAT = 5
"""Milliseconds between two beats of the GUI thread."""
NEW_WORDS = 0.05
"""Share of words that no other place of the text has, as names in a book."""


class Painted(QObject):
    """Counts the paint events of some widgets: a change is on the screen when each has painted after it."""

    def __init__(self, widgets: list[QWidget]) -> None:
        super().__init__()
        self._waiting: set[QObject] = set()
        self._widgets = widgets
        for widget in widgets:
            widget.installEventFilter(self)

    def expect(self) -> None:
        """Wait anew for every one of the widgets that is visible."""
        self._waiting = {widget for widget in self._widgets if widget.isVisible()}

    @property
    def done(self) -> bool:
        """Whether all of them have painted."""
        return not self._waiting

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tick a widget off when it paints."""
        if event.type() == QEvent.Type.Paint:
            self._waiting.discard(watched)
        return False


def measure_window(plan: Plan) -> Iterator[Figure]:
    """Take the figures in a real window on the bundled model."""
    with open_window(models.SEGMENT, models.MEMORY) as window:
        yield from pointing(window, 40 if plan.quick else 200)
        yield from stepping(window, 12 if plan.quick else 30)


@contextmanager
def open_window(segment_length: int, memory_length: int, copies: int = COPIES) -> Iterator[MainWindow]:
    """Open a window that shows its first picture; nothing of it is remembered."""
    make_application()
    with TemporaryDirectory() as folder:
        settings = Settings(QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat))
        options = Options(models.BUNDLED, segment_length, memory_length, device="cpu")
        window = MainWindow(options, "\n\n".join([sample_text()] * copies), settings)
        window.show()
        window.start()
        try:
            _until(lambda: window.session.response is not None)
            _settle()
            yield window
        finally:
            window.close()
            window.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def pointing(window: MainWindow, count: int) -> Iterator[Figure]:
    """Time hover and zoom on the Terms page, and the slider on the Encoding page, each until it is painted."""
    window.show_page("terms")
    _settle()
    grid = window.tabs.of(TermsPage).grid
    viewport = grid.viewport()
    area = grid.view_of("content").sceneBoundingRect()
    places = [
        grid.mapFromScene(QPointF(area.left() + area.width() * share, area.top() + area.height() * share))
        for share in ((number * 0.37) % 0.9 + 0.05 for number in range(count))
    ]
    hover = _each(Painted([viewport]), [partial(_move, viewport, place) for place in places])
    yield _milliseconds("5a", "hover to crosshair and numbers repainted, Terms page, p95", 16, hover)
    window.show_page("encoding")
    _settle()
    page = window.tabs.of(EncodingPage)
    low, high = page.slider.minimum(), page.slider.maximum()
    distances = [low + (number * 37 + 5) % (high - low + 1) for number in range(count)]
    slide = _each(Painted([page.view]), [partial(page.slider.setValue, distance) for distance in distances])
    yield _milliseconds("5b", "slider over distances to page repainted, Encoding page, p95", 16, slide)
    window.show_page("terms")
    _settle()
    turns = [1] * 6 + [-1] * 6
    zooms = [partial(_wheel, viewport, places[0], turns[number % len(turns)]) for number in range(count)]
    zoom = _each(Painted([viewport]), zooms)
    yield _milliseconds("5c", "zoom of six linked maps to repainted, Terms page, p95", 16, zoom)
    grid.reset_zoom()
    _settle()


def stepping(window: MainWindow, count: int) -> Iterator[Figure]:
    """Time a step, and a step back, until every panel of the Terms page and around it is painted."""
    window.show_page("terms")
    _settle()
    look = window.session.look
    assert look is not None
    count = min(count, look.segments - look.index - 2)
    views = Painted([window.tabs.of(TermsPage).grid.viewport(), window.heads_map, window.timeline])
    window.session.answered.connect(views.expect)  # what was painted before the numbers came does not count
    steps = [window.commands.actions["step"].trigger] * count
    forward = _each(views, steps, lambda: _shown(window))
    where = f"en-small, T {models.SEGMENT}, M {models.MEMORY}"
    yield _milliseconds("6a", f"step to all visible panels repainted, {where}, p95", 100, forward)
    back = _each(views, [window.commands.actions["back"].trigger] * count, lambda: _shown(window))
    yield _milliseconds("6b", f"step back to all visible panels repainted, {where}, p95", 30, back)


def _milliseconds(id: str, title: str, limit: float, seconds: list[float]) -> Figure:  # noqa: A002
    times = [1000 * second for second in seconds]
    detail = f"median {percentile(times, 0.5):.3g} ms, largest {max(times):.3g} ms, of {len(times)}"
    return at_most(id, title, limit, percentile(times, 0.95), "ms", detail)


def _each(
    views: Painted, changes: Sequence[Callable[[], object]], shown: Callable[[], bool] = lambda: True
) -> list[float]:
    """Make changes one after the other, and time each until the views have painted what it brings."""
    seconds = []
    with no_garbage_collection():
        for change in changes:
            start = time.perf_counter()
            views.expect()
            change()
            _until(lambda: shown() and views.done)
            seconds.append(time.perf_counter() - start)
            _settle()
    return seconds


def _shown(window: MainWindow) -> bool:
    """Whether the window shows what its session last asked for."""
    return not window.looker.busy


def _until(condition: Callable[[], bool]) -> None:
    """Let Qt work until something is so, asleep while there is nothing to do: the worker wants the interpreter, too."""
    end = time.monotonic() + PATIENCE
    alarm = QTimer()
    alarm.start(round(1000 * PATIENCE / 10))  # wakes the loop, should nothing else
    while not condition():
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        if time.monotonic() > end:
            raise RelvizError("The window did not show what it was asked for: close other programs, and try again.")


def _settle() -> None:
    """Let Qt do all that waits, so that the next change starts from rest."""
    for _ in range(3):
        QCoreApplication.processEvents()


def _move(widget: QWidget, place: QPoint) -> None:
    """Move the pointer, as Qt would tell the widget."""
    where = QPointF(place)
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        where,
        QPointF(widget.mapToGlobal(place)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QCoreApplication.sendEvent(widget, event)


def _wheel(widget: QWidget, place: QPoint, turn: int) -> None:
    """Turn the wheel by a notch."""
    event = QWheelEvent(
        QPointF(place),
        QPointF(widget.mapToGlobal(place)),
        QPoint(0, 0),
        QPoint(0, 120 * turn),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,  # not inverted
    )
    QCoreApplication.sendEvent(widget, event)


class Heartbeat(QObject):
    """Beats in the GUI thread and knows its longest pause."""

    def __init__(self) -> None:
        super().__init__()
        self.longest = 0.0
        self.beats = 0
        self._last = time.perf_counter()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._timer.start(BEAT)

    def stop(self) -> None:
        """Count the pause since the last beat, and stop."""
        self._timer.stop()
        self._beat()

    def _beat(self) -> None:
        now = time.perf_counter()
        self.longest, self._last = max(self.longest, now - self._last), now
        self.beats += 1


def measure_text(plan: Plan) -> Iterator[Figure]:
    """Take the figures with the bundled model's tokenizer."""
    tokenizer = Tokenizer.from_file(resource("models", models.BUNDLED, "tokenizer.json"))
    yield from tokenising(tokenizer, 10 * MEGABYTE, 1 if plan.quick else 3)


def tokenising(tokenizer: Tokenizer, size: int, rounds: int) -> Iterator[Figure]:
    """Encode a text in the worker thread, as the window does, and listen to the GUI thread meanwhile."""
    make_application()
    text = long_text(size)
    executor = ThreadPoolExecutor(max_workers=1)
    speeds, pauses, tokens, steps = [], [], 0, 0
    for _ in range(rounds):
        runner = LatestRunner(executor)
        loop, heartbeat, shares, results = QEventLoop(), Heartbeat(), _Listener(), _Listener()
        runner.progressed.connect(shares.hear)
        runner.done.connect(results.hear)
        for end in (runner.done, runner.failed):
            end.connect(loop.quit)
        start = time.perf_counter()
        runner.submit(lambda progress, is_cancelled: tokenizer.encode(text, progress, is_cancelled))
        loop.exec()
        speeds.append(len(text.encode()) / MEGABYTE / (time.perf_counter() - start))
        heartbeat.stop()
        if not results.heard:
            raise RelvizError("The text could not be tokenised.")
        pauses.append(1000 * heartbeat.longest)
        tokens, steps = len(results.heard[0]), len(shares.heard)  # type: ignore[arg-type] # the tokens
        runner.deleteLater()
    executor.shutdown()
    detail = f"{tokens:,} tokens; progress heard {steps} times; median of {rounds}"
    speed, pause = sorted(speeds)[rounds // 2], sorted(pauses)[rounds // 2]
    yield at_least("8a", f"tokenising {size / MEGABYTE:g} MB of text with progress", 3, speed, "MB/s", detail)
    yield at_most(
        "8b", "longest pause of the window meanwhile", 50, pause, "ms", f"a beat is due every {BEAT} ms; {detail}"
    )


class _Listener(QObject):
    """Keeps what a signal says."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[object] = []

    def hear(self, what: object) -> None:
        """Keep it."""
        self.heard.append(what)


def long_text(size: int) -> str:
    """Return about so many bytes of text: the sample's words shuffled, some of them made new.

    A text that only repeats would be cheap: the tokenizer remembers the words that it has met.
    """
    lines = [line.split() for line in sample_text().splitlines() if line]
    drawn, taken, paragraphs = random.Random(0), 0, []
    while taken < size:
        words = [word for line in drawn.sample(lines, min(len(lines), 4)) for word in line]
        drawn.shuffle(words)
        paragraph = " ".join(_renamed(word, drawn) if drawn.random() < NEW_WORDS else word for word in words)
        paragraphs.append(paragraph)
        taken += len(paragraph.encode()) + 2
    return "\n\n".join(paragraphs)


def _renamed(word: str, drawn: random.Random) -> str:
    """Return a word of the same length and case that is spelt otherwise."""
    return "".join(drawn.choice("abcdefghilmnoprstuvwy") if sign.islower() else sign for sign in word)
