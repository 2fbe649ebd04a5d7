"""What figures are taken with: timing that a busy machine does not mislead, the machine, and others' libraries.

Contenders take turns, and medians are compared. Other people's libraries are in environments of their own, beside
relviz and never within it.
"""

from __future__ import annotations

import gc
import json
import os
import platform
import statistics
import subprocess
import sys
import time
import venv
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

import relviz
from relviz import __version__
from relviz.errors import RelvizError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

SHORTEST = 0.002
"""Seconds that a sample should last: what is shorter is repeated within the sample."""
PATIENCE = 3600
"""Seconds that other people's libraries get to be installed, or to be measured."""


@dataclass(frozen=True)
class Samples:
    """Times of several contenders, taken in turns.

    Attributes:
        seconds: for each contender one time a round, in the same order of rounds.
    """

    seconds: Mapping[str, Sequence[float]]

    @property
    def rounds(self) -> int:
        """How often each contender had its turn."""
        return len(next(iter(self.seconds.values())))

    def median(self, name: str) -> float:
        """Return a contender's median, in seconds."""
        return statistics.median(self.seconds[name])

    def ratio(self, name: str, against: str) -> float:
        """Return how many times longer one takes than another.

        It is the median of the ratios within a round: what slows the machine for a while slows both of them.
        """
        pairs = zip(self.seconds[name], self.seconds[against], strict=True)
        return statistics.median(one / other for one, other in pairs)


def compare(
    contenders: Mapping[str, Callable[[], object]],
    seconds: float = 3.0,
    least: int = 5,
    most: int = 400,
    synchronise: Callable[[], None] = lambda: None,
    shortest: float = SHORTEST,
) -> Samples:
    """Time contenders in turns: A B, B A, A B, ... after a warm-up.

    Args:
        contenders: what to time, by name.
        seconds: how long to go on.
        least: rounds to take even if that takes longer.
        most: rounds after which to stop.
        synchronise: waits until the device has done what it was told.
        shortest: seconds below which a call is repeated within its turn; 0 calls it once a turn.
    """
    repeats = {}
    for name, call in contenders.items():
        call()
        synchronise()
        repeats[name] = max(1, round(shortest / max(_time(call, 1, synchronise), 1e-9)))
    taken: dict[str, list[float]] = {name: [] for name in contenders}
    order = list(contenders)
    began = time.perf_counter()
    with no_garbage_collection():
        while len(taken[order[0]]) < most:
            for name in order:
                taken[name].append(_time(contenders[name], repeats[name], synchronise))
            order.reverse()
            if len(taken[order[0]]) >= least and time.perf_counter() - began > seconds:
                break
    return Samples(taken)


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Keep Python's collector from running in the middle of a sample."""
    was = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that a share of the others does not exceed (nearest rank)."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, max(0, -int(-share * len(ranked) // 1) - 1))]


def milliseconds(seconds: float) -> str:
    """Return a time for people, e.g. ``12.3 ms``."""
    return f"{1000 * seconds:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def _time(call: Callable[[], object], repeats: int, synchronise: Callable[[], None]) -> float:
    start = time.perf_counter()
    for _ in range(repeats):
        call()
    synchronise()
    return (time.perf_counter() - start) / repeats


def suffix(device: str) -> str:
    """Return what a figure's id ends with on a device other than the processor."""
    return "" if device == "cpu" else f"-{device}"


def synchroniser(device: str) -> Callable[[], None]:
    """Return what waits until a device has done what it was told."""
    return torch.cuda.synchronize if device == "cuda" else _nothing


def _nothing() -> None:
    """Wait for nothing: the processor is done when the call returns."""


def describe() -> str:
    """Return processor, cores, memory, torch and its threads, the GPU if there is one, and relviz's version."""
    gpu = f" · {torch.cuda.get_device_name()}" if torch.cuda.is_available() else " · no GPU"
    return (
        f"{_processor()} · {cores()} cores · {_memory() / 2**30:.0f} GiB · torch {torch.__version__}, "
        f"{torch.get_num_threads()} threads{gpu} · Python {platform.python_version()} · relviz {__version__}"
    )


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def resident_bytes() -> int | None:
    """Return the memory this process holds; None where /proc is not there."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return None


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def _memory() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 0


@dataclass(frozen=True)
class Environment:
    """A virtual environment in the user's cache.

    Attributes:
        name: of its folder.
        packages: what pip installs into it, from wherever pip is set up to look.
        maker: the command that makes it, for people.
    """

    name: str
    packages: tuple[str, ...]
    maker: str

    @property
    def folder(self) -> Path:
        """Where it is, or would be."""
        return cache_folder() / "bench" / self.name

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")

    @property
    def ready(self) -> bool:
        """Whether it was made, with these packages."""
        stamp = self.folder / "packages.txt"
        return stamp.is_file() and stamp.read_text(encoding="utf-8").split() == list(self.packages)

    def make(self) -> None:
        """Make it, unless it is there.

        Raises:
            RelvizError: the packages cannot be had.
        """
        if self.ready:
            return
        venv.create(self.folder, clear=True, with_pip=True)
        done = subprocess.run([self.python, "-m", "pip", "install", *self.packages], timeout=PATIENCE, check=False)
        if done.returncode:
            raise RelvizError(f"pip could not install {', '.join(self.packages)}: see what it says above.")
        (self.folder / "packages.txt").write_text("\n".join(self.packages), encoding="utf-8")

    def run(self, module: str, *arguments: str, patience: float = PATIENCE) -> dict[str, Any]:
        """Run a module of relviz in it and return what it prints last, an object in JSON.

        Raises:
            RelvizError: it failed.
            subprocess.TimeoutExpired: it took longer than the patience, in seconds.
        """
        done = subprocess.run(
            [self.python, "-m", module, *arguments],
            env=os.environ | {"PYTHONPATH": str(Path(relviz.__file__).parents[1]), "PYTHONWARNINGS": "ignore"},
            capture_output=True,
            text=True,
            timeout=patience,
            check=False,
        )
        if done.returncode:
            raise RelvizError(f"{module} failed in {self.folder}: {done.stderr.strip().splitlines()[-1:]}.")
        answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return answer


def cache_folder() -> Path:
    """Return where relviz may keep what it can make again."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "relviz"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/relviz"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "relviz"
