"""Lines of text."""

from __future__ import annotations

import pytest

from relviz.figure.lettering.fonts import NOTE, text_width
from relviz.figure.lettering.text import lines_of

pytestmark = pytest.mark.usefixtures("qapp")


def test_a_short_text_is_one_line() -> None:
    """What fits stays as it is, and nothing is no line."""
    assert lines_of("segment 3  ·  layer 0", 500, NOTE) == ("segment 3  ·  layer 0",)
    assert lines_of("", 500, NOTE) == ()


def test_a_long_text_is_broken_between_words_and_parts() -> None:
    """Every word is there in its order, no line is wider than the room, and none begins or ends with a separator."""
    text = "  ·  ".join(f"part {number} says a few words of its own" for number in range(9))
    lines = lines_of(text, 300, NOTE)

    assert len(lines) > 4
    assert " ".join(lines).replace(" · ", " ").split() == text.replace(" · ", " ").split()
    assert all(text_width(line, NOTE) <= 300 for line in lines)
    assert not any(line.startswith((" ", "·")) or line.endswith((" ", "·")) for line in lines)


def test_a_short_part_stays_whole() -> None:
    """The version goes on in the next line as a whole, although its first word would fit where the line ends."""
    before = "en-small  ·  segment 3 of 0–11  ·  layer 0, head 0"
    room = text_width(f"{before}  ·  relviz", NOTE) + 1

    assert lines_of(f"{before}  ·  relviz 0.1.0", room, NOTE) == (before, "relviz 0.1.0")


def test_a_word_without_an_end_is_broken_where_the_room_ends() -> None:
    """A sentence without blanks loses no character."""
    sentence = "道可道非常道名可名非常名" * 8
    lines = lines_of(sentence, 200, NOTE)

    assert "".join(lines) == sentence
    assert all(text_width(line, NOTE) <= 200 for line in lines)


def test_chinese_goes_on_where_a_line_is_full() -> None:
    """Every line but the last is full to within two characters, and none begins with a comma or ends with a bracket."""
    sentence = "对距离 600，每个头给分数加一个数（没有向量），训练时从未见过它，训练范围为 0 到 127。" * 4
    text = f"zh-small  ·  ALiBi：{sentence}"
    lines = lines_of(text, 400, NOTE)

    character = text_width("训", NOTE)
    assert all(400 - text_width(line, NOTE) < 3 * character for line in lines[:-1])
    assert all(text_width(line, NOTE) <= 400 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert not any(line[0] in "，。）：" or line[-1] == "（" for line in lines)


def test_a_part_does_not_begin_with_a_word_at_the_end_of_a_line() -> None:
    """A name alone would look like the end of the part before it: it goes on into the next line."""
    before, after = "the first part of the caption is this one", "T5 bias: the heads add a number"
    room = text_width(f"{before}  ·  T5", NOTE) + 1
    assert lines_of(f"{before}  ·  {after}", room, NOTE)[:2] == (before, after)
