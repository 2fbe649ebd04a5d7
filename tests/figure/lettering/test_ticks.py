from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relviz.figure.lettering.ticks import elide, fitting_ticks, format_number, format_ticks, nice_ticks, shown_labels

NUMBERS = st.floats(-1e6, 1e6, allow_subnormal=False)


def width(text: str) -> float:
    """Measure a text as a typewriter would: 7 a letter."""
    return 7.0 * len(text)


@given(st.integers(0, 3000), st.floats(0.01, 100), st.floats(1, 40), st.integers(0, 500))
def test_labels_never_overlap(count: int, cell: float, needed: float, first: int) -> None:
    """Neighbouring labels are at least as far apart as each of them needs, and all lie in the range asked for."""
    cells = shown_labels(count, cell, needed, first)
    assert all(first <= n < count for n in cells)
    assert all((b - a) * cell >= needed * (1 - 1e-6) for a, b in itertools.pairwise(cells))
    assert first > 0 or count == 0 or cells[0] == 0


@given(st.integers(0, 200), st.integers(0, 200))
def test_panning_keeps_labels_in_place(first: int, other: int) -> None:
    """Wherever an axis starts, the same cells have labels."""
    one, two = (set(shown_labels(1000, 3, 13, start)) for start in (first, other))
    assert {n for n in one if n >= other} == {n for n in two if n >= first}


@given(st.text(max_size=30), st.floats(0, 200))
def test_elided_text_fits(text: str, room: float) -> None:
    """What is left of a label fits, and is the label's beginning with an ellipsis if it was shortened."""
    short = elide(text, room, width)
    assert width(short) <= room
    assert short in ("", text) or (short[-1] == "…" and text.startswith(short[:-1]))


def test_elide_keeps_as_much_as_fits() -> None:
    """Of ten letters of 7 each, 49 leaves room for six and the ellipsis."""
    assert elide("abcdefghij", 49, width) == "abcdef…"


@given(NUMBERS, NUMBERS, st.integers(1, 12))
def test_ticks_are_few_round_and_inside(low: float, high: float, most: int) -> None:
    """There are no more ticks than asked for, all on the axis, and 1, 2 or 5 times a power of ten apart."""
    low, high = min(low, high), max(low, high)
    ticks = nice_ticks(low, high, most)
    slack = 1e-8 * max(high - low, abs(low), abs(high))
    assert len(ticks) <= most
    assert all(low - slack <= tick <= high + slack for tick in ticks)
    if len(ticks) > 2 and high - low > 1e-6 * max(abs(low), abs(high)):
        step = ticks[1] - ticks[0]
        digit = step / 10 ** math.floor(math.log10(step) + 1e-6)
        assert min(abs(digit - nice) for nice in (1, 2, 5, 10)) < 1e-3


@pytest.mark.parametrize(
    ("low", "high", "most", "expected"),
    [
        (0, 1, 6, (0, 0.2, 0.4, 0.6, 0.8, 1)),
        (-6.2, 6.2, 5, (-5, 0, 5)),
        (0, 0.23, 5, (0, 0.05, 0.1, 0.15, 0.2)),
        (3, 3, 5, (3,)),
        (0, math.inf, 5, ()),
        (0, 1, 0, ()),
    ],
)
def test_ticks_by_hand(low: float, high: float, most: int, expected: tuple[float, ...]) -> None:
    """Ticks are the round numbers one would choose by hand."""
    assert nice_ticks(low, high, most) == expected


def test_whole_ticks_are_whole() -> None:
    """On an axis of cells there is no tick at half a cell."""
    assert nice_ticks(0, 3, 12, whole=True) == (0, 1, 2, 3)


@given(st.floats(-1000, 1000), st.floats(0.001, 1000), st.floats(20, 2000))
def test_fitting_ticks_do_not_touch(low: float, span: float, length: float) -> None:
    """Numbers along an axis keep a gap."""
    ticks = fitting_ticks(low, low + span, length, width)
    labels = format_ticks(ticks)
    for n in range(len(ticks) - 1):
        apart = (ticks[n + 1] - ticks[n]) / span * length
        assert apart > (width(labels[n]) + width(labels[n + 1])) / 2


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (3.717, "3.72"),
        (-1.5, "−1.5"),
        (1234567.0, "1234567"),
        (0.00012345, "0.000123"),
        (1e-9, "1e−9"),
        (12345678.0, "1.23e7"),
        (math.nan, "–"),
        (-math.inf, "−∞"),
    ],
)
def test_numbers_are_short_with_a_proper_minus(value: float, expected: str) -> None:
    """Numbers keep three digits, no useless zeros, and a minus that is no hyphen."""
    assert format_number(value) == expected


def test_shares_are_percentages() -> None:
    """A share is written as a percentage, with a space that does not break."""
    assert format_number(0.3934, percent=True) == "39.3%"
    assert format_ticks((0.0, 0.05, 0.1), percent=True) == ("0%", "5%", "10%")


def test_what_is_not_all_is_not_written_as_one_hundred_percent() -> None:
    """With three digits 99.96% would be 100%: it gets more, as shares do elsewhere; numbers that are none stay."""
    assert [format_number(share, percent=True) for share in (0.9994, 0.9996, 0.99997, 1.0)] == [
        "99.9%",
        "99.96%",
        ">99.99%",
        "100%",
    ]
    assert format_number(99.96) == "100"


def test_ticks_share_their_decimals() -> None:
    """Labels of one axis have the same decimals; zero is 0, without sign or decimals."""
    assert format_ticks((-0.5, -0.0, 0.5)) == ("−0.5", "0", "0.5")
    assert format_ticks((1e-8, 2e-8)) == ("1e−8", "2e−8")


def test_a_signed_number_shows_its_plus() -> None:
    """Where signs matter, positive numbers have one."""
    assert format_number(1.25, sign=True) == "+1.25"


def test_without_room_there_is_the_first_label_alone() -> None:
    """An axis of no length, such as of a plot that is folded away, is none to divide by."""
    assert list(shown_labels(5, 0, 10)) == [0]
