"""``relviz bench``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.cli.conftest import Relviz


def test_measures_and_writes_json(qapp: QApplication, relviz: Relviz, tmp_path: Path) -> None:
    """A table with a line on the machine on top, and the six fields of each figure in the file."""
    outcome = relviz("bench", "--only", "4", "--quick", "--json", tmp_path / "out.json")
    figures = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))

    assert outcome.status == 0
    assert "torch" in outcome.out.splitlines()[0]
    assert "bytes kept per segment" in outcome.out
    assert [figure["id"] for figure in figures] == ["4"]
    assert all(set(figure) == {"id", "figure", "target", "measured", "unit", "met"} for figure in figures)


def test_a_missed_target_is_no_failure(qapp: QApplication, relviz: Relviz, monkeypatch: pytest.MonkeyPatch) -> None:
    """It measures: the exit status says whether it could."""
    from relviz.bench import memory

    monkeypatch.setattr(memory, "FLOAT", 1)
    outcome = relviz("bench", "--only", "4")

    assert outcome.status == 0
    assert "not met" in outcome.out


def test_says_what_quick_leaves_out(relviz: Relviz, monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> None:
    """The numbers that --quick does not take are named."""
    from relviz.bench import figure

    monkeypatch.setattr(figure, "FAMILIES", [family for family in figure.FAMILIES if family.numbers in {(4,), (9,)}])
    outcome = relviz("bench", "--quick")

    assert "leaves out 9" in outcome.out


@pytest.mark.parametrize("number", ["0", "14", "x", "4,99"])
def test_a_figure_that_is_not_there_is_wrong_usage(relviz: Relviz, number: str) -> None:
    """Status 2, and which there are."""
    outcome = relviz("bench", "--only", number)

    assert outcome.status == 2
    assert "1 to 13" in outcome.err


def test_a_file_that_cannot_be_written_is_a_failure(qapp: QApplication, relviz: Relviz, tmp_path: Path) -> None:
    """Status 1, and one line that says where."""
    outcome = relviz("bench", "--only", "4", "--json", tmp_path / "nowhere" / "out.json")

    assert outcome.status == 1
    assert "nowhere" in outcome.line
