"""How the maps of the terms are shown, in a figure."""

from __future__ import annotations

import json

import numpy as np
import pytest

from relviz.app.words.translation import set_language
from relviz.core.model.model import Model
from relviz.core.reading.look import Look, look_at
from relviz.core.reading.reading import read
from relviz.figure.colours.colormaps import index_image
from relviz.figure.spec import Heatmap, Scale
from relviz.figure.views.term_view import TermView, widened
from relviz.figure.views.terms import terms_figure
from tests.fixtures.texts import ENGLISH

TERMS = ("content", "position", "content_bias", "position_bias")


@pytest.fixture
def look(model: Model) -> Look:
    """A segment of 8 over a memory of 12."""
    return look_at(read(model, ENGLISH[:400], segment_length=8, memory_length=12).step(3), 0, 1)


def _map(look: Look, view: TermView, name: str, before: dict[str, Scale] | None = None) -> Heatmap:
    panel = terms_figure(look, view, before=before).panel(name)
    assert isinstance(panel, Heatmap)
    return panel


def test_centred_terms_still_add_up(look: Look) -> None:
    """Each centred row has a mean of 0, and the four terms still add up to the score shown."""
    view = TermView(values="centred")
    maps = [_map(look, view, name).values for name in TERMS]

    np.testing.assert_allclose(np.nanmean(maps[0], axis=1), 0, atol=1e-6)
    np.testing.assert_allclose(sum(maps), _map(look, view, "score").values, atol=1e-5)
    assert _map(look, view, "content").note == "q·k, centred"


def test_softmax_of_each_term_alone(look: Look) -> None:
    """Rows are shares that add up to 1, in the colours and numbers of shares; the score stays as it is."""
    panel = _map(look, TermView(values="softmax"), "position")

    np.testing.assert_allclose(np.nansum(panel.values, axis=1), 1, rtol=1e-5)
    assert (panel.scale.kind, panel.scale.percent) == ("share", True)
    assert _map(look, TermView(values="softmax"), "score").scale.kind == "signed"


def test_equal_ratios_are_equal_steps_of_a_logarithmic_scale() -> None:
    """1 and the three powers of ten below it are as far from each other; what is smaller has the first colour."""
    values = np.array([[1.0, 0.1, 0.01, 0.001, 0.0, np.nan]])
    scale = Scale.logarithmic(values)

    assert [scale.place(value) for value in values[0, :5]] == pytest.approx([1, 2 / 3, 1 / 3, 0, 0])
    assert index_image(values, scale).tolist() == [[254, 169, 85, 0, 0, 255]]
    assert scale.value(1 / 3) == pytest.approx(0.01)
    assert Scale.logarithmic(np.array([0.517])).low == pytest.approx(1e-4)


@pytest.mark.parametrize("colours", ["linear", "log"])
def test_attention_scales(look: Look, colours: str) -> None:
    """The attention's colours go by the number itself, or by its logarithm."""
    scale = _map(look, TermView(attention="log" if colours == "log" else "linear"), "attention").scale

    assert (scale.power, scale.log) == (1.0, colours == "log")
    assert scale.high == look.terms.attention.max()


def test_kept_scales_are_only_widened(look: Look) -> None:
    """A locked map holds what it held before, and what it holds now; unlocked, it forgets."""
    wide, narrow = {"content": Scale(-100.0, 100.0, "signed")}, {"content": Scale(-1e-6, 1e-6, "signed")}
    own = _map(look, TermView(), "content").scale

    assert _map(look, TermView(scales="locked"), "content", wide).scale == wide["content"]
    assert _map(look, TermView(scales="locked"), "content", narrow).scale == own
    assert _map(look, TermView(), "content", wide).scale == own
    assert widened(own, {"content": Scale(0.0, 9.0, "share")}, "content") == own


def test_zeros_do_not_widen_a_kept_scale() -> None:
    """A term that is off fits into any scale, and leaves none behind."""
    zeros, narrow = Scale.signed(np.zeros(3)), Scale(-0.01, 0.01, "signed")

    assert widened(zeros, {"content": narrow}, "content") == narrow
    assert widened(narrow, {"content": zeros}, "content") == narrow


def test_the_threshold_dims_in_every_map(look: Look) -> None:
    """Kept cells of each row hold at least the share asked for, and one fewer would not; masked cells stay hatched."""
    view = TermView(mass=0.8)
    dimmed = _map(look, view, "content").dimmed
    assert dimmed is not None

    terms = look.terms
    kept = np.where(dimmed, 0, terms.attention)
    assert (kept.sum(1) >= 0.8 - 1e-6).all()
    weakest = np.where(kept > 0, kept, np.inf).min(1)
    assert (kept.sum(1) - weakest < 0.8).all()
    assert not dimmed[~terms.mask].any()
    assert _map(look, view, "attention").dimmed is not None


def test_a_hidden_key_is_masked_everywhere_and_told(look: Look) -> None:
    """Its column is masked in all maps, the rows of the attention add up to 1 again, and the caption says so."""
    view = TermView(hidden=(int(look.key_positions[4]),))
    figure = terms_figure(look, view)

    for name in (*TERMS, "score", "attention"):
        panel = figure.panel(name)
        assert isinstance(panel, Heatmap)
        assert np.isnan(panel.values[:, 4]).all()
    np.testing.assert_allclose(np.nansum(_map(look, view, "attention").values, axis=1), 1, rtol=1e-5)
    assert "1 key hidden, renormalised" in figure.caption
    assert json.loads(figure.metadata["relviz.settings"])["view"] == {"hidden": list(view.hidden)}


def test_the_caption_is_silent_about_the_usual(look: Look) -> None:
    """Nothing is said of a view that everybody expects; each other choice is told."""
    assert TermView().describe() == ""
    assert "view" not in json.loads(terms_figure(look).metadata["relviz.settings"])
    told = TermView("locked", "centred", "log", 0.9, (1, 2)).describe()
    assert told == (
        "scales kept, centred per row, log attention, dimmed beyond 90% of a row, 2 keys hidden, renormalised"
    )


def test_strips_show_what_a_term_varies_with(look: Look) -> None:
    """(c) has its value for each key, (d) its value for each distance; a cell's place there is that of its value."""
    for name in ("content_bias", "position_bias"):
        panel = _map(look, TermView(), name)
        assert panel.strip is not None
        for row, column in ((0, 0), (3, 14), (7, 19), (7, 0)):
            shown = panel.strip.values[panel.strip.index(row, column)]
            assert shown == pytest.approx(float(panel.values[row, column]))
    assert _map(look, TermView(), "content").strip is None


def test_a_caption_is_in_the_language(qapp: object) -> None:
    """What differs from the usual is told in Chinese where the application speaks it."""
    view = TermView(scales="locked", values="centred", hidden=(3, 4))
    assert view.describe() == "scales kept, centred per row, 2 keys hidden, renormalised"

    set_language("zh")
    try:
        said = view.describe()
    finally:
        set_language("en")

    assert said == "色标保持不变，逐行去均值，隐藏 2 个键并重新归一化"
