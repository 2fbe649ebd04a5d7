"""The line at the foot of the window."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from relviz.ui.window.main_window import MainWindow
from tests.fixtures.texts import CHINESE
from tests.ui.conftest import MakeWindow


def _intervene(qtbot: QtBot, window: MainWindow) -> None:
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.gains.set("content", 0.5)
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.gains.toggle("position")


def test_what_the_model_was_trained_on_can_be_read_beside_an_intervention(qtbot: QtBot, window: MainWindow) -> None:
    """At 1280 pixels all parts are there whole; what the intervention begins with is told in the tip alone."""
    _intervene(qtbot, window)
    window.resize(1280, 800)
    qtbot.wait(1)
    where = window.status.where
    for words in ("intervention: (a) × 0.5, (b) off", "segment 2 of 0–", "tokens 64–95", "memory 64 of 64", "en-small"):
        assert words in where.shown
    assert where.shown.endswith("trained on: English prose")
    assert "intervention: on this segment, (a) × 0.5, (b) off" in where.toolTip()


@pytest.mark.slow
@pytest.mark.parametrize("text", [None, CHINESE * 5], ids=["English", "Chinese"])
@pytest.mark.parametrize("width", [1280, 1024])
def test_no_word_is_cut(qtbot: QtBot, make_window: MakeWindow, text: str | None, width: int) -> None:
    """Whatever is said fits as whole parts, and the tip has those that are left out."""
    window = make_window(text)
    window.resize(width, 768)
    where = window.status.where
    for change in (None, _intervene):
        if change:
            change(qtbot, window)
        qtbot.wait(1)
        told, shown = where.text().split("  ·  "), where.shown.split("  ·  ")
        short = {"(a) × 0.5, (b) off", "intervention: (a) × 0.5, (b) off", told[-2].replace(", by the text,", "")}
        assert {*shown} <= {*told, *short, "…"}
        assert len(shown) == len(told) or shown[-1] == "…"
        assert {*told[:-1]} <= {*where.toolTip().splitlines()}
