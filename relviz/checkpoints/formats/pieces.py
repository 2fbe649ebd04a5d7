"""SentencePiece models (``spiece.model``), read into the tokenizers library as Hugging Face converts them.

The file is a protocol buffer (``sentencepiece_model.proto`` in google/sentencepiece), of which little is needed: the
pieces with their scores, and a table of characters that are replaced first. So it takes no library that parses it, and
the tokenizer can be written down as a ``tokenizer.json``.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from relviz.core.text.tokens import Tokenizer
from relviz.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SPACE = "▁"
"""Stands for a space in a piece."""
UNIGRAM = 1
"""The kind of model that XLNet uses (Kudo 2018)."""
UNKNOWN = 2
"""The kind of piece that stands for what no piece covers."""


def read_pieces(path: Path, *, lowercase: bool = False, keep_accents: bool = False) -> Tokenizer:
    """Read a SentencePiece model and prepare texts as XLNet's own code does (``prepro_utils.py`` in zihangdai/xlnet).

    White space is squeezed, two backticks or two apostrophes become a quotation mark, characters are decomposed (NFKD)
    and combining marks dropped; then SentencePiece's own table is applied. A comma after a number is a piece of its
    own, unless a digit follows. Pieces like ``<sep>`` and ``<cls>`` are not added: a text is read as it stands.

    Args:
        path: the file.
        lowercase: whether the model was trained on lower case (``do_lower_case``).
        keep_accents: whether it was trained on accents.

    Raises:
        ModelError: the file cannot be read, or holds another kind of model.
    """
    try:
        pieces, unknown, table = _parse(path.read_bytes())
    except (OSError, ValueError, struct.error) as error:
        raise ModelError("{0} is damaged or no SentencePiece model: {1}.", path, error) from error
    if not pieces:
        raise ModelError("{0} is damaged or no SentencePiece model: it holds no pieces.", path)
    import tokenizers  # noqa: PLC0415 # keeps `import relviz` light
    from tokenizers import decoders, models, normalizers, pre_tokenizers  # noqa: PLC0415

    steps: list[normalizers.Normalizer] = [
        normalizers.Replace(tokenizers.Regex(r"\s+"), " "),
        normalizers.Strip(),
        normalizers.Replace("``", '"'),
        normalizers.Replace("''", '"'),
    ]
    if not keep_accents:
        steps += [normalizers.NFKD(), normalizers.StripAccents()]
    if lowercase:
        steps.append(normalizers.Lowercase())
    try:
        if table:
            steps.append(normalizers.Precompiled(table))
        built = tokenizers.Tokenizer(models.Unigram(pieces, unk_id=unknown))
    except Exception as error:  # the library raises bare Exception for every fault
        raise ModelError("{0} is damaged or no SentencePiece model: {1}.", path, error) from error
    steps.append(normalizers.Replace(tokenizers.Regex(" {2,}"), " "))  # characters may have become spaces
    built.normalizer = normalizers.Sequence(steps)
    built.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Metaspace(SPACE, prepend_scheme="always"),
            pre_tokenizers.Split(tokenizers.Regex(r"(?<=\d),(?!\d)"), "isolated"),
        ]
    )
    built.decoder = decoders.Metaspace(SPACE, prepend_scheme="always")
    return Tokenizer(built)


def _parse(content: bytes) -> tuple[list[tuple[str, float]], int, bytes]:
    """Return pieces with their scores, the number of the unknown one, and the table of replacements."""
    pieces: list[tuple[str, float]] = []
    unknown, table = 0, b""
    for number, value in _fields(content):
        if number == 1:  # a piece
            piece = dict(_fields(_bytes(value)))
            if piece.get(3) == UNKNOWN:
                unknown = len(pieces)
            (score,) = struct.unpack("<f", _bytes(piece.get(2, bytes(4))))
            pieces.append((_bytes(piece.get(1, b"")).decode(), score))
        elif number == 2:  # how it was trained
            kind = dict(_fields(_bytes(value))).get(3, UNIGRAM)
            if kind != UNIGRAM:
                raise ValueError("it is no unigram model")
        elif number == 3:  # how text is normalised
            table = _bytes(dict(_fields(_bytes(value))).get(2, b""))
    return pieces, unknown, table


def _fields(content: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Yield number and value of each field of a protocol buffer's message, in the wire format."""
    at = 0
    while at < len(content):
        key, at = _varint(content, at)
        kind = key & 7
        if kind == 0:
            value, at = _varint(content, at)
            yield key >> 3, value
            continue
        if kind == 2:
            length, at = _varint(content, at)
        elif kind in {1, 5}:
            length = 8 if kind == 1 else 4
        else:
            raise ValueError(f"a field of unknown kind {kind}")
        if at + length > len(content):
            raise ValueError("it is cut short")
        yield key >> 3, content[at : at + length]
        at += length


def _varint(content: bytes, at: int) -> tuple[int, int]:
    """Return a number of seven bits a byte, lowest first, and where it ends."""
    number = 0
    for shift in range(0, 70, 7):
        if at >= len(content):
            raise ValueError("it is cut short")
        byte = content[at]
        at += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, at
    raise ValueError("a number that has no end")


def _bytes(value: int | bytes) -> bytes:
    if isinstance(value, int):
        raise ValueError("a number where there should be text")
    return value
