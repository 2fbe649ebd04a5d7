"""The heads map as a figure."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import numpy as np
import pytest

from relviz.core.metrics import ALIKE
from relviz.core.metrics.head_measures import HeadMeasures
from relviz.core.metrics.heads import measure_heads
from relviz.core.reading.look import look_at
from relviz.core.schemes.transformer_xl import TransformerXLScheme
from relviz.errors import SettingError
from relviz.figure.colours.palette import LIGHT
from relviz.figure.lettering.text import SEPARATOR
from relviz.figure.spec import Heatmap
from relviz.figure.views.heads import HeadsView, Place, heads_figure, metric_named, metrics
from relviz.figure.writing.write import render
from tests.figure.figures import LANGUAGES, speaking
from tests.fixtures import models

pytestmark = pytest.mark.usefixtures("qapp")
VALUES = np.array([[0.2, 0.7, 0.5], [0.9, 0.1, 0.7]], np.float32)


def _figure(view: HeadsView, values: np.ndarray = VALUES) -> tuple[Heatmap, str]:
    """Draw measures made up by hand; return the map and the caption."""
    trace = models.reading(models.model(), 20, 5, 10).step(3)
    measured = measure_heads(trace)
    made = {name: values if name == view.metric else numbers for name, numbers in measured.values.items()}
    if view.metric == ALIKE:  # measured only when it is asked for
        made[ALIKE] = values
    measures = HeadMeasures(made, measured.kinds, 3, measured.thumbnails, measured.memory)
    figure = heads_figure(look_at(trace, 0, 0), measures, view)
    panel = figure.panel("heads")
    assert isinstance(panel, Heatmap)
    return panel, figure.caption


def test_by_number_layers_are_rows_and_heads_columns() -> None:
    """The numbers stand as they are, the scale of a share of memory goes to 100%, and the caption says of what."""
    panel, caption = _figure(HeadsView())

    np.testing.assert_array_equal(panel.values, VALUES)
    assert (panel.rows.labels, panel.columns.labels) == (("0", "1"), ("0", "1", "2"))
    assert (panel.scale.low, panel.scale.high, panel.scale.percent) == (0, 1, True)
    assert (panel.title, panel.note, panel.names) == ("memory share", "10.0% – 90.0%", ())
    assert "all layers and heads" in caption
    assert "layer 0" not in caption
    assert "  ·  share of each head's attention that goes to memory  ·  relviz" in caption


def test_means_stand_at_the_ends() -> None:
    """A column and a row of means are set apart by lines; where they are no numbers of a mean map, it is said."""
    panel, caption = _figure(HeadsView("entropy", means=True))

    np.testing.assert_allclose(panel.values[:2, 3], [1.4 / 3, 1.7 / 3], rtol=1e-6)
    np.testing.assert_allclose(panel.values[2], [0.55, 0.4, 0.6, 3.1 / 6], rtol=1e-6)
    assert panel.rows.labels[-1] == panel.columns.labels[-1] == "mean"
    assert [(marker.at, marker.across) for marker in panel.markers] == [(3, False), (2, True)]
    assert "means are those of the numbers" in caption
    assert "means are those" not in _figure(HeadsView("distance", means=True))[1]


def test_sorted_in_layers_each_row_falls() -> None:
    """Within a layer the largest comes first, with its name; the scale goes from 0 to the largest of all."""
    panel, _ = _figure(HeadsView("self", "layer"))

    np.testing.assert_allclose(panel.values, [[0.7, 0.5, 0.2], [0.9, 0.7, 0.1]])
    assert panel.names == (("0·1", "0·2", "0·0"), ("1·0", "1·2", "1·1"))
    assert panel.columns.labels == ("1", "2", "3")
    assert panel.scale.high == pytest.approx(0.9)


def test_sorted_together_rows_are_ranks() -> None:
    """All heads fall row after row, of equals the first one first; there are no means, which have no layer there."""
    panel, _ = _figure(HeadsView("self", "all", means=True))

    np.testing.assert_allclose(panel.values, [[0.9, 0.7, 0.7], [0.5, 0.2, 0.1]])
    assert panel.names == (("1·0", "0·1", "1·2"), ("0·2", "0·0", "1·1"))
    assert panel.rows.labels == ("1–3", "4–6")


def test_what_has_no_number_comes_last_and_is_masked() -> None:
    """Heads without a number are drawn as such, after the others; with none at all the figure says so."""
    values = VALUES.copy()
    values[0, 1] = np.nan
    panel, _ = _figure(HeadsView("self", "layer"), values)
    assert panel.names[0] == ("0·2", "0·0", "0·1")
    assert np.isnan(panel.values[0, 2])
    panel, _ = _figure(HeadsView("lift"), np.full_like(VALUES, np.nan))
    assert panel.note == "nothing to measure here"


def test_the_names_are_in_the_file() -> None:
    """In an SVG each cell has its head's name over its number."""
    trace = models.reading(models.model(), 20, 5, 10).step(3)
    figure = heads_figure(look_at(trace, 0, 0), measure_heads(trace), HeadsView("distance", "all"))
    texts = [text.strip() for text in ET.fromstring(render(figure, LIGHT, "svg", dpi=96)).itertext()]

    assert {f"{layer}·{head}" for layer in range(2) for head in range(3)} <= set(texts)


def test_numbers_have_their_units() -> None:
    """Shares are percentages, lift is times, distance tokens, entropy bits; and nothing is a dash."""
    written = {"memory": "12.3%", "lift": "0.12 times", "distance": "0.12 tokens", "entropy": "0.12 bits"}
    for name, text in written.items():
        metric = metric_named(name)
        assert metric is not None
        assert metric.number(0.1234) == text
        assert metric.number(float("nan")) == "–"


def test_places_have_names() -> None:
    """A head, a mean over heads and one over layers are told apart in words."""
    assert Place(2, 5).title == "layer 2, head 5"
    assert Place(2, None).title == "layer 2, mean over heads"
    assert Place(None, 5).title == "mean over layers, head 5"
    assert Place(None, None).title == "mean over layers and heads"


def test_a_measure_that_there_is_not_is_named() -> None:
    """A part that the score does not have has no map, and the message says what there is."""
    with pytest.raises(
        SettingError, match="There is no measure token_type of the heads of tiny: choose one of memory, "
    ):
        _figure(HeadsView("token_type"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_caption_is_one_line_of_phrases(language: str) -> None:
    """Whatever is measured, no full stop and no capital is in the middle of a caption, and no part is empty."""
    with speaking(language):
        for name in [metric.name for metric in metrics(TransformerXLScheme.kinds)]:
            caption = _figure(HeadsView(name, order="layer", means=True))[1]
            parts = caption.split(SEPARATOR)
            assert all(parts)
            assert not any(part.endswith((".", "。")) or ". " in part or "。" in part for part in parts)
            assert not any(part[0].isupper() for part in parts if not part.startswith("T = "))
