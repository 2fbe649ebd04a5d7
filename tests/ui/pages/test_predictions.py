"""The Predictions page in the window: losses, candidates, clicks, keys, units, and what it says where nothing is."""

from __future__ import annotations

import math
from pathlib import Path
from threading import Event

import numpy as np
import pytest
import torch
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

import relviz
from relviz.checkpoints import save_model
from relviz.core.interventions import Interventions
from relviz.core.reading.losses import without_memory
from relviz.core.reading.trace import SegmentTrace
from relviz.figure.colours.palette import rgb
from relviz.figure.drawing.axes import Box
from relviz.figure.drawing.grid import layout
from relviz.figure.spec import Curves, Listing
from relviz.resources import resource
from relviz.ui.pages.predictions import PredictionsPage
from relviz.ui.widgets.colours import colours
from relviz.ui.window.main_window import MainWindow
from tests.fixtures import models
from tests.ui.conftest import MakeWindow

PATIENCE = 60_000


def _shown(qtbot: QtBot, window: MainWindow) -> PredictionsPage:
    """Bring the page to the front, as its shortcut does, and wait until all of it is there."""
    window.commands.actions["page_predictions"].trigger()
    _wait(qtbot, window)
    return window.tabs.of(PredictionsPage)


def _wait(qtbot: QtBot, window: MainWindow) -> None:
    predicting = window.predicting
    qtbot.waitUntil(lambda: not window.looker.busy and not predicting.busy and predicting.current, timeout=PATIENCE)


def _trace(window: MainWindow) -> SegmentTrace:
    """Return the segment shown, read through the public surface."""
    assert window.session.look is not None
    reading = relviz.read(relviz.load_model("en-small"), window.session.text, segment_length=32, memory_length=64)
    return reading.step(window.session.look.index)


def _box(page: PredictionsPage, name: str) -> Box:
    assert page.view.spec is not None
    boxes = layout(page.view.spec, QRectF(page.view.rect())).boxes
    return next(box for row in boxes for box in row if box.panel.name == name)


def _at(page: PredictionsPage, name: str, across: float, down: float) -> QPoint:
    """Return a point of the view, at shares of a panel's plot."""
    plot = _box(page, name).plot
    return QPointF(plot.left() + across * plot.width(), plot.top() + down * plot.height()).toPoint()


def _hover(qtbot: QtBot, page: PredictionsPage, name: str, across: float, down: float) -> str:
    qtbot.mouseMove(page.view, QPoint(1, 1))  # it may be there already
    qtbot.mouseMove(page.view, _at(page, name, across, down))
    qtbot.waitUntil(lambda: page._pointed[0] == name, timeout=5_000)
    return page.readout.text()


def test_losses_are_those_of_the_public_surface(qtbot: QtBot, window: MainWindow) -> None:
    """Hovering over the chart reads off what the token that came cost with memory and without."""
    page = _shown(qtbot, window)
    trace = _trace(window)
    with_memory, without = trace.loss, without_memory(trace).loss
    said = _hover(qtbot, page, "losses", 7.5 / 32, 0.5)

    assert window.session.look is not None
    labels = window.session.look.query_tokens
    assert f"after “{labels[7]}”:  “{labels[8]}” cost {with_memory[7]:.3f} nats with memory" in said
    assert f"{without[7]:.3f} without" in said
    means = with_memory.mean(), without.mean()
    assert "mean {:.3f} nats per token with memory, {:.3f} without".format(*means) in page.means.text()


def test_a_terms_row_and_bar_say_what_it_is_worth(qtbot: QtBot, window: MainWindow) -> None:
    """Hovering over (b) reads off the loss with it off in all layers and heads; its bar reads off the mean."""
    page = _shown(qtbot, window)
    off = relviz.read(
        relviz.load_model("en-small"),
        window.session.text,
        segment_length=32,
        memory_length=64,
        interventions=Interventions.of("segment", position=0),
    ).step(2)
    plain = _trace(window).loss
    assert f"cost {off.loss[4]:.3f} nats with b  position off" in _hover(qtbot, page, "worth", 4.5 / 32, 2.5 / 5)
    said = _hover(qtbot, page, "means", 0.5, 2.5 / 5)
    assert f"mean {off.loss.mean():.3f} nats per token with b  position off" in said
    rise = (off.loss - plain).mean()
    assert f"{'+' if rise > 0 else '−'}{abs(rise):.2f}" in said


