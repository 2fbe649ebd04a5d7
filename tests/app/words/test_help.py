"""The help pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from relviz.app.words import help as help_pages
from relviz.app.words.help import HOME, JOINER, NO_BREAK, TOPICS, help_text, hold_together, topics

QUESTIONS = (
    "two vectors",
    "r_w_bias",
    "r_r_bias",
    "AC",
    "BD",
    "_rel_shift",
    "same_length",
    "mems",
    "mem_len",
    "mlen",
    "ext_len",
    "clamp_len",
)


def test_every_part_has_a_page() -> None:
    """Each topic that a part of the window leads to is a page that is there."""
    assert set(TOPICS.values()) <= set(topics())


@pytest.mark.parametrize("topic", topics())
def test_a_page_is_short_and_its_links_lead_somewhere(topic: str) -> None:
    """A page has a heading, fits the eye, and links only to pages that are there."""
    text = help_text(topic)

    assert text.startswith("# ")
    assert len(text) < 6000
    assert set(re.findall(r"\(help:([^)]*)\)", text)) <= set(topics())


def test_the_first_page_leads_to_every_other() -> None:
    """Nothing can be read only by those who know where to press F1."""
    linked = set(re.findall(r"\(help:([^)]*)\)", help_text(HOME)))

    assert set(topics()) - {HOME} <= linked


@pytest.mark.parametrize("asked", QUESTIONS)
def test_terms_and_names_answers_what_people_ask(asked: str) -> None:
    """The page on names has each name that papers and programs use."""
    assert asked in help_text("names")


def test_a_missing_translation_falls_back_to_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that is translated comes in its language, one that is not in English, and an unknown one leads home."""
    pages = {"terms.en": "# Terms", "terms.zh": "# 各项", "text.en": "# Text", "window.en": "# relviz"}
    (tmp_path / "help").mkdir()
    for name, text in pages.items():
        (tmp_path / "help" / f"{name}.md").write_text(text, encoding="utf-8")
    monkeypatch.setattr(help_pages, "resource", tmp_path.joinpath)

    assert help_text("terms", "zh") == "# 各项"
    assert help_text("text", "zh") == "# Text"
    assert help_text("nothing", "zh") == "# relviz"


@pytest.mark.parametrize(
    ("formula", "pieces"),
    [
        ("`score(i, j) = (a) q·k + (b) q·W R`", ["`score(i, j) = (a) q·k +", "(b) q·W R`"]),
        ("`BD = rel_shift((q + v) · W_kR R)`", ["`BD = rel_shift((q + v) · W_kR R)`"]),
        ("`[sin(d / 2), cos(d / 2) …]`", ["`[sin(d / 2),", "cos(d / 2) …]`"]),
        ("**(d) v · W R_d** over", ["**(d) v · W R_d**", "over"]),
        ("`relviz render FILE`", ["`relviz", "render", "FILE`"]),
        ("**this segment**: it is", ["**this", "segment**:", "it", "is"]),
        ("times W R_d, summed", ["times", "W R_d,", "summed"]),
        ("a row of W_kR R.", ["a", "row", "of", "W_kR R."]),
        ("With R_d, When RoPE turns", ["With", "R_d,", "When", "RoPE", "turns"]),
    ],
)
def test_a_formula_ends_a_line_between_its_terms_only(formula: str, pieces: list[str]) -> None:
    """What may stand on lines of its own are the terms of a sum and of a list; words are as they were."""
    held = hold_together(formula)

    assert [piece.replace(NO_BREAK, " ").replace(JOINER, "") for piece in held.split(" ")] == pieces
    assert held.replace(NO_BREAK, " ").replace(JOINER, "") == formula


def test_a_fraction_stays_on_its_line() -> None:
    """A line may end after a slash, unless it is joined to what follows."""
    assert hold_together("`d^(2i/D)`") == f"`d^(2i/{JOINER}D)`"
