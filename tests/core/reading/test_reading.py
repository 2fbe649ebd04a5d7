"""The cursor over a text: forward, back, in jumps, with a memory and a history."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from relviz.core.positions import Positions
from relviz.core.reading.reading import Reading, read, tokenise
from relviz.core.text.tokens import Tokens
from relviz.errors import Cancelled, SettingError, TextError
from tests.fixtures import models

if TYPE_CHECKING:
    from collections.abc import Sequence

    from relviz.core.model.model import Model
    from relviz.core.reading.trace import SegmentTrace

Numbers = tuple[np.ndarray, ...]


def numbers(trace: SegmentTrace) -> Numbers:
    """Everything that is shown of a segment, as numbers."""
    shown: list[np.ndarray] = [trace.loss, trace.share_map, trace.hidden.cpu().numpy()]
    for layer in range(trace.model.config.n_layer):
        terms = trace.terms(layer, layer)
        shown += [terms.score, terms.attention, *(part.values for part in terms.parts), trace.attention(layer)]
    return tuple(shown)


def same(one: Numbers, other: Numbers) -> bool:
    """Whether two segments are the same to the last bit."""
    return all(np.array_equal(x, y, equal_nan=True) for x, y in zip(one, other, strict=True))


def one_by_one(reading: Reading, wanted: Sequence[int]) -> dict[int, Numbers]:
    """Step through the text and note some segments on the way."""
    noted = {}
    for trace in reading:
        if trace.index in wanted:
            noted[trace.index] = numbers(trace)
    return noted


@pytest.mark.parametrize("initial", ["empty", "zeros"])
@pytest.mark.parametrize(("segment", "memory"), [(5, 0), (5, 5), (4, 11), (6, 3), (3, 40)])
@pytest.mark.parametrize("settings", [{}, {"same_length": True, "clamp_len": 4, "pre_lnorm": True}], ids=str)
def test_the_way_there_does_not_matter(
    segment: int, memory: int, initial: Any, settings: dict[str, Any], device: str
) -> None:
    """Stepping on, going back and stepping again, or jumping there at once: the same to the last bit."""
    model = models.model(**settings).to(torch.device(device))
    text = models.ids(7 * segment - 2)
    forward = models.reading(model, text, segment, memory, initial_memory=initial)
    noted = one_by_one(forward, range(7))
    back_and_on = models.reading(model, text, segment, memory, initial_memory=initial)
    back_and_on.step(5)
    for trace in (back_and_on.back(), back_and_on.back(), back_and_on.forward(), back_and_on.forward()):
        assert same(numbers(trace), noted[trace.index])
    assert same(numbers(back_and_on.step(0)), noted[0])
    for index in (6, 3):
        jumped = models.reading(model, text, segment, memory, initial_memory=initial).step(index)
        assert same(numbers(jumped), noted[index])


@pytest.mark.slow
@pytest.mark.parametrize("initial", ["empty", "zeros"])
@pytest.mark.parametrize(("segment", "memory"), [(3, 3), (3, 7), (2, 0), (1, 36)])
def test_what_was_dropped_comes_back_the_same(segment: int, memory: int, initial: Any) -> None:
    """With a history budget of next to nothing, segments are read again, to the last bit."""
    model, text, wanted = models.model(), models.ids(200 * segment), (0, 1, 63, 64, 65, 127, 130, 199)
    noted = one_by_one(models.reading(model, text, segment, memory, initial_memory=initial), wanted)
    bytes_a_segment = 2 * segment * 22 * 4
    small = models.reading(model, text, segment, memory, initial_memory=initial, history_bytes=3 * bytes_a_segment)
    for index in (*wanted, *reversed(wanted), 130, 1, 199):
        assert same(numbers(small.step(index)), noted[index])
    assert small.history_bytes < 200 * bytes_a_segment
    assert small.history_bytes == sum(chunk.bytes for chunk in small._history.values())


@pytest.mark.slow
@settings(max_examples=15, deadline=None, derandomize=True)
@given(
    shape=st.fixed_dictionaries(
        {
            "n_head": st.integers(2, 4),
            "d_head": st.integers(1, 17),
            "d_model": st.integers(1, 30).map(lambda n: 2 * n),
            "pre_lnorm": st.booleans(),
            "untie_r": st.booleans(),
            "same_length": st.booleans(),
            "clamp_len": st.sampled_from([-1, 0, 3]),
            "initial_memory": st.sampled_from(["empty", "zeros"]),
            "causal": st.booleans(),
            "reuse_length": st.sampled_from([None, 1, 4]),
        }
    ),
    segment=st.integers(1, 9),
    memory=st.integers(0, 30),
    order=st.lists(st.integers(0, 11), min_size=1, max_size=4),
)
def test_any_model_and_any_order(shape: dict[str, Any], segment: int, memory: int, order: list[int]) -> None:
    """Bits depend on model, text, lengths and segment alone, for any widths, lengths and order of visits."""
    model, text = models.model(**shape), models.ids(12 * segment)
    noted = one_by_one(models.reading(model, text, segment, memory), order)
    other = models.reading(model, text, segment, memory, history_bytes=0)
    for index in order:
        assert same(numbers(other.step(index)), noted[index])


def test_a_jump_reads_what_the_segment_depends_on_and_nothing_else() -> None:
    """Layer l depends on layer l - 1 of the memory: L x ceil(M / T) segments before it, each as far as it counts."""
    model, steps = models.model(n_layer=4), list[float]()
    reading = models.reading(model, 200 * 2, 2, 5)
    reading.step(126, steps.append)
    layers = [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4]
    assert {number: len(chunk.inputs) for number, chunk in reading._history.items()} == dict(
        zip(range(114, 127), layers, strict=True)
    )
    assert len(steps) == 13
    assert steps[-1] == 1.0
    steps.clear()
    reading.step(127, steps.append)
    assert steps == [1.0]
    reading.step(122, steps.append)  # one layer more of 119 to 121, two of 122, and so on: all that lack some
    assert len(steps) == 14


def test_going_back_beyond_the_history_costs_the_same() -> None:
    """What the budget has dropped is read as after a jump, wherever the reading was."""
    reading = models.reading(models.model(n_layer=4), 200 * 2, 2, 5, history_bytes=0)
    for index in range(200):
        reading.step(index)
    assert sorted(reading._history) == [196, 197, 198, 199]
    steps: list[float] = []
    reading.step(126, steps.append)
    assert len(steps) == 13


def test_one_segment_less_would_not_do() -> None:
    """A token L x ceil(M / T) segments back is seen in the last layer's memory, one further back is not."""
    model, text = models.model(n_layer=3), models.ids(40)
    inputs = models.reading(model, text, 2, 4).step(15).chunks[0].inputs[-1]
    for back, changes in ((2 * 3, True), (2 * 3 + 1, False)):
        token = 2 * (15 - back)
        other = [*text[:token], (text[token] + 1) % models.VOCABULARY, *text[token + 1 :]]
        theirs = models.reading(model, other, 2, 4).step(15).chunks[0].inputs[-1]
        assert torch.equal(inputs, theirs) is not changes


