"""The results of the lab that come with relviz: every model that was measured, those that are not shipped included."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from relviz.core.lab.measure import LabResult
from relviz.core.schemes import lab_schemes
from relviz.errors import OutputError, TextError
from relviz.resources import resource

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def results_path() -> Path:
    """Return where the results are kept."""
    return resource("lab", "results.json")


def read_results(path: Path | None = None) -> tuple[LabResult, ...]:
    """Return the results in a file, by default those that come with relviz; none if there is no file.

    Raises:
        TextError: the file is damaged.
    """
    path = path or results_path()
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
        results = tuple(LabResult.from_dict(value) for value in values)
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, TypeError, AttributeError, KeyError) as error:
        raise TextError("{0} cannot be read ({1}): measure again with `relviz lab table`.", path, error) from error
    return merged((), results)


def write_results(results: Iterable[LabResult], path: Path) -> None:
    """Write results as JSON, one model a line.

    Raises:
        OutputError: the file cannot be written.
    """
    lines = ",\n".join(json.dumps(result.to_dict()) for result in results)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    except OSError as error:
        raise OutputError("{0} cannot be written: {1}.", path, error.strerror or error) from error


def merged(earlier: Iterable[LabResult], newer: Iterable[LabResult]) -> tuple[LabResult, ...]:
    """Return all results, the newer where both have a model, in the order of the argument and of the seeds."""
    by_model = {(result.scheme, result.seed): result for result in (*earlier, *newer)}
    return tuple(sorted(by_model.values(), key=lambda result: (_place(result.scheme), result.scheme, result.seed)))


def of_scheme(results: Iterable[LabResult], scheme: str) -> tuple[LabResult, ...]:
    """Return the results of one scheme, one a seed."""
    return tuple(result for result in results if result.scheme == scheme)


def _place(scheme: str) -> int:
    order = lab_schemes()
    return order.index(scheme) if scheme in order else len(order)
