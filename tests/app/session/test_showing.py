"""How things are shown, what the text is shaded by, and the gains."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

import relviz
from relviz.app.engine.engine import Engine, Request, Response
from relviz.app.engine.models import Options
from relviz.app.projects.project import Shown
from relviz.app.session.showing import PACES, Gains, Showing, shades_of
from relviz.core.interventions import NONE, Interventions
from tests.fixtures.texts import ENGLISH


@pytest.fixture
def showing(qapp: object) -> Showing:
    """All as at first."""
    return Showing()


def test_the_nearest_pace_is_taken(showing: Showing) -> None:
    """Of 50, 300, 700, 1500 and 3000 ms the nearest is taken, and steps end at the fastest and the slowest."""
    showing.set(pace=1200)
    assert showing.view.pace == 1500
    for by, end in ((1, PACES[-1]), (-1, PACES[0])):
        for _ in PACES:
            showing.change_pace(by)
        assert showing.view.pace == end


def test_what_was_kept_is_taken_over_without_telling(qtbot: QtBot, showing: Showing) -> None:
    """Whoever takes all that was kept tells of it once, at the end."""
    with qtbot.assertNotEmitted(showing.changed):
        showing.arrive(Shown(interleaved=True, token_boundaries=True, pace=1200))
    assert (showing.view.interleaved, showing.view.token_boundaries, showing.view.pace) == (True, True, 1500)


def test_only_changes_are_told(qtbot: QtBot, showing: Showing) -> None:
    """What is as it is already is not told; another shading is told as such, too."""
    with qtbot.assertNotEmitted(showing.changed):
        showing.set(interleaved=False)
        showing.set(token_boundaries=False)
        showing.set(shading="none")
    with qtbot.assertNotEmitted(showing.shading_changed), qtbot.waitSignal(showing.changed):
        showing.set(interleaved=True)
    with qtbot.waitSignals([showing.changed, showing.shading_changed]):
        showing.set(shading="loss")


@pytest.fixture
def gains(qapp: object) -> Gains:
    """Gains as at first."""
    return Gains()


@pytest.mark.parametrize(("asked", "taken"), [(0.504, 0.5), (-1.0, 0.0), (7.0, 2.0)])
def test_a_gain_is_taken_to_hundredths_within_its_range(qtbot: QtBot, gains: Gains, asked: float, taken: float) -> None:
    """A gain is rounded to hundredths and lies from 0 to 2; it is told and its numbers are asked for."""
    with qtbot.waitSignals([gains.changed, gains.asked]):
        gains.set("position", asked)
    assert gains.interventions.gain("position") == taken


def test_a_part_comes_back_with_the_gain_it_had(gains: Gains) -> None:
    """Off and on again, a part has its gain of before; after a reset it has 1."""
    gains.set("content", 0.3)
    gains.toggle("content")
    assert gains.interventions.gain("content") == 0
    assert gains.before == (("content", 0.3),)
    gains.toggle("content")
    assert gains.interventions.gain("content") == 0.3
    gains.toggle("content")
    gains.reset()
    assert gains.interventions == NONE
    assert not gains.before


def test_without_gains_it_is_no_matter_since_when_they_act(qtbot: QtBot, gains: Gains) -> None:
    """Since when gains act is told; numbers are asked for where there are gains, and not where there are none."""
    with qtbot.assertNotEmitted(gains.asked), qtbot.waitSignal(gains.changed):
        gains.set_since("start")
    gains.set("position", 0.5)
    with qtbot.waitSignal(gains.asked):
        gains.set_since("segment")
    assert gains.interventions == Interventions((("position", 0.5),), "segment")


def test_what_is_shown_is_taken_over_without_asking(qtbot: QtBot, gains: Gains) -> None:
    """Where a request comes to nothing, gains are those of what is shown again."""
    shown = Interventions((("content", 0.5),), "start")
    gains.set("position", 0.0)
    with qtbot.assertNotEmitted(gains.asked):
        gains.show(shown)
    assert (gains.interventions, gains.since) == (shown, "start")


@pytest.fixture(scope="module")
def response(model_folder: Path) -> Response:
    """Segment 3 of 8 tokens over a memory of 16, with its losses."""
    options = Options(model=str(model_folder), segment_length=8, memory_length=16, device="cpu")
    request = Request(options, ENGLISH, token=24, layer=1, head=2, losses=True)
    return Engine().look(request, lambda share: None, lambda: False)


def test_attention_shades_the_keys_of_the_query(response: Response) -> None:
    """Each key's token gets the query's attention on it, and the strongest is the end of the scale."""
    shades = shades_of(response.look, response.losses, "attention", 5)
    assert shades is not None
    row = response.look.terms.attention[5]
    assert shades.tokens.tolist() == list(range(8, 32))
    np.testing.assert_array_equal(shades.values, row)
    assert (shades.low, shades.high) == (0, row.max())
    assert shades.levels.max() == 1
    assert shades_of(response.look, response.losses, "attention", None) is None


def test_the_most_attended_memory_tokens_are_shaded_in_the_order_of_the_text(response: Response) -> None:
    """A fifth of 16 memory tokens, 4, by the mean of their columns, or by one row; each with the attention it gets."""
    for query, weights in ((None, response.look.terms.attention.mean(0)), (5, response.look.terms.attention[5])):
        shades = shades_of(response.look, None, "attended", query)
        assert shades is not None
        keys = np.sort(np.argsort(-weights[:16])[:4])
        assert shades.tokens.tolist() == (8 + keys).tolist()
        np.testing.assert_allclose(shades.values, weights[keys], rtol=1e-5)
        assert (shades.low, shades.high) == (0, shades.values.max())


def test_zero_vectors_are_no_tokens(model_folder: Path) -> None:
    """What is attended to before the text has no token to shade."""
    options = Options(str(model_folder), 8, 16, "zeros", "cpu")
    request = Request(options, ENGLISH, token=8, layer=1, head=2)
    shades = shades_of(Engine().look(request, lambda share: None, lambda: False).look, None, "attention", 0)
    assert shades is not None
    assert shades.tokens.tolist() == list(range(16))


def test_a_loss_belongs_to_the_token_that_was_predicted(response: Response, model_folder: Path) -> None:
    """Token 25 is shaded by what the public surface says predicting it after token 24 cost."""
    step = relviz.read(relviz.load_model(model_folder), ENGLISH, segment_length=8, memory_length=16).step(3)
    shades = shades_of(response.look, response.losses, "loss", None)
    assert shades is not None
    assert shades.tokens.tolist() == list(range(25, 33))
    np.testing.assert_allclose(shades.values, step.loss)
    assert (shades.low, shades.high) == (0, step.loss.max())


def test_gain_has_a_scale_with_zero_in_the_middle(response: Response) -> None:
    """What memory gained is loss without minus loss with; it may be negative, and both ends are equally far."""
    shades = shades_of(response.look, response.losses, "gain", None)
    losses = response.losses
    assert shades is not None
    assert losses is not None
    np.testing.assert_array_equal(shades.values, losses.without_memory - losses.with_memory)
    assert shades.low == -shades.high
    assert np.abs(shades.levels).max() == 1
    assert shades.levels.min() < 0


def test_nothing_is_shaded_by_what_is_not_known(response: Response) -> None:
    """Without losses, or without a choice, nothing is shaded."""
    assert shades_of(response.look, response.losses, "none", 0) is None
    assert shades_of(response.look, None, "loss", 0) is None