def test_within_the_budget_going_back_reads_nothing() -> None:
    """Going back takes the segment from the history, the very chunk."""
    reading = models.reading(models.model(), 100, 5, 10)
    chunk = reading.step(2).chunk
    reading.step(19)
    steps: list[float] = []
    assert reading.step(2, steps.append).chunk is chunk
    assert steps == [1.0]


@pytest.mark.parametrize("settings", [{}, {"pre_lnorm": True}, {"clamp_len": 20}], ids=str)
def test_segments_with_enough_memory_are_one_long_segment(settings: dict[str, Any], device: str) -> None:
    """Read in one piece, or in segments whose memory holds all before them, tokens get the same outputs and loss."""
    model, text = models.model(**settings).to(torch.device(device)), models.ids(90)
    whole = models.reading(model, text, 90, 0).step(0)
    pieces = list(models.reading(model, text, 8, 90))
    hidden = torch.cat([trace.hidden for trace in pieces])
    np.testing.assert_allclose(hidden.cpu().numpy(), whole.hidden.cpu().numpy(), rtol=0, atol=1e-4)
    np.testing.assert_allclose(np.concatenate([trace.loss for trace in pieces]), whole.loss, rtol=0, atol=1e-4)


@pytest.mark.parametrize("reuse", [1, 3, 5, 9])
@pytest.mark.parametrize("memory", [0, 2, 7, 40])
@pytest.mark.parametrize("causal", [True, False])
def test_only_the_first_tokens_of_a_segment_may_become_memory(reuse: int, memory: int, causal: bool) -> None:
    """With a reuse_length, outputs and labels are those of a memory kept by hand, as XLNet's ``cache_mem`` keeps it."""
    model, text = models.model(reuse_length=reuse, causal=causal), models.ids(23)
    kept: list[torch.Tensor] = [torch.empty(1, 0, 22)] * 2
    places: list[int] = []
    for trace in models.reading(model, text, 5, memory):
        start, count = trace.where.start, trace.where.segment
        assert trace.key_positions.tolist() == [*places, *range(start, start + count)]
        assert trace.key_tokens == [str(text[place]) for place in (*places, *range(start, start + count))]
        with torch.inference_mode():
            layers = zip(model.network.layers, kept, strict=True)
            projected = [[layer.project_memory(rows)] for layer, rows in layers] if places else None
            where = Positions(count, len(places), start, causal=causal)
            h = model.network.embed(torch.tensor([text[start : start + count]]))
            output = model.network(h, projected, where)
            torch.testing.assert_close(trace.hidden, output.hidden[0], atol=1e-5, rtol=1e-5)
            kept = [
                torch.cat([old, new[:, :reuse]], 1)[:, -memory:] if memory else old
                for old, new in zip(kept, output.inputs, strict=True)
            ]
        places = [*places, *range(start, start + count)[:reuse]][-memory:] if memory else []


