"""Figures for the tests, made of numbers that can be worked out by hand."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from relviz.app.words.translation import set_language
from relviz.figure.spec import Axis, Bars, Curves, FigureSpec, Heatmap, Marker, Scale, Series

if TYPE_CHECKING:
    from collections.abc import Iterator


LANGUAGES: tuple[str, ...] = ("en", "zh")


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Have figures speak a language for a while."""
    set_language(language)
    try:
        yield
    finally:
        set_language("en")


def causal(rows: int, memory: int) -> np.ndarray:
    """Return (rows, memory + rows) scores -1 .. 1 from left to right, masked in the future."""
    columns = memory + rows
    values = np.tile(np.linspace(-1, 1, columns, dtype=np.float32), (rows, 1))
    values[np.arange(columns) > memory + np.arange(rows)[:, None]] = np.nan
    return values


def heatmap(name: str = "content", rows: int = 4, memory: int = 4, **settings: object) -> Heatmap:
    """Return a map of ``causal`` scores with a label for every token."""
    values = causal(rows, memory)
    queries = tuple(f"q{n}" for n in range(rows))
    keys = tuple(f"key{n}" for n in range(memory + rows))
    made = {
        "scale": Scale(-1.0, 1.0, "signed"),
        "rows": Axis("query", queries),
        "columns": Axis("key", keys),
        "ink": "content",
        "markers": (Marker.memory(memory),),
    }
    return Heatmap(name, f"a  {name}", values, **(made | settings))  # type: ignore[arg-type]


def shares(count: int = 4) -> Bars:
    """Return bars of 50% memory, 30% segment and 20% self."""
    parts = tuple(
        Series(name, np.full(count, share, np.float32), ink)  # type: ignore[arg-type]
        for name, share, ink in (("memory", 0.5, "memory"), ("segment", 0.3, "segment"), ("self", 0.2, "self"))
    )
    line = Series("uniform", np.full(count, 0.4, np.float32), "plain", dashed=True)
    return Bars("shares", "shares", parts, Axis("query", tuple(f"t{n}" for n in range(count))), line=line)


def curve(count: int = 8) -> Curves:
    """Return a curve with a gap, over numbers from 0."""
    x = np.arange(count, dtype=np.float32)
    y = np.where(x == 2, np.nan, np.sin(x)).astype(np.float32)
    markers = (Marker(3.0, "clamp_len", "limit"), Marker(2.0, "d = 2", "cursor"))
    series = (Series("one", y, "position"), Series("two", -y, "content", dashed=True))
    return Curves("curve", "curve", x, series, Axis("distance"), markers=markers)


def figure(*rows: tuple[Heatmap | Curves | Bars, ...], **settings: object) -> FigureSpec:
    """Return a figure of these rows."""
    made = {
        "title": "A figure",
        "caption": "en-small · layer 3",
        "size": (720, 480),
        "metadata": {"relviz.settings": "{}"},
    }
    return FigureSpec("sample", grid=rows, **(made | settings))  # type: ignore[arg-type]
