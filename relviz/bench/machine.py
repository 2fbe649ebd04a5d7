"""The machine in one line, and what a process takes of it."""

from __future__ import annotations

import os
import platform
from pathlib import Path

import torch

from relviz import __version__


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


def load() -> float | None:
    """Return how many other threads want a core, the mean of a minute; None where nobody counts."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


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
