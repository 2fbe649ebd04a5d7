"""Reading from a token of the text on."""

from __future__ import annotations

import numpy as np
import pytest

from relviz.core.data import Plan
from relviz.core.reading.look import look_at
from relviz.core.reading.reading import read, tokenise
from relviz.core.text.since import since
from relviz.core.text.tokens import Tokenizer
from relviz.errors import SettingError
from tests.fixtures import models
from tests.fixtures.texts import CHINESE


@pytest.mark.parametrize("scheme", ["xl", "restart", "count"])
def test_what_stands_before_the_start_is_as_if_it_were_not_there(scheme: str) -> None:
    """Read from token 11 on, segments, memory and numbers are those of a text that begins with that token."""
    model = models.model(scheme=scheme)
    ids = models.ids(60)
    late, alone = read(model, ids, 8, 12, start=11), read(model, ids[11:], 8, 12)
    assert len(late) == len(alone) == 7
    for index in (0, 1, 3):
        there, here = late.step(index), alone.step(index)
        np.testing.assert_array_equal(there.terms(1, 2).score, here.terms(1, 2).score)
        np.testing.assert_array_equal(there.loss, here.loss)
        assert there.query_tokens == here.query_tokens
    assert late.step(0).where.memory == 0


def test_a_look_has_places_in_the_whole_text() -> None:
    """What is shown says where in the text the segment and its keys are; zero vectors stay before it."""
    model, ids = models.model(), models.ids(60)
    look = look_at(read(model, ids, 8, 12, start=11).step(2), 0, 0)
    assert (look.first, look.start, look.index, look.segments) == (11, 27, 2, 7)
    assert look.key_positions.tolist() == list(range(15, 35))
    zeros = look_at(read(model, ids, 8, 12, "zeros", start=11).step(0), 0, 0)
    assert zeros.key_positions.tolist() == [*range(-12, 0), *range(11, 19)]


@pytest.mark.parametrize(("token", "segment"), [(0, 0), (11, 0), (18, 0), (19, 1), (59, 6)])
def test_tokens_before_the_start_lead_to_the_first_segment(token: int, segment: int) -> None:
    """Segments count from the start."""
    assert read(models.model(), models.ids(60), 8, 12, start=11).segment_of(token) == segment


def test_labels_and_spans_are_those_of_the_whole_text(tokenizer: Tokenizer) -> None:
    """Begun within a character, its parts keep their numbers and their places in the text."""
    model = models.model(tokenizer=tokenizer, vocab_size=tokenizer.vocab_size)
    tokens = tokenise(model, CHINESE)
    part = next(place for place, label in enumerate(tokens.labels) if label.endswith(("2/2", "2/3")))
    later = since(tokens, part)
    assert later.labels[0] == tokens.labels[part]
    assert list(later.labels[1:4]) == list(tokens.labels[part + 1 : part + 4])
    assert later.labels[-1] == tokens.labels[-1]
    assert len(later.labels) == len(later) == len(tokens) - part
    np.testing.assert_array_equal(later.spans, tokens.spans[part:])


@pytest.mark.parametrize("start", [-1, 60, 1000])
def test_a_start_beyond_the_text_is_refused(start: int) -> None:
    """There is no such token, and the message says which there are."""
    with pytest.raises(SettingError, match="tokens 0 to 59"):
        read(models.model(), models.ids(60), start=start)


def test_exported_numbers_say_where_the_reading_began() -> None:
    """A file's ``meta`` says the start, unless it is the beginning of the text."""
    model, ids = models.model(), models.ids(60)
    assert Plan.of(read(model, ids, 8, 12, start=11), [1], [0], [0]).meta["start"] == 11
    assert "start" not in Plan.of(read(model, ids, 8, 12), [1], [0], [0]).meta
