"""What the papers say of the schemes, held against what was measured on the models of the lab."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from relviz.core.lab.results import of_scheme
from relviz.core.schemes import lab_schemes
from relviz.core.sentence import Sentence
from relviz.core.units import of_bits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from relviz.core.lab.measure import LabResult
    from relviz.core.units import Unit

CLEARLY = 0.1
"""Bits per character: a difference that nobody would call noise at this size."""
SLIGHTLY = 0.02
"""Bits per character: within it two losses are called the same."""
AGREES = 1e-3
"""Bits: within it one token's loss is the same, computed over other groupings of the same numbers."""
TRAINED_MEMORY = 64


@dataclass(frozen=True)
class Check:
    """One claim, and whether the models of the lab show it.

    Attributes:
        schemes: what it is about.
        claim: what is expected of them, in a sentence without their names.
        source: who reports it.
        met: whether it was measured; None where a model is missing.
        said: the numbers in a sentence, with a place ``{0:.2f}`` for each loss, and ``{unit}`` for its unit.
        bits: the losses, in bits.
    """

    schemes: tuple[str, ...]
    claim: str
    source: str
    met: bool | None
    said: str
    bits: tuple[float, ...] = ()

    @property
    def measured(self) -> str:
        """The numbers, for people, in bits."""
        return self.measured_in("bits")

    def measured_in(self, unit: Unit) -> str:
        """Return the numbers in a unit, for people."""
        return self.said.format(*(of_bits(loss, unit) for loss in self.bits), unit=unit)


def checks(results: Sequence[LabResult]) -> tuple[Check, ...]:
    """Hold the claims against results; several seeds of a scheme are averaged."""
    agreeing = (scheme for scheme in lab_schemes() if scheme not in {"restart", "learned"})
    return (
        _beyond(results, "count"),
        _beyond(results, "learned"),
        _shaw(results),
        _xl_longer(results),
        _xl_position(results),
        _restart(results),
        _alibi(results),
        *(_agree(results, scheme) for scheme in (*agreeing, "learned")),  # which the reader of a table ends with
        _disagree(results),
    )


def mean(results: Iterable[LabResult], scheme: str, of: Callable[[LabResult], float]) -> float:
    """Return the mean of a number over the seeds of a scheme; NaN without any."""
    found = [of(result) for result in of_scheme(results, scheme)]
    return float(np.mean(found)) if found else float("nan")


def spread(results: Iterable[LabResult], scheme: str, of: Callable[[LabResult], float]) -> float | None:
    """Return the standard deviation over the seeds of a scheme; None with fewer than two."""
    found = [of(result) for result in of_scheme(results, scheme)]
    return float(np.std(found, ddof=1)) if len(found) > 1 else None


def _met(value: float, holds: bool) -> bool | None:
    return None if np.isnan(value) else holds


def _beyond(results: Sequence[LabResult], scheme: str) -> Check:
    inside = mean(results, scheme, lambda result: result.inside)
    beyond = mean(results, scheme, lambda result: result.beyond)
    return Check(
        (scheme,),
        Sentence("clearly worse at positions that were never trained"),
        "Press et al. 2022; for a learned table, its end",
        _met(inside, beyond > inside + CLEARLY),
        "{0:.2f} inside 0 to 511, {1:.2f} beyond",
        (inside, beyond),
    )


def _at(results: Sequence[LabResult], scheme: str, *lengths: int) -> list[float]:
    return [mean(results, scheme, lambda result, at=length: result.at_memory(at)) for length in lengths]  # type: ignore[misc]


def _said(lengths: Sequence[int]) -> str:
    return ", ".join(f"{{{place}:.3f}} at M = {length}" for place, length in enumerate(lengths))


def _shaw(results: Sequence[LabResult]) -> Check:
    lengths = (0, 16, TRAINED_MEMORY, 128, 512)
    none, clip, *longer = values = _at(results, "shaw", *lengths)
    gains, stops = clip < none - SLIGHTLY, min(longer) > clip - SLIGHTLY
    return Check(
        ("shaw",),
        Sentence("stops gaining when the memory grows past its clip of 16"),
        "Shaw et al. 2018; Dai et al. 2019",
        _met(none, gains and stops),
        _said(lengths),
        tuple(values),
    )


def _xl_longer(results: Sequence[LabResult]) -> Check:
    lengths = (TRAINED_MEMORY, 2 * TRAINED_MEMORY, 4 * TRAINED_MEMORY, 8 * TRAINED_MEMORY)
    trained, double, four, _ = values = _at(results, "xl", *lengths)
    return Check(
        ("xl",),
        Sentence("not worse at up to four times the memory it was trained with"),
        "Dai et al. 2019",
        _met(trained, max(double, four) < trained + SLIGHTLY),
        _said(lengths),
        tuple(values),
    )


def _xl_position(results: Sequence[LabResult]) -> Check:
    inside = mean(results, "xl", lambda result: result.inside)
    beyond = mean(results, "xl", lambda result: result.beyond)
    return Check(
        ("xl",),
        Sentence("no worse at positions that were never trained"),
        "Dai et al. 2019",
        _met(inside, beyond < inside + SLIGHTLY),
        "{0:.3f} inside 0 to 511, {1:.3f} beyond",
        (inside, beyond),
    )


def _restart(results: Sequence[LabResult]) -> Check:
    lengths = (0, 64, 128, 256)
    values = _at(results, "restart", *lengths)
    return Check(
        ("restart",),
        Sentence("worse with memory than without"),
        "Dai et al. 2019",
        _met(values[0], min(values[1:]) > values[0]),
        _said(lengths),
        tuple(values),
    )


def _alibi(results: Sequence[LabResult]) -> Check:
    lengths = (64, 128, 256, 512)
    values = _at(results, "alibi", *lengths)
    inside = mean(results, "alibi", lambda result: result.inside)
    beyond = mean(results, "alibi", lambda result: result.beyond)
    flat = max(values) < values[0] + SLIGHTLY and abs(beyond - inside) < SLIGHTLY
    return Check(
        ("alibi",),
        Sentence("stays flat beyond what it was trained on"),
        "Press et al. 2022",
        _met(inside, flat),
        f"{_said(lengths)}; {{4:.3f}} inside 0 to 511, {{5:.3f}} beyond",
        (*values, inside, beyond),
    )


def _agree(results: Sequence[LabResult], scheme: str) -> Check:
    largest = mean(results, scheme, lambda result: result.largest_difference)
    return Check(
        (scheme,),
        Sentence("reading in segments and as one segment agree"),
        "Dai et al. 2019",
        _met(largest, largest < AGREES),
        "one token's loss differs by at most {0:.6f} {unit}",
        (largest,),
    )


def _disagree(results: Sequence[LabResult]) -> Check:
    largest = mean(results, "restart", lambda result: result.largest_difference)
    apart, one = (mean(results, "restart", of) for of in (_in_segments, _as_one))
    return Check(
        ("restart",),
        Sentence("reading in segments and as one segment differ"),
        "Dai et al. 2019",
        _met(largest, largest > CLEARLY),
        "one token's loss differs by up to {0:.2f} {unit}; {1:.2f} in segments, {2:.2f} as one",
        (largest, apart, one),
    )


def _in_segments(result: LabResult) -> float:
    return result.in_segments


def _as_one(result: LabResult) -> float:
    return result.as_one