@pytest.mark.slow
@pytest.mark.parametrize(("segment", "memory", "reuse"), [(5, 5, 2), (4, 11, 3), (3, 40, 1)])
@pytest.mark.parametrize("initial", ["empty", "zeros"])
def test_the_way_there_does_not_matter_with_a_memory_of_parts(
    segment: int, memory: int, reuse: int, initial: Any
) -> None:
    """A memory of the first tokens of many segments comes back to the last bit too, dropped or jumped over."""
    model, text = models.model(reuse_length=reuse, causal=False), models.ids(90 * segment)
    wanted = (0, 1, 5, 63, 64, 65, 89)
    noted = one_by_one(models.reading(model, text, segment, memory, initial_memory=initial), wanted)
    small = models.reading(model, text, segment, memory, initial_memory=initial, history_bytes=0)
    for index in (89, 5, 65, 1, 64, 63, 0):
        assert same(numbers(small.step(index)), noted[index])


def test_tokens_that_see_ahead_see_to_the_end_of_their_segment() -> None:
    """In both directions a change in a segment's last token reaches its first, and no segment before."""
    model, text = models.model(causal=False), models.ids(15)
    other = [*text[:9], (text[9] + 1) % models.VOCABULARY, *text[10:]]
    one, changed = list(models.reading(model, text, 5, 10)), list(models.reading(model, other, 5, 10))
    assert torch.equal(one[0].hidden, changed[0].hidden)
    assert not torch.allclose(one[1].hidden[0], changed[1].hidden[0])
    assert one[1].terms(0, 0).mask.all()


