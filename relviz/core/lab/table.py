"""The results of the lab as a table in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from relviz.core.lab.checks import checks, mean, spread
from relviz.core.lab.results import of_scheme
from relviz.core.schemes import lab_schemes
from relviz.errors import TextError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from relviz.core.lab.checks import Check
    from relviz.core.lab.measure import LabResult

MEMORY_LENGTHS = (0, 16, 64, 128, 256, 512)
BEGIN, END = "<!-- lab table: relviz lab table -->", "<!-- /lab table -->"
HOW = (
    "Bits per character on held-out text, in segments of 64 characters that do not overlap. "
    "Inside and beyond: positions 64 to 511, which were trained, and 512 to 2047, which were not, over a memory of 64. "
    "M: the same 16,384 characters for every memory length, over a memory that is full. "
    "Absolute positions there go from M to M + 255, so those of the last column were never trained. "
    "Where there are several seeds, the mean and the standard deviation."
)


def lab_table(results: Sequence[LabResult]) -> str:
    """Return the figures of every scheme, and each claim with the numbers measured, as Markdown."""
    head = ["scheme", "seeds", "inside", "beyond", *(f"M = {length}" for length in MEMORY_LENGTHS)]
    rows = [_row(results, scheme) for scheme in lab_schemes() if of_scheme(results, scheme)]
    claims = [
        [_claim(check), {True: "yes", False: "**no**", None: "not measured"}[check.met], check.measured]
        for check in checks(results)
        if check.met is not None
    ]
    return "\n\n".join(
        [HOW, _table(head, rows), _table(["what is expected", "measured so", "bits per character"], claims)]
    )


def put_between_marks(document: str, table: str) -> str:
    """Return a document with the table in the place of what was between its marks.

    Raises:
        TextError: it does not have both marks, once each and in their order.
    """
    before, begin, rest = document.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end or BEGIN in rest or END in after:
        raise TextError("There is no one place for the table: put the lines {0} and {1} where it belongs.", BEGIN, END)
    return f"{before}{BEGIN}\n\n{table}\n\n{END}{after}"


def _row(results: Sequence[LabResult], scheme: str) -> list[str]:
    def cell(of: Callable[[LabResult], float]) -> str:
        deviation = spread(results, scheme, of)
        return f"{mean(results, scheme, of):.2f}" + ("" if deviation is None else f" ± {deviation:.2f}")

    by_memory = [cell(lambda result, at=length: result.at_memory(at)) for length in MEMORY_LENGTHS]  # type: ignore[misc]
    seeds = str(len(of_scheme(results, scheme)))
    return [f"`{scheme}`", seeds, cell(lambda result: result.inside), cell(lambda result: result.beyond), *by_memory]


def _claim(check: Check) -> str:
    return f"{', '.join(check.schemes)}: {check.claim}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
