"""The Predictions view: losses, what they rise by, and candidates."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from relviz.core.interventions import Interventions
from relviz.core.metrics.predictions import Predictions, WithoutPart
from relviz.core.reading.losses import Losses
from relviz.core.reading.next_tokens import Candidate, NextTokens
from relviz.core.schemes.transformer_xl import TransformerXLScheme
from relviz.errors import SettingError
from relviz.figure.colours.palette import LIGHT
from relviz.figure.drawing.grid import layout
from relviz.figure.spec import Curves, FigureSpec, Heatmap, Listing, Row
from relviz.figure.views.predictions import candidates_listing, predictions_figure, signed
from relviz.figure.writing.write import to_image
from tests.figure.figures import LANGUAGES, speaking
from tests.figure.pixels import changed, rgb

LN2 = math.log(2)


def _floats(*values: float) -> np.ndarray:
    return np.array(values, np.float32)


def found(**changes: object) -> Predictions:
    """Return the losses of three tokens, the last of which ends the text."""
    parts = tuple(
        WithoutPart(kind, _floats(1 + rise, 2 + rise, math.nan), False)
        for kind, rise in zip(TransformerXLScheme.kinds, (0.5, -0.25, 0.0, 1.0), strict=True)
    )
    losses = Losses(_floats(1, 2, math.nan), _floats(1.5, 3, math.nan))
    made: dict[str, object] = {
        "losses": losses,
        "parts": parts,
        "memory": 4,
        "query_tokens": ("the", "cat", "sat"),
        "predicted": ("cat", "sat", ""),
        "model": "tiny",
        "index": 1,
        "segments": 2,
        "start": 3,
        "segment_length": 3,
        "memory_length": 8,
        "interventions": Interventions(),
        "first": 0,
    }
    return Predictions(**made | changes)  # type: ignore[arg-type]


def following() -> NextTokens:
    """Return what is expected after a token: the one that came is first with memory, and not listed without."""
    with_memory = (Candidate("cat", 0.5, came=True), Candidate("dog", 0.25))
    without = (Candidate("dog", 0.4), Candidate("hat", 0.1))
    return NextTokens(3, "the", "cat", with_memory, without, 0.5, 0.00004)


def _curves(figure: FigureSpec) -> Curves:
    panel = figure.panel("losses")
    assert isinstance(panel, Curves)
    return panel


def test_losses_and_their_means_are_drawn() -> None:
    """The chart has both losses, token by token, their means in the legend, and the tokens that came below it."""
    panel = _curves(predictions_figure(found(), following()))
    assert [one.label for one in panel.series] == ["with memory 1.50", "without 2.25"]
    np.testing.assert_array_equal(panel.series[1].values, [1.5, 3, np.nan])
    assert panel.columns.labels == ("cat", "sat", "")
    assert panel.y_title == "loss, nats"


def test_a_term_chosen_is_drawn_beside_them_in_its_colour() -> None:
    """The loss without (b) comes as a third curve, in the colour of (b)."""
    *_, last = _curves(predictions_figure(found(), following(), without="position")).series
    assert (last.label, last.ink) == ("without (b) 1.25", "position")
    np.testing.assert_array_equal(last.values, [0.75, 1.75, np.nan])


def test_what_each_is_worth_is_a_row_and_a_bar() -> None:
    """Memory and each term have a row of rises, and on the same line the mean rise, as a bar and as a number."""
    figure = predictions_figure(found(), following())
    worth, means = figure.panel("worth"), figure.panel("means")
    assert isinstance(worth, Heatmap)
    assert isinstance(means, Listing)
    np.testing.assert_array_equal(worth.values[0], [0.5, 1, np.nan])
    np.testing.assert_array_equal(worth.values[2], [-0.25, -0.25, np.nan])
    assert worth.rows.labels == ("memory", "a  content", "b  position", "c  content bias", "d  position bias")
    (rows,) = means.lists
    assert [row.text for row in rows] == ["+0.75", "+0.50", "−0.25", "0.00", "+1.00"]
    assert [row.ink for row in rows] == ["memory", "content", "position", "content_bias", "position_bias"]
    assert means.lines == len(rows)


def test_in_bits_every_loss_is_divided_by_ln_2() -> None:
    """Curves, legend, rises, means, axis and caption are all in bits; probabilities stay as they are."""
    nats, bits = predictions_figure(found(), following()), predictions_figure(found(), following(), unit="bits")
    np.testing.assert_allclose(_curves(bits).series[0].values, _floats(1, 2, np.nan) / LN2, rtol=1e-6)
    assert _curves(bits).series[0].label == f"with memory {1.5 / LN2:.2f}"
    assert _curves(bits).y_title == "loss, bits"
    worth, means = bits.panel("worth"), bits.panel("means")
    assert isinstance(worth, Heatmap)
    assert isinstance(means, Listing)
    assert worth.values[4, 0] == pytest.approx(1 / LN2)
    assert means.lists[0][4].text == "+1.44"
    assert "losses in bits per token" in bits.caption
    assert "losses in nats per token" in nats.caption
    assert json.loads(bits.metadata["relviz.settings"])["unit"] == "bits"
    candidates = [figure.panel("candidates") for figure in (bits, nats)]
    assert all(isinstance(panel, Listing) for panel in candidates)
    assert candidates[0].lists == candidates[1].lists  # type: ignore[union-attr] # they are listings


def test_without_memory_there_is_one_curve() -> None:
    """While the memory is empty nothing is compared with it, and the chart says so."""
    losses = Losses(_floats(1, 2, math.nan), _floats(1, 2, math.nan))
    panel = _curves(predictions_figure(found(memory=0, losses=losses), following()))
    assert len(panel.series) == 1
    assert panel.note == "mean 1.50, the memory is empty"


def test_the_selected_query_is_marked() -> None:
    """Its column has the cursor in the chart, at its number, and in the map, in the middle of its cell."""
    figure = predictions_figure(found(), following(), query=1)
    assert [(one.at, one.style) for one in figure.panel("losses").markers] == [(1.0, "cursor")]
    assert [(one.at, one.style) for one in figure.panel("worth").markers] == [(1.5, "cursor")]


def test_the_token_that_came_is_marked_wherever_it_is() -> None:
    """Among the candidates it is marked; where it is none of them it comes last, with its probability."""
    with_memory, without = candidates_listing(following()).lists
    assert with_memory == (Row("cat", 0.5, "50.0%", "memory", True), Row("dog", 0.25, "25.0%", "memory"))
    assert [(row.label, row.text, row.marked) for row in without] == [
        ("dog", "40.0%", False),
        ("hat", "10.0%", False),
        ("cat", "<0.01%", True),
    ]


def test_with_an_empty_memory_candidates_have_one_column() -> None:
    """Two columns would be the same: there is one, and it says so."""
    listing = candidates_listing(following(), memory=False)
    assert listing.headings == ("the memory is empty",)
    assert [[row.label for row in column] for column in listing.lists] == [["dog", "hat", "cat"]]


def test_nothing_predicted_is_said_or_leaves_the_candidates() -> None:
    """Without any loss there is no chart: candidates alone, or a sentence that says what to do."""
    nothing = found(losses=Losses(_floats(math.nan), _floats(math.nan)), parts=(), query_tokens=("a",), predicted=("",))
    end = replace(following(), came=None, came_with=math.nan, came_without=math.nan)
    assert [[panel.name for panel in row] for row in predictions_figure(nothing, end).grid] == [["candidates"]]
    with pytest.raises(SettingError, match="choose another model"):
        predictions_figure(nothing)


def test_the_caption_says_where_the_numbers_come_from() -> None:
    """Model, segment, lengths and interventions are there; a layer or a head, of which they are not, is not."""
    caption = predictions_figure(found(interventions=Interventions.of("segment", content=0.5)), following()).caption
    assert caption.startswith("tiny  ·  segment 1 of 0–1  ·  intervention: on this segment")
    assert "(a) × 0.5" in caption
    assert "T = 3, M = 4 of 8" in caption
    assert "layer 0" not in caption


@pytest.mark.parametrize(
    ("value", "written"), [(0.126, "+0.13"), (-2, "−2.00"), (0.0, "0.00"), (-0.001, "0.00"), (math.nan, "–")]
)
def test_rises_have_their_sign(value: float, written: str) -> None:
    """What a loss rises by says whether it rises; nothing is neither."""
    assert signed(value) == written


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_title_of_the_loss_stands_beside_its_numbers(language: str) -> None:
    """However long the names of the rows below are, from the title to the numbers it is less than a line."""
    with speaking(language):
        figure = predictions_figure(found(), following())
        (along, beside), below = figure.grid
        assert isinstance(along, Curves)
        untitled = replace(figure, grid=((replace(along, y_title=""), beside), below))
        image, without = to_image(figure, LIGHT), to_image(untitled, LIGHT)
    plot = layout(figure, QRectF(0, 0, *figure.size)).boxes[0][0].plot
    title = np.flatnonzero(changed(image, without).any(0))
    rows = slice(round(plot.top()), round(plot.bottom()))
    numbers = np.flatnonzero((rgb(without)[rows, : round(plot.left())] != rgb(without)[0, 0]).any((0, 2)))
    assert 2 <= numbers.min() - title.max() <= 8
    assert numbers.min() > 60  # so long are the names: at the far side, the title would be far
