"""The numbers of two cells and what is between them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtGui import QTextDocument
from pytestqt.qtbot import QtBot

from relviz.core.reading.look import Look, look_at
from relviz.ui.compare.readout import CompareReadout
from tests.fixtures import models


@pytest.fixture
def readout(qtbot: QtBot) -> CompareReadout:
    """An empty one."""
    made = CompareReadout()
    qtbot.addWidget(made)
    return made


def _look(head: int, segment: int = 2, **changes: Any) -> Look:
    return look_at(models.reading(models.model(**changes), 50, 8, 16).step(segment), 1, head)


def _rows(readout: CompareReadout) -> list[list[str]]:
    """Return the cells of the table that are not empty, row by row, as a person reads them."""
    rows = re.findall(r"<tr>(.*?)</tr>", readout.numbers.text())
    cells = [re.findall(r"<td.*?>(.*?)</td>", row) for row in rows]
    plain = [[re.sub(r"<[^>]+>", "", cell).replace("&nbsp;", " ").strip() for cell in row] for row in cells]
    return [[cell.replace("−", "-") for cell in row if cell] for row in plain]


def test_differences_are_those_of_the_numbers_above(readout: CompareReadout) -> None:
    """Four terms, score and attention of A, of B, and B less A, which is the difference of what is written above."""
    a, b = _look(0), _look(2)
    readout.show_cells(a, b, (5, 9), (5, 9), partners=True)
    head, of_a, of_b, less = _rows(readout)

    assert head == ["a", "b", "c", "d", "score", "attention"]
    assert (of_a[0], of_b[0], less[0]) == ("A", "B", "B - A")
    for place in range(1, 6):
        assert float(less[place]) == pytest.approx(float(of_b[place]) - float(of_a[place]), abs=1.01e-4)
    assert float(of_a[5]) == pytest.approx(a.terms.score[5, 9], abs=5e-5)
    assert sum(map(float, of_b[1:5])) == pytest.approx(b.terms.score[5, 9], abs=3e-4)
    assert of_b[6] == f"{b.terms.attention[5, 9]:.2%}"
    expected = 100 * (float(b.terms.attention[5, 9]) - float(a.terms.attention[5, 9]))
    assert less[6] == f"{expected:+.2f} points"


def test_next_to_no_attention_is_told(readout: CompareReadout) -> None:
    """A share too small to be written is said to be so; its sign is no markup."""
    a = _look(0)
    a.terms.attention[5, 9] = 3e-5
    readout.show_cells(a, _look(2), (5, 9), (5, 9), partners=True)
    assert _read(readout, "A")[-1] == "<0.01%"


def _read(readout: CompareReadout, row: str) -> list[str]:
    """Return a row of the table as Qt reads it."""
    document = QTextDocument()
    document.setHtml(readout.numbers.text())
    words = document.toPlainText().replace("\xa0", " ").split()
    start = words.index(row)
    return words[start : start + 7]


def test_tokens_are_told_once_where_they_are_the_same(readout: CompareReadout) -> None:
    """Two heads: one query, one key. Two segments: those of A and those of B."""
    readout.show_cells(_look(0), _look(2), (5, 9), (5, 9), partners=True)
    assert readout.tokens.text().count("query") == 1

    readout.show_cells(_look(0, segment=3), _look(0), (5, 9), (5, 9), partners=True)
    assert readout.tokens.text().count("query") == 2


def test_what_is_missing_is_said(readout: CompareReadout) -> None:
    """No cell, a cell of one side only, cells that are no partners, and masked ones: each says why."""
    a, b = _look(0), _look(2)
    readout.show_cells(a, b, None, None, partners=False)
    assert "Point at a cell" in readout.tokens.text()
    readout.show_cells(a, b, None, (5, 9), partners=False)
    assert _rows(readout)[1] == ["A", "no such cell in A"]
    assert _rows(readout)[3] == ["B - A", "no partner"]
    readout.show_cells(a, b, (5, 9), None, partners=False)
    assert _rows(readout)[2] == ["B", "no such cell in B"]
    readout.show_cells(a, b, (5, 8), (5, 9), partners=False)
    assert _rows(readout)[3] == ["B - A", "no partner"]
    readout.show_cells(a, b, (0, 23), (0, 23), partners=True)
    assert _rows(readout)[1:] == [
        ["A", "cannot be seen in A"],
        ["B", "cannot be seen in B"],
        ["B - A", "one of them cannot be seen"],
    ]


def test_a_term_that_one_side_lacks_has_a_dash(readout: CompareReadout) -> None:
    """ALiBi has no (c): a dash there in A and in the difference, a number in B."""
    readout.show_cells(_look(0, scheme="alibi"), _look(0), (5, 9), (5, 9), partners=True)
    head, of_a, of_b, less = _rows(readout)
    place = head.index("c") + 1

    assert of_a[place] == less[place] == "–"
    assert float(of_b[place])


def test_the_mean_over_heads_is_called_a_mean(readout: CompareReadout) -> None:
    """A mean of scores and of attentions is not told as a score and an attention."""
    look = _look(0)
    mean = replace(look, terms=replace(look.terms, head="mean"))
    readout.show_cells(mean, mean, (5, 9), (5, 9), partners=True)
    assert _rows(readout)[0][-2:] == ["mean score", "mean attention"]


def test_it_is_told_to_screen_readers_in_words(readout: CompareReadout) -> None:
    """The accessible name says the numbers of the table without its markup."""
    a, b = _look(0), _look(2)
    readout.show_cells(a, b, (5, 9), (5, 9), partners=True)
    said = readout.numbers.accessibleName().replace("−", "-")

    assert f"A: a {_rows(readout)[1][1]}" in said
    assert f"score {a.terms.score[5, 9]:+.4f}, attention {a.terms.attention[5, 9]:.2%}" in said
    assert "B - A: a" in said
    assert "<" not in said


def test_numbers_are_shortened_rather_than_cut_off(qtbot: QtBot, readout: CompareReadout) -> None:
    """In a narrow window terms have two decimals, and the table fits; in a wide one they have four again."""
    a, b = _look(0), _look(2)
    readout.show()
    for width, decimals in ((1000, 4), (430, 2), (1000, 4)):
        readout.resize(width, 120)
        qtbot.wait(10)
        readout.show_cells(a, b, (5, 9), (5, 9), partners=True)
        assert len(_rows(readout)[1][1].partition(".")[2]) == decimals
        assert readout.numbers.sizeHint().width() <= width - 24
