"""Results in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from relviz.core.lab.results import merged, of_scheme, read_results, write_results
from relviz.errors import OutputError, TextError
from tests.core.lab.results import result


def test_what_was_written_is_read(tmp_path: Path) -> None:
    """Results come back from a file as they were, in the order of the argument."""
    results = [result("xl", inside=2.3125), result("restart"), result("xl", 1)]
    write_results(results, tmp_path / "new" / "results.json")
    assert read_results(tmp_path / "new" / "results.json") == (results[1], results[0], results[2])


def test_the_newer_result_counts() -> None:
    """Measured again, a model's result takes the place of the earlier one and leaves the others alone."""
    found = merged([result("xl"), result("xl", 1)], [result("xl", inside=2.1)])
    assert [(one.seed, one.inside) for one in of_scheme(found, "xl")] == [(0, 2.1), (1, 2.5)]


def test_without_a_file_there_are_none(tmp_path: Path) -> None:
    """Where nothing was measured yet there are no results, which is no error."""
    assert read_results(tmp_path / "results.json") == ()


@pytest.mark.parametrize("content", ["[{", '[{"name": "lab-xl"}]', '[{"surprise": 1}]', "5", "[5]", "[{}]", '{"a": 1}'])
def test_a_damaged_file_is_an_error(tmp_path: Path, content: str) -> None:
    """A file that is no results is refused, with how to make it again."""
    (tmp_path / "results.json").write_text(content)
    with pytest.raises(TextError, match="measure"):
        read_results(tmp_path / "results.json")


def test_a_file_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    """A path below a file cannot be written to, and says so."""
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot be written"):
        write_results([], tmp_path / "file" / "results.json")