def test_a_click_on_a_token_selects_its_query(qtbot: QtBot, window: MainWindow) -> None:
    """A click on the chart selects that query everywhere, its column is marked, and its candidates come."""
    page = _shown(qtbot, window)
    qtbot.mouseClick(page.view, Qt.MouseButton.LeftButton, pos=_at(page, "losses", 20.5 / 32, 0.5))
    _wait(qtbot, window)

    assert window.session.selection.pinned is not None
    assert window.session.selection.pinned[0] == 20
    assert window.session.look is not None
    label = window.session.look.query_tokens[20]
    listing = page.view.spec.panel("candidates")  # type: ignore[union-attr]
    assert listing.title == f"after “{label}” came “{window.session.look.query_tokens[21]}”"
    x = _at(page, "losses", 20.5 / 32, 0.05)
    picture = page.view.grab().toImage()
    there = [rgb(QColor(picture.pixel(x + QPoint(shift, 0))).name()) for shift in (-1, 0, 1)]
    cursor = rgb(colours().palette.cursor)  # a line between two pixels is paler
    assert min(max(abs(a - b) for a, b in zip(pixel, cursor, strict=True)) for pixel in there) < 60


def test_candidates_are_the_likeliest_tokens(qtbot: QtBot, window: MainWindow) -> None:
    """Ten tokens a side with their probabilities; the one that came is marked on both, with its own."""
    page = _shown(qtbot, window)
    row = window.predicting.row
    assert row is not None
    trace = _trace(window)
    listing = page.view.spec.panel("candidates")  # type: ignore[union-attr]
    assert isinstance(listing, Listing)
    for read, rows in zip((trace, without_memory(trace)), listing.lists, strict=True):
        assert read.predicting is not None
        with torch.inference_mode():
            chances = trace.model.network.log_probabilities(read.predicting)[row].exp()
        best = chances.topk(10)
        assert [one.value for one in rows[:10]] == pytest.approx(best.values.tolist(), rel=1e-3)
        assert [one.label for one in rows[:10]] == [
            trace.model.tokenizer.label(token)  # type: ignore[union-attr]
            for token in best.indices.tolist()
        ]
        (came,) = [one for one in rows if one.marked]
        assert came.value == pytest.approx(math.exp(-read.loss[row]), rel=1e-3)


def test_arrow_keys_walk_along_the_segment(qtbot: QtBot, window: MainWindow) -> None:
    """With the chart in focus Left and Right select the neighbouring query, Home and End the first and last."""
    page = _shown(qtbot, window)
    page.view.setFocus()
    for key, row in ((Qt.Key.Key_Home, 0), (Qt.Key.Key_Right, 1), (Qt.Key.Key_End, 31), (Qt.Key.Key_Left, 30)):
        qtbot.keyClick(page.view, key)
        assert window.session.selection.pinned is not None
        assert window.session.selection.pinned[0] == row
    _wait(qtbot, window)
    assert window.session.look is not None
    assert f"after “{window.session.look.query_tokens[30]}”" in page.readout.text()


def test_a_term_can_be_drawn_into_the_chart(qtbot: QtBot, window: MainWindow) -> None:
    """A click on its bar, or its name in the box, adds the curve of the loss without it; another click takes it out."""
    page = _shown(qtbot, window)
    qtbot.mouseClick(page.view, Qt.MouseButton.LeftButton, pos=_at(page, "means", 0.5, 3.5 / 5))
    panel = page.view.spec.panel("losses")  # type: ignore[union-attr]
    assert isinstance(panel, Curves)
    assert page.without.currentText() == "c  content bias"
    assert [one.ink for one in panel.series] == ["memory", "segment", "content_bias"]
    qtbot.mouseClick(page.view, Qt.MouseButton.LeftButton, pos=_at(page, "means", 0.5, 3.5 / 5))
    assert page.without.currentText() == "no term"
    page.without.setFocus()
    qtbot.keyClick(page.without, Qt.Key.Key_Down)
    panel = page.view.spec.panel("losses")  # type: ignore[union-attr]
    assert isinstance(panel, Curves)
    assert panel.series[-1].ink == "content"


def test_nothing_is_computed_while_nobody_looks(qtbot: QtBot, window: MainWindow) -> None:
    """Behind another page no losses come, whatever is stepped; in front they are those of the segment shown."""
    predicting = window.predicting
    with qtbot.waitSignal(window.session.answered, timeout=PATIENCE):
        window.session.step(1)
    assert not predicting.busy
    assert predicting.found is None
    _shown(qtbot, window)
    assert predicting.found is not None
    assert predicting.found.index == 3
    window.show_page("terms")
    with qtbot.waitSignal(window.session.answered, timeout=PATIENCE):
        window.session.step(1)
    assert not predicting.busy
    assert predicting.found.index == 3


def test_it_follows_steps_and_heads(qtbot: QtBot, window: MainWindow) -> None:
    """Another segment brings its losses; another head, whose losses are the same, brings none anew."""
    page = _shown(qtbot, window)
    with qtbot.waitSignal(window.session.answered, timeout=PATIENCE):
        window.session.step(1)
    _wait(qtbot, window)
    found = window.predicting.found
    assert found is not None
    assert found.index == 3
    assert f"{_trace(window).loss.mean():.3f} nats" in page.means.text()
    with qtbot.waitSignal(window.session.answered, timeout=PATIENCE):
        window.session.choose_head(2, 3)
    _wait(qtbot, window)
    assert window.predicting.found is found