def test_a_model_of_both_directions_can_be_read_from_left_to_right() -> None:
    """Asked to, its tokens see no later ones; the other way round is refused."""
    model = models.model(causal=False)
    ahead, back = read(model, models.ids(10), 5, 5), read(model, models.ids(10), 5, 5, causal=True)
    assert ahead.step(1).terms(0, 0).mask.all()
    terms = back.step(1).terms(0, 0)
    assert (terms.mask == (terms.distance >= 0)).all()
    assert torch.equal(
        back.step(0).hidden, models.reading(models.model(causal=True), models.ids(10), 5, 5).step(0).hidden
    )
    with pytest.raises(SettingError, match="left to right"):
        read(models.model(), [1, 2, 3], causal=False)


def test_same_length_may_count_what_the_memory_holds() -> None:
    """As in XLNet, a query then sees as far back as the memory is full, itself not counted."""
    model = models.model(same_length=True, same_length_of="fill")
    seen = [trace.where.visible.sum(1).tolist() for trace in models.reading(model, 12, 4, 6)]
    assert seen == [[1] * 4, [5] * 4, [7] * 4]
    ahead = models.model(same_length=True, same_length_of="fill", causal=False)
    assert models.reading(ahead, 12, 4, 6).step(1).where.visible.all()


def test_memory_fills_up_to_its_capacity() -> None:
    """An empty memory holds what was read, a full one its capacity; zeros fill it from the start."""
    model = models.model()
    empty = [trace.where.memory for trace in models.reading(model, 40, 8, 20, initial_memory="empty")]
    zeros = [trace.where.memory for trace in models.reading(model, 40, 8, 20, initial_memory="zeros")]
    assert empty == [0, 8, 16, 20, 20]
    assert zeros == [20] * 5
    parts = models.reading(models.model(reuse_length=5), 60, 8, 20)
    assert [trace.where.memory for trace in parts] == [0, 5, 10, 15, 20, 20, 20, 20]
    assert parts.segments_to_fill == 4
    assert models.reading(model, 40, 8, 20).segments_to_fill == 3
    assert models.reading(model, 40, 8, 20, initial_memory="zeros").segments_to_fill == 0


def test_without_memory_segments_do_not_know_each_other() -> None:
    """With a memory of 0 a segment gives what its tokens give alone."""
    model, text = models.model(), models.ids(12)
    second = models.reading(model, text, 6, 0).step(1)
    alone = models.reading(model, text[6:], 6, 0).step(0)
    assert torch.equal(second.hidden, alone.hidden)


def test_the_last_segment_may_be_short() -> None:
    """Tokens that do not fill a segment make a short one at the end."""
    reading = models.reading(models.model(), 17, 8, 8)
    assert len(reading) == 3
    assert [trace.where.segment for trace in reading] == [8, 8, 1]
    assert reading.step(-1).index == 2
    assert [reading.segment_of(token) for token in (0, 7, 8, 16)] == [0, 0, 1, 2]


def test_the_cursor_stops_at_both_ends() -> None:
    """Past the end and before the start there is an IndexError, and the cursor stays where it was."""
    reading = models.reading(models.model(), 20, 8, 8)
    with pytest.raises(IndexError, match="before the first"):
        reading.back()
    assert reading.forward().index == 0
    with pytest.raises(IndexError, match="before the first"):
        reading.back()
    reading.step(2)
    for index in (3, -4, 10**9):
        with pytest.raises(IndexError, match="segments 0 to 2"):
            reading.step(index)
    with pytest.raises(IndexError):
        reading.forward()
    assert reading.position == 2


def test_a_cancelled_reading_can_go_on() -> None:
    """Cancelling keeps what was read and the position; the next step gives the same as if nothing had been."""
    model, text = models.model(), models.ids(100)
    reading = models.reading(model, text, 5, 10)
    reading.step(1)
    asked: list[bool] = []

    def cancel_at_the_fourth() -> bool:
        asked.append(True)
        return len(asked) == 4

    with pytest.raises(Cancelled):
        reading.step(15, is_cancelled=cancel_at_the_fourth)
    assert reading.position == 1
    assert sorted(reading._history) == [0, 1, 11, 12, 13]
    assert same(numbers(reading.step(15)), numbers(models.reading(model, text, 5, 10).step(15)))


