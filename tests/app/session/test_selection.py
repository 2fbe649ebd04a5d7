"""Which cells are selected, which place is asked for, and what is beyond training there."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from relviz.app.engine.engine import Engine, Request, Response
from relviz.app.engine.models import Options, sample_text
from relviz.app.session.selection import Beyond, Selection, beyond, moved, previewed_cell, source_words, strongest
from relviz.core.metrics.attention import without_keys
from relviz.core.model.model import Model
from relviz.core.reading.look import Look, look_at
from relviz.core.reading.reading import read
from tests.fixtures import layouts
from tests.fixtures.texts import ENGLISH

TEXT = "the sand and the pits of the sand by the sea, and the sand again and again. " * 4


@pytest.fixture(scope="module")
def looks(model: Model) -> list[Look]:
    """The segments of a text, T = 8, M = 16."""
    reading = read(model, TEXT, 8, 16)
    return [look_at(reading.step(index), 0, 0) for index in range(5)]


@pytest.fixture
def selection(qapp: object, looks: list[Look]) -> Selection:
    """Nothing selected in segment 3."""
    made = Selection()
    made.show(looks[3])
    return made


def test_a_pinned_pair_keeps_its_place_in_the_text(selection: Selection, looks: list[Look]) -> None:
    """It is out of view with its query, and in view again at the same tokens; the memory may be of another length."""
    selection.pin((2, 20))
    query, key = looks[3].start + 2, int(looks[3].key_positions[20])
    selection.show(looks[4])
    assert selection.pinned is None
    assert selection.kept is not None
    assert (selection.kept.query, selection.kept.key) == (query, key)
    selection.show(looks[3])
    assert selection.pinned == (2, 20)


def test_what_is_pointed_at_is_read_off_first(qtbot: QtBot, selection: Selection) -> None:
    """The cell under the pointer goes before the pinned one, until the pointer leaves or another is pinned."""
    selection.pin((2, 20))
    with qtbot.assertNotEmitted(selection.pin_changed), qtbot.waitSignal(selection.changed):
        selection.hover((1, 1))
    assert selection.cell == (1, 1)
    selection.pin((4, 4))
    assert selection.cell == (4, 4)
    assert selection.hovered is None


def test_a_selection_is_extended_from_the_pinned_cell(selection: Selection) -> None:
    """All between two cells is selected, whichever corners they are; pinned again, the cell is alone."""
    selection.extend((5, 9))
    assert selection.pinned == (5, 9)
    selection.extend((3, 12))
    region = selection.region
    assert region is not None
    assert (region.row, region.column, region.extent, region.corner) == (3, 9, (3, 4), (3, 12))
    selection.pin((5, 9))
    assert selection.region is not None
    assert selection.region.single


@pytest.mark.parametrize(("row", "pinned", "anew"), [(None, None, True), (6, None, False), (2, (2, 20), False)])
def test_another_place_has_its_strongest_cell(
    selection: Selection, looks: list[Look], row: int | None, pinned: tuple[int, int] | None, anew: bool
) -> None:
    """A new text has the strongest cell of all selected, a query asked for that of its row, unless it has one."""
    selection.pin((2, 20))
    selection.follow(row, anew=anew, elsewhere=False)
    attention = looks[3].terms.attention
    rows = range(len(attention)) if row is None else [row]
    best = max(((i, j) for i in rows for j in range(attention.shape[1])), key=lambda cell: attention[cell])
    assert selection.pinned == (pinned or best)
    assert strongest(looks[3], row) == best


def test_a_distance_beyond_those_there_are_is_taken_to_the_nearest(selection: Selection, looks: list[Look]) -> None:
    """Far below and far above it ends at the first and the last distance of the encoding."""
    encoding = looks[3].encoding
    assert encoding is not None
    for asked, end in ((-(10**6), encoding.distances[0]), (10**6, encoding.distances[-1])):
        selection.set_distance(asked)
        assert selection.distance == end


def test_pinning_what_is_pinned_alone_tells_nobody(qtbot: QtBot, selection: Selection) -> None:
    """The same cell again is no change; where others are selected with it, it is alone again."""
    selection.pin((2, 20))
    with qtbot.assertNotEmitted(selection.changed):
        selection.pin((2, 20))
    selection.extend((4, 21))
    with qtbot.waitSignal(selection.changed):
        selection.pin((2, 20))
    assert selection.region is not None
    assert selection.region.single


def test_every_token_has_the_cell_that_its_kind_asks_for() -> None:
    """Queries have their strongest key, hidden ones left out; memory has the pinned query, or its strongest one."""
    options = Options(segment_length=6, memory_length=10, initial_memory="empty", device="cpu")
    look = Engine().look(Request(options, sample_text(), 18, 0, 0), lambda share: None, lambda: False).look
    assert (look.start, look.terms.memory) == (18, 10)  # tokens 8 to 17 are memory, 18 to 23 the segment
    attention = look.terms.attention
    for row in range(6):
        strongest = max(range(16), key=attention[row].__getitem__)
        assert previewed_cell(look, 18 + row, (2, 3)) == (row, strongest)
        left = without_keys(look, [8 + strongest])
        second = max(set(range(16)) - {strongest}, key=attention[row].__getitem__)
        if row or second != strongest:
            assert previewed_cell(left, 18 + row, None) == (row, second)
    for key in range(10):
        assert previewed_cell(look, 8 + key, (2, 3)) == (2, key)
        assert previewed_cell(look, 8 + key, None) == (max(range(6), key=attention[:, key].__getitem__), key)
    assert {previewed_cell(look, token, (2, 3)) for token in (-1, 0, 7, 24, 300)} == {None}


def test_zero_vectors_of_an_empty_memory_are_no_tokens() -> None:
    """Before the first segment there is nothing to point at, whatever stands in the columns of the memory."""
    options = Options(segment_length=6, memory_length=10, initial_memory="zeros", device="cpu")
    look = Engine().look(Request(options, sample_text(), 0, 0, 0), lambda share: None, lambda: False).look
    assert np.all(look.key_positions[:10] < 0)
    assert {previewed_cell(look, token, (2, 3)) for token in (-10, -1)} == {None}


OF_THE_PIT = "the Martians of the pit " * 8


def test_an_unknown_token_has_the_word_of_the_text(tmp_path: Path) -> None:
    """Of each pair of tokens, an unknown one comes with its word, a known one with nothing."""
    folder = layouts.hugging_face(tmp_path / "theirs", "default")
    words = ["<eos>", "<unk>", "the", "of", *(f"w{n}" for n in range(96))]
    (folder / "vocab.json").write_text(json.dumps({word: n for n, word in enumerate(words)}))
    options = Options(model=str(folder), segment_length=5, memory_length=10, initial_memory="empty", device="cpu")
    response = Engine().look(Request(options, OF_THE_PIT, 15, 0, 0), lambda share: None, lambda: False)
    look = response.look
    assert look.start == 15

    expected = ("", "Martians", "", "", "pit") * 3  # the words repeat every five tokens
    for row in range(5):
        for column, key in enumerate(expected):
            assert source_words(response, look, (row, column)) == (expected[row], key)


WORDS = "one two three"


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ("one two three four", 8),
        ("one two, three", 9),
        ("a one two three", 10),
        ("two three", 4),
        ("one x three", 6),
        ("one ee", 4),
        ("", 0),
        (WORDS, 8),
    ],
)
def test_a_place_keeps_its_word(after: str, expected: int) -> None:
    """The beginning of "three" is followed through edits before, behind and over it."""
    assert moved(8, WORDS, after) == expected


def test_the_beginning_stays() -> None:
    """What is put before the whole text is read, too."""
    assert moved(0, WORDS, "zero " + WORDS) == 0


@pytest.fixture(scope="module")
def response(model_folder: Path) -> Response:
    """T = 8 and M = 16, as if those were the longest in training."""
    options = Options(model=str(model_folder), segment_length=8, memory_length=16, device="cpu")
    request = Request(options, ENGLISH, token=None, layer=0, head=0)
    return replace(Engine().look(request, lambda share: None, lambda: False), trained=(8, 16))


def test_what_was_met_in_training_is_not_beyond(response: Response) -> None:
    """The longest lengths are within, and so is the distance of the last query to the first key, 8 - 1 + 16 = 23."""
    for distance in (0, 1, 23, -23):
        assert beyond(response, distance) == Beyond()
        assert not beyond(response, distance)


def test_each_length_and_the_distance_have_their_limit(response: Response) -> None:
    """One more of anything is beyond, and is named."""
    assert beyond(response, 24) == Beyond(distance=24)
    assert beyond(response, -24) == Beyond(distance=-24)
    assert beyond(replace(response, trained=(7, 16)), 1) == Beyond(segment=8)
    assert beyond(replace(response, trained=(8, 15)), 1) == Beyond(memory=16)
    assert beyond(replace(response, trained=(8, None)), 1) == Beyond(memory=16)
    assert beyond(replace(response, trained=(7, 15)), 22) == Beyond(8, 16, 22)


def test_a_model_that_does_not_say_has_no_limit(response: Response) -> None:
    """Nothing is known of somebody else's model's training, and nothing is said."""
    assert not beyond(replace(response, trained=(None, None)), 1000)
