"""What a figure says of where its numbers come from."""

from __future__ import annotations

import json

from relviz.core.interventions import Interventions
from relviz.core.model.model import Model
from relviz.core.reading.look import look_at
from relviz.core.reading.reading import read
from relviz.figure.views.caption import caption, settings
from relviz.figure.views.terms import terms_figure
from tests.fixtures.texts import ENGLISH


def test_a_partial_segment_is_told_from_its_length(model: Model) -> None:
    """The last segment of a text says how many tokens it has, of how many a segment has; full ones only say those."""
    reading = read(model, ENGLISH[:400], segment_length=8, memory_length=12)
    assert len(reading.tokens) % 8
    rest = len(reading.tokens) % 8
    first, full, last = (look_at(reading.step(index), 0, 0) for index in (0, 3, len(reading) - 1))

    assert "T = 8, M = 0 of 12  " in caption(first)
    assert "T = 8, M = 12  " in caption(full)
    assert f"T = {rest} of 8, M = 12  " in caption(last)
    written = json.loads(settings(last)["relviz.settings"])
    assert (written["segment_length"], written["tokens"]) == (8, rest)
    assert (written["memory_length"], written["memory"]) == (12, 12)


def test_interventions_are_told(model: Model) -> None:
    """A figure with terms weaker or off says which, since when, and its maps say what they are multiplied with."""
    trace = read(model, ENGLISH[:400], segment_length=8, memory_length=12).step(3)
    look = look_at(trace.under(Interventions.of(position=0, position_bias=0.5)), 0, 0)

    assert "intervention: on this segment, over its true memory, (b) off, (d) × 0.5  ·" in caption(look)
    gains = {"position": 0, "position_bias": 0.5}
    assert json.loads(settings(look)["relviz.settings"])["interventions"] == {"since": "segment", "gains": gains}
    notes = {panel.name: panel.note for row in terms_figure(look).grid for panel in row}
    assert notes["content"] == "q·k"
    assert notes["position"] == "q·W R, off"
    assert notes["position_bias"] == "0.5 × v·W R"
    assert "intervention" not in caption(look_at(trace, 0, 0))
