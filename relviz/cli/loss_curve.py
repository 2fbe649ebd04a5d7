"""``loss.png``: the table of a training run as a picture. Apart from ``train``, since it loads numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from relviz.cli.progress import TerminalReport

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from relviz.figure.spec import FigureSpec
    from relviz.training.run.report import Row

LOSS = "loss.png"
FIRST_FALL = 0.02
"""Share of the tokens, from the first, in which the loss falls so far that the rest would look flat beside it."""
ENOUGH = 20
"""Rows that are left to look at when the first fall is left out."""


class DrawingReport(TerminalReport):
    """Reports to standard error, and draws what was measured into ``loss.png``."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._failed = False

    def table(self, rows: Sequence[Row]) -> None:
        """Draw the table anew; a picture that cannot be drawn is no reason to lose a night's work."""
        try:
            draw(rows, self._folder)
        except Exception as error:
            if not self._failed:
                self.say(f"{LOSS} could not be drawn: {error}")
            self._failed = True


def draw(rows: Sequence[Row], folder: Path) -> None:
    """Write ``loss.png`` if there is anything to see in it.

    Raises:
        DisplayError: a library that Qt is loaded with is missing.
        OutputError: the file cannot be written.
    """
    if not any("valid_with_memory" in row for row in rows):
        return
    from relviz.app.display import choose_offscreen  # noqa: PLC0415 # loads Qt

    choose_offscreen()
    from relviz.figure.colours.palette import LIGHT  # noqa: PLC0415
    from relviz.figure.writing.write import write  # noqa: PLC0415 # loads Qt

    write(loss_figure(rows, folder.resolve().name), folder / LOSS, LIGHT)


def loss_figure(rows: Sequence[Row], name: str) -> FigureSpec:
    """Return the loss over the tokens learnt from, and below it what memory gains.

    Args:
        rows: those of ``metrics.csv``, with at least one measurement.
        name: of the model.
    """
    from relviz.figure.spec import Axis, Curves, FigureSpec, Marker, Series  # noqa: PLC0415 # with figure comes numpy alone

    learnt = [row for row in rows if "loss" in row]
    later = [row for row in learnt if row["tokens"] >= FIRST_FALL * rows[-1]["tokens"]]
    learnt = later if len(later) >= ENOUGH else learnt
    valid = [row for row in rows if "valid_with_memory" in row]
    x = np.unique([row["tokens"] for row in [*learnt, *valid]])
    training = _over(x, learnt, "loss")
    with_memory = _over(x, valid, "valid_with_memory")
    without = _over(x, valid, "valid_without_memory")
    last = valid[-1]
    unit, scaled = _scaled(x)
    losses = Curves(
        "loss",
        "loss",
        scaled,
        (
            Series("training", training, "score"),
            Series("validation, without memory", without, "segment", dashed=True),
            Series("validation, with memory", with_memory, "memory"),
        ),
        Axis(),
        y_title="nats per token",
    )
    gain = Curves(
        "gain",
        "what memory gains",
        scaled,
        (Series("", without - with_memory, "memory"),),
        Axis(f"{unit} learnt from"),
        y_title="nats per token",
        markers=(Marker(0.0, style="limit", across=True),),
        note="validation loss without memory minus with it",
    )
    caption = (
        f"{name} · {last['tokens']:,.0f} tokens, {last['step']:,.0f} steps, {last['seconds'] / 60:,.1f} minutes · "
        f"validation {last['valid_with_memory']:.3f} nats per token with memory, {last['valid_without_memory']:.3f} "
        f"without · {last['valid_bits_per_byte_with_memory']:.3f} and "
        f"{last['valid_bits_per_byte_without_memory']:.3f} bits per byte"
    )
    return FigureSpec(
        "loss",
        "",
        ((losses,), (gain,)),
        caption,
        heights=(2.2, 1.0),
        size=(1200, 760),
        metadata={"Model": name},
    )


def _over(x: NDArray[np.float64], rows: Sequence[Row], column: str) -> NDArray[np.float64]:
    """Return a column at places x: straight between two of its rows, NaN before the first and after the last."""
    at = [row["tokens"] for row in rows]
    if not at:
        return np.full(len(x), np.nan)
    return np.interp(x, at, [row[column] for row in rows], left=np.nan, right=np.nan)


def _scaled(tokens: NDArray[np.float64]) -> tuple[str, NDArray[np.float64]]:
    """Return numbers of tokens in a unit that keeps them short."""
    for unit, size in (("million tokens", 1e6), ("thousand tokens", 1e3)):
        if tokens[-1] >= 2 * size:
            return unit, tokens / size
    return "tokens", tokens.astype(np.float64)