def test_gains_are_followed(qtbot: QtBot, window: MainWindow) -> None:
    """With (a) off already, losses are those without it, and its own row says that nothing changes."""
    page = _shown(qtbot, window)
    before = page.means.text()
    with qtbot.waitSignal(window.session.answered, timeout=PATIENCE):
        window.session.gains.toggle("content")
    _wait(qtbot, window)
    assert page.means.text() != before
    assert _hover(qtbot, page, "means", 0.5, 1.5 / 5) == "a  content is off already"


def test_one_setting_tells_every_loss_in_bits(qtbot: QtBot, window: MainWindow) -> None:
    """Losses in bits: page, inspector, legend of the shading and status say so, each with its number over ln 2."""
    page = _shown(qtbot, window)
    window.session.showing.set(shading="loss")
    qtbot.waitUntil(lambda: window.session.response.losses is not None, timeout=PATIENCE)  # type: ignore[union-attr]
    _wait(qtbot, window)
    qtbot.waitUntil(window.inspector.next.isVisible, timeout=PATIENCE)
    loss, row = _trace(window).loss, window.predicting.row
    assert row is not None
    for name, factor in (("bits", 1 / math.log(2)), ("nats", 1.0)):
        window.commands.actions[f"unit_{name}"].trigger()
        assert window.commands.actions[f"unit_{name}"].isChecked()
        assert f"mean {loss.mean() * factor:.3f} {name} per token" in page.means.text()
        panel = page.view.spec.panel("losses")  # type: ignore[union-attr]
        assert isinstance(panel, Curves)
        assert panel.y_title == f"loss, {name}"
        np.testing.assert_allclose(panel.series[0].values, loss * factor, rtol=1e-5)
        assert f"its loss, {name}\t{loss[row] * factor:.2f}\t" in window.inspector.as_text()
        assert f"in {name}" in window.text_dock.shading.says.text()
        assert float(window.text_dock.shading.high.text()) == pytest.approx(loss.max() * factor, abs=0.01)
        assert f"loss {loss.mean() * factor:.2f} {name}, " in window.status.where.text()
        figure = page.figure()
        assert figure is not None
        assert f"losses in {name} per token" in figure.caption


@pytest.mark.slow
def test_the_unit_is_remembered(qtbot: QtBot, make_window: MakeWindow) -> None:
    """A window opened after one that told losses in bits tells them in bits."""
    first = make_window()
    first.commands.actions["unit_bits"].trigger()
    first.close()
    second = make_window()
    assert second.commands.actions["unit_bits"].isChecked()
    assert "bits per token" in _shown(qtbot, second).means.text()


def test_cancelled_work_can_be_taken_up_again(qtbot: QtBot, window: MainWindow) -> None:
    """After Cancel the page says that nothing was computed; its button computes it."""
    predicting, page, busy = window.predicting, window.tabs.of(PredictionsPage), Event()
    window.work.executor.submit(busy.wait, 30)  # something that takes long comes first
    window.commands.actions["page_predictions"].trigger()
    assert page.message.text() == "Computing the losses…"
    qtbot.waitUntil(window.status.cancel_button.isVisible, timeout=5_000)
    qtbot.mouseClick(window.status.cancel_button, Qt.MouseButton.LeftButton)
    busy.set()
    qtbot.waitUntil(lambda: not predicting.busy, timeout=PATIENCE)
    assert page.message.text() == "The losses of this segment were not computed."
    assert page.again.isVisible()
    qtbot.mouseClick(page.again, Qt.MouseButton.LeftButton)
    _wait(qtbot, window)
    assert not page.again.isVisible()
    assert page.view.isVisible()


def test_a_single_token_is_said_to_need_more_text(qtbot: QtBot, make_window: MakeWindow) -> None:
    """A text of one token has no loss: the page says what to do, and what may follow is there all the same."""
    window = make_window("a")
    page = _shown(qtbot, window)
    assert "single token" in page.message.text()
    assert [[panel.name for panel in row] for row in page.view.spec.grid] == [["candidates"]]  # type: ignore[union-attr]


def test_a_model_that_predicts_nothing_says_so(qtbot: QtBot, make_window: MakeWindow, tmp_path: Path) -> None:
    """Where tokens have been seen before they are predicted there is no loss, and the page names the way out."""
    tokenizer = relviz.load_model("en-small").tokenizer
    assert tokenizer is not None
    network = models.network(scheme="xlnet", causal=False, vocab_size=tokenizer.vocab_size)
    words = resource("models", "en-small", "tokenizer.json").read_text(encoding="utf-8")
    save_model(tmp_path / "seer", network, words, "# seer\n")
    window = make_window(model=str(tmp_path / "seer"))
    page = _shown(qtbot, window)
    assert page.message.text() == "seer predicts no next token in this segment: choose another model in the toolbar."
    assert not page.view.isVisible()
    assert page.figure() is None
