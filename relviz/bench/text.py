"""Figure 8: a long text becomes tokens while the window stays alive."""

from __future__ import annotations

import random
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer

from relviz.app.engine.runner import LatestRunner
from relviz.bench import models
from relviz.bench.figure import Figure, at_least, at_most
from relviz.core.text.tokens import Tokenizer
from relviz.errors import RelvizError
from relviz.resources import resource
from relviz.ui.program.launch import make_application, sample_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from relviz.bench.plan import Plan

MEGABYTE = 1_000_000
BEAT = 5
"""Milliseconds between two beats of the GUI thread."""
NEW_WORDS = 0.05
"""Share of words that no other place of the text has, as names in a book."""


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


def measure(plan: Plan) -> Iterator[Figure]:
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