def test_an_earlier_trace_stays_true() -> None:
    """A trace that is kept says the same after the reading has gone on and dropped its segment."""
    reading = models.reading(models.model(), 300, 3, 6, history_bytes=0)
    trace = reading.step(4)
    before = numbers(trace)
    reading.step(99)
    assert 4 not in reading._history
    assert same(numbers(trace), before)


def test_lengths_not_given_are_the_models_own(model: Model) -> None:
    """Without lengths, those of the model's config are used."""
    reading = read(model, "It is a truth universally acknowledged, that a man must be in want of a wife.")
    assert (reading.segment_length, reading.memory_length, reading.initial_memory) == (8, 16, "empty")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"segment_length": 0}, "at least 1 token, not 0"),
        ({"segment_length": -3}, "at least 1 token"),
        ({"memory_length": -1}, "at least 0 tokens, not -1"),
        ({"initial_memory": "ones"}, "'empty' or with 'zeros', not 'ones'"),
    ],
)
def test_lengths_out_of_range_are_refused(settings: dict[str, Any], message: str) -> None:
    """A length or an initial memory that cannot be is a SettingError that says so."""
    with pytest.raises(SettingError, match=message):
        read(models.model(), [1, 2, 3], **settings)


@pytest.mark.parametrize("text", ["", []])
def test_nothing_to_read_is_refused(model: Model, text: Any) -> None:
    """An empty text, or an empty list, is a TextError."""
    with pytest.raises(TextError, match="no text"):
        read(model, text)


@pytest.mark.parametrize("ids", [[0, models.VOCABULARY], [-1, 0], [10**12]])
def test_ids_the_model_does_not_know_are_refused(ids: list[int]) -> None:
    """An id out of range is a TextError that gives the range."""
    with pytest.raises(TextError, match="between 0 and 96"):
        read(models.model(), ids)


@pytest.mark.parametrize("ids", [[1.5, 2.0], [[1, 2], [3, 4]], ["a", "b"], [None], [10**30]])
def test_what_is_no_list_of_ids_is_refused(ids: Any) -> None:
    """A list of anything but whole numbers is a TextError."""
    with pytest.raises(TextError, match="whole numbers"):
        read(models.model(), ids)


def test_a_model_without_a_tokenizer_reads_ids_only() -> None:
    """Text for a model without a tokenizer is a TextError; ids, as a list, an array or a tensor, are read."""
    model = models.model()
    with pytest.raises(TextError, match="no tokenizer"):
        read(model, "text")
    for ids in ([4, 5, 6], np.array([4, 5, 6]), torch.tensor([4, 5, 6]), (4, 5, 6)):
        assert tokenise(model, ids).ids.tolist() == [4, 5, 6]  # type: ignore[arg-type] # arrays are welcome too


def test_everything_lives_on_the_models_device(device: str) -> None:
    """Model, memory and what the terms are computed from are on the device; what is shown is not."""
    model = models.model().to(torch.device(device))
    trace = models.reading(model, 30, 8, 16, initial_memory="zeros").step(1)
    assert model.device.type == device
    assert {chunk.inputs[0].device.type for chunk in (trace.chunk, *trace.chunks)} == {device}
    assert {tensor.device.type for tensor in trace.chunk.keys_values(0)} == {device}
    assert trace.hidden.device.type == device
    assert isinstance(trace.terms(0, 0).score, np.ndarray)
    assert isinstance(trace.loss, np.ndarray)


def test_readings_of_one_model_do_not_disturb_each_other() -> None:
    """Two readings with other lengths, stepped in turn, give what each gives alone."""
    model, text = models.model(), models.ids(60)
    alone = one_by_one(models.reading(model, text, 6, 9), range(10))
    one = models.reading(model, text, 6, 9)
    other = Reading(model, Tokens.from_ids(text), 4, 30)
    for index in range(10):
        other.step(index)
        assert same(numbers(one.step(index)), alone[index])
