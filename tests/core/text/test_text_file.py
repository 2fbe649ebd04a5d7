"""Text files, good and bad."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relviz.core.text.text_file import decode_text, read_text
from relviz.errors import TextError

TEXTS = ["one line\n", "a\x00b", "👩‍🔬🏽 🇫🇷", "שלום עולם مرحبا", "道可道，非常道。", "tab\there\rreturn\x0b", ""]


@pytest.mark.parametrize("text", TEXTS)
def test_reads_every_character_as_it_stands(text: str, tmp_path: Path) -> None:
    """NUL, emoji, right-to-left and CJK text, lone carriage returns: what is in the file is in the text."""
    path = tmp_path / "a.txt"
    path.write_bytes(text.encode())

    assert read_text(path) == text


@pytest.mark.slow
@given(st.text())
def test_any_text_survives(text: str) -> None:
    """Whatever is written as UTF-8 is read back, but for the byte order mark and Windows' line ends."""
    assert decode_text(text.encode(), "it") == text.removeprefix("\ufeff").replace("\r\n", "\n")


def test_line_ends_and_the_mark_of_windows_go() -> None:
    """A text saved by Windows reads like any other."""
    assert decode_text("\ufeffone\r\ntwo\r\n".encode(), "it") == "one\ntwo\n"


def test_bytes_that_are_no_utf8_are_named_by_their_place(tmp_path: Path) -> None:
    """A Latin-1 file is refused with the file, the first wrong byte, and the option that helps."""
    path = tmp_path / "menu.txt"
    path.write_bytes("a café".encode("latin-1"))

    with pytest.raises(TextError, match=r"menu\.txt is no utf-8 text at byte 5: .*--encoding latin-1"):
        read_text(path)
    assert read_text(path, "latin-1") == "a café"


@pytest.mark.parametrize(
    ("data", "hint"),
    [("text".encode("utf-16"), "--encoding utf-16"), (b"\x89PNG\r\n\x1a\n\0\0\0", "binary file")],
    ids=["utf-16", "png"],
)
def test_says_what_else_a_file_may_be(data: bytes, hint: str) -> None:
    """UTF-16 and pictures are recognised."""
    with pytest.raises(TextError, match=hint):
        decode_text(data, "it")


@pytest.mark.parametrize("encoding", ["klingon", "hex", "rot13"])
def test_an_encoding_that_makes_no_text_is_refused(encoding: str) -> None:
    """A name that Python does not know, or that is no text encoding, is named."""
    with pytest.raises(TextError, match=f"no text encoding {encoding}"):
        decode_text(b"text", "it", encoding)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none.txt", "There is no file"),
        (".", "is a folder"),
        ("file/below", "cannot be read"),
        ("n" * 300, "cannot be"),
    ],
)
def test_what_is_no_file_is_one_sentence(name: str, message: str, tmp_path: Path) -> None:
    """A missing file, a folder, a file below a file and a name too long are each a TextError of one line."""
    (tmp_path / "file").write_text("x", encoding="utf-8")

    with pytest.raises(TextError, match=message) as caught:
        read_text(tmp_path / name)
    assert len(str(caught.value).splitlines()) == 1
