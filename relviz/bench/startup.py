"""Figure 7: how soon the window is on the screen, and how soon there is something in it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from relviz.bench.figure import Figure, at_most
from relviz.bench.harness import Samples
from relviz.errors import RelvizError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from relviz.bench.figure import Plan

PATIENCE = 120
PROBES = {"bare": "window", "window": "window", "picture": "picture", "torch": "torch"}
"""What each kind of probe says when it is there."""


def measure(plan: Plan) -> Iterator[Figure]:
    """Take the figures from fresh processes that take turns."""
    yield from starting(2 if plan.quick else 9)


def starting(rounds: int) -> Iterator[Figure]:
    """Start windows so many times each: bare, relviz, relviz with its first picture; and import torch."""
    seconds: dict[str, list[float]] = {kind: [] for kind in PROBES}
    for kind in PROBES:
        start(kind)  # compiles and reads every file once, so that all rounds find them in the system's cache
    order = list(PROBES)
    for _ in range(rounds):
        for kind in order:
            seconds[kind].append(start(kind))
        order.reverse()
    samples = Samples(seconds)
    both = [bare + torch for bare, torch in zip(seconds["bare"], seconds["torch"], strict=True)]
    together = Samples({"picture": seconds["picture"], "torch and bare": both})
    how = f"medians of {rounds} fresh processes each, files in the system's cache, offscreen"
    yield at_most(
        "7a",
        "window on screen, cold start, against a bare PySide6 window",
        1.5,
        samples.ratio("window", "bare"),
        "x",
        f"{samples.median('window'):.2f} s against {samples.median('bare'):.2f} s; {how}",
    )
    yield at_most(
        "7b",
        "first picture, cold start, against importing torch plus a bare window",
        1.6,
        together.ratio("picture", "torch and bare"),
        "x",
        f"{samples.median('picture'):.2f} s against {samples.median('torch'):.2f} s + {samples.median('bare'):.2f} s",
    )


def start(kind: str) -> float:
    """Start a probe in a process of its own and return how long it took to get there, in seconds.

    Raises:
        RelvizError: it did not get there.
    """
    with TemporaryDirectory() as folder:
        environment = os.environ | {
            "QT_QPA_PLATFORM": "offscreen",
            "XDG_CONFIG_HOME": folder,  # the user's settings are left alone
            "XDG_DATA_HOME": folder,
            "PYTHONWARNINGS": "ignore",
            "PYTHONDONTWRITEBYTECODE": "",  # what is installed is compiled, as PySide6 and torch are here
        }
        began = time.monotonic_ns()
        done = subprocess.run(
            [sys.executable, "-m", "relviz.bench.probe", kind],
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    said = dict(line.split() for line in done.stdout.splitlines() if len(line.split()) == 2)
    if PROBES[kind] not in said:
        raise RelvizError(f"A fresh {kind} did not start: {done.stderr.strip() or 'it said nothing'}.")
    return (int(said[PROBES[kind]]) - began) / 1e9
