"""Text to token ids, and token ids to labels fit for an axis."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from relviz.errors import Cancelled, ModelError, TextError

if TYPE_CHECKING:
    from pathlib import Path

    import tokenizers
    from numpy.typing import NDArray

PIECE = 20_000
"""Characters encoded at a time, so that a long text shows progress and can be cancelled."""
BATCH = 10
"""Pieces encoded side by side."""
EMPTY_SLOT = "∅"
"""Label of a memory slot that holds a zero vector instead of a token."""

_SIGNS = {"\n": "↵", "\t": "⇥", "\r": "␍", " ": "·", "\u3000": "□", "\u00a0": "⍽"}
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\ufffc\U0001d159")
"""Letters and symbols by their category, but drawn as nothing."""
_CUT = re.compile(r"[^\S\x1c-\x1f](?=\S)|(?<=[。！？；，、：])(?=[^\W_])")
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, eq=False)
class Tokens:
    """A text and its tokens.

    Attributes:
        text: the text as it was read; a lone surrogate is replaced by U+FFFD, a pair by its character.
        ids: (N,) int64 token ids.
        spans: (N, 2) int64 start and end of each token in ``text``, in characters. Tokens that are parts
            of one character share its span.
        labels: (N,) one label a token, never blank.
    """

    text: str
    ids: NDArray[np.int64]
    spans: NDArray[np.int64]
    labels: Sequence[str]

    def __len__(self) -> int:
        return len(self.ids)

    @classmethod
    def from_ids(cls, ids: Sequence[int]) -> Tokens:
        """Wrap bare ids, for a model without a tokenizer; a label is the id itself."""
        labels = [str(number) for number in ids]
        lengths = np.array([len(label) + 1 for label in labels], np.int64)
        ends = lengths.cumsum()
        spans = np.stack([ends - lengths, ends - 1], axis=1)
        return cls(" ".join(labels), np.array(ids, np.int64), spans, labels)

    def at_character(self, position: int) -> int:
        """Return the index of the token that holds the character at ``position`` in the text."""
        index = int(np.searchsorted(self.spans[:, 0], position, side="right")) - 1
        return min(max(index, 0), len(self) - 1)


class TextTokenizer(Protocol):
    """What reading asks of a tokenizer."""

    @property
    def vocab_size(self) -> int:
        """How many ids there are."""

    def encode(
        self,
        text: str,
        progress: Callable[[float], None] | None = None,
        is_cancelled: Callable[[], bool] | None = None,
    ) -> Tokens:
        """Split a text into tokens."""

    def label(self, token: int) -> str:
        """Return a short name for one id."""

    def unknown_share(self, ids: NDArray[np.int64]) -> float:
        """Return the share of ids, 0 to 1, that stand for what the vocabulary does not have."""


class Tokenizer:
    """A model's ``tokenizer.json``, read by Hugging Face's tokenizers library."""

    def __init__(self, inner: tokenizers.Tokenizer) -> None:
        self._inner = inner
        self._labels: dict[int, str] = {}  # of the ids that were looked at
        description = json.loads(inner.to_str())
        decoder = description.get("decoder") or {}
        self._bytes_of = _byte_alphabet() if decoder.get("type") == "ByteLevel" else None
        self._space = decoder.get("replacement", "▁") if decoder.get("type") == "Metaspace" else " "
        self._can_cut = _can_cut(description)
        model = description.get("model") or {}
        unknown = model.get("unk_token")
        # a Unigram model names its unknown piece by its id, the others by its text
        self._unknown: int | None = model.get("unk_id") if unknown is None else inner.token_to_id(unknown)

    @classmethod
    def from_file(cls, path: Path) -> Tokenizer:
        """Read a ``tokenizer.json``.

        Raises:
            ModelError: it is not one.
        """
        import tokenizers  # noqa: PLC0415 # keeps `import relviz` light

        try:
            inner = tokenizers.Tokenizer.from_file(str(path))
            inner.no_truncation()  # some files say how a batch for a classifier is to be cut and filled up
            inner.no_padding()
            return cls(inner)
        except Exception as error:  # the library raises bare Exception for every fault
            raise ModelError("{0} is not a tokenizer that relviz can read: {1}.", path, error) from error

    @property
    def vocab_size(self) -> int:
        """How many ids there are."""
        return self._inner.get_vocab_size()

    def to_json(self) -> str:
        """Return the text of its ``tokenizer.json``."""
        return self._inner.to_str(pretty=True)

    def encode(
        self,
        text: str,
        progress: Callable[[float], None] | None = None,
        is_cancelled: Callable[[], bool] | None = None,
    ) -> Tokens:
        """Split a text into tokens, in pieces cut where the pieces tokenise as the whole does, if it has such places.

        Args:
            text: any string.
            progress: called with the share done, 0 to 1.
            is_cancelled: asked between batches.

        Raises:
            Cancelled: ``is_cancelled`` said so.
        """
        text = whole_text(text)
        ids: list[NDArray[np.int64]] = [np.empty(0, np.int64)]
        spans: list[NDArray[np.int64]] = [np.empty((0, 2), np.int64)]
        pieces = list(_pieces(text)) if self._can_cut else [(0, len(text))]
        for first in range(0, len(pieces), BATCH):
            if is_cancelled and is_cancelled():
                raise Cancelled("Reading the text was cancelled.")
            batch = pieces[first : first + BATCH]
            encodings = self._inner.encode_batch([text[start:end] for start, end in batch], add_special_tokens=False)
            for (start, _), encoding in zip(batch, encodings, strict=True):
                ids.append(np.array(encoding.ids, np.int64))
                flat = chain.from_iterable(encoding.offsets)  # an array of a list of pairs takes twice as long
                spans.append(np.fromiter(flat, np.int64, 2 * len(encoding)).reshape(-1, 2) + start)
            if progress:
                progress(min(1.0, (first + BATCH) / len(pieces)))
        all_ids, all_spans = np.concatenate(ids), np.concatenate(spans)
        return Tokens(text, all_ids, all_spans, PartLabels(self, all_ids, all_spans, text))

    def normalised(self, text: str) -> str:
        """Return the text as it is read: curly quotes made straight, or whatever else its normalizer does."""
        normalizer = self._inner.normalizer
        return normalizer.normalize_str(text) if normalizer else text

    def unknown_share(self, ids: NDArray[np.int64]) -> float:
        """Return the share of ids, 0 to 1, that stand for what the vocabulary does not have; 0 for byte-level BPE."""
        unknown = self._unknown
        return float(np.mean(ids == unknown)) if len(ids) and unknown is not None else 0.0

    def label(self, token: int) -> str:
        """Return a short name for one id: spaces and line ends visible, incomplete characters as bytes."""
        if token not in self._labels:
            piece = self._inner.id_to_token(token) if token >= 0 else None
            self._labels[token] = str(token) if piece is None else self._label_of(piece)
        return self._labels[token]

    def _label_of(self, piece: str) -> str:
        if self._bytes_of is None or any(sign not in self._bytes_of for sign in piece):
            return visible(piece.replace(self._space, " "))
        raw = bytes(self._bytes_of[sign] for sign in piece)
        try:
            return visible(raw.decode("utf-8"))
        except UnicodeDecodeError:
            return f"⟨{raw.hex(' ').upper()}⟩"


def visible(text: str) -> str:
    """Return a text in which every character can be seen; the empty text becomes ``∅``.

    Spaces become ``·``, line ends ``↵``; control characters and those that take no room their code points; a
    combining mark without a character to sit on gets a dotted circle.
    """
    shown, seat = [], False  # whether the last character can carry a mark
    for sign in text:
        category = unicodedata.category(sign)
        hidden = category[0] in "CZ" or sign in _BLANK
        if sign in _SIGNS:
            shown.append(_SIGNS[sign])
        elif hidden:
            shown.append(f"⟨{ord(sign):04X}⟩")
        else:
            shown.append("◌" + sign if category[0] == "M" and not seat else sign)
        seat = not hidden
    return "".join(shown) or EMPTY_SLOT


def whole_text(text: str) -> str:
    """Return a text without surrogates: a lone one becomes U+FFFD, a pair its character."""
    if _SURROGATE.search(text):
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def require_text(text: str) -> str:
    """Return the text unless there is nothing in it to read.

    Raises:
        TextError: it is empty.
    """
    if not text:
        raise TextError("There is no text to read: paste some, or open a file that has some.")
    return text


class Labels(Sequence[str]):
    """Labels of ids, looked up when asked for: a book has millions of tokens and a window shows hundreds."""

    def __init__(self, tokenizer: TextTokenizer, ids: NDArray[np.int64]) -> None:
        self._tokenizer, self._ids = tokenizer, ids

    def __len__(self) -> int:
        return len(self._ids)

    def __getitem__(self, index):  # type: ignore[no-untyped-def] # both overloads in one line
        if isinstance(index, slice):
            return [self.label(place) for place in range(len(self))[index]]
        return self.label(range(len(self))[index])

    def label(self, place: int) -> str:
        """Return the label of the token at a place in the text."""
        return self._tokenizer.label(int(self._ids[place]))


class PartLabels(Labels):
    """Labels that name the character of which a token is a part, and which part it is: ``天 2/3`` for its second byte.

    The token alone knows its bytes only; the text knows the character.
    """

    def __init__(self, tokenizer: TextTokenizer, ids: NDArray[np.int64], spans: NDArray[np.int64], text: str) -> None:
        super().__init__(tokenizer, ids)
        self._spans, self._text = spans, text

    def label(self, place: int) -> str:
        """Return the label of the token at a place in the text."""
        start, end = self._spans[place].tolist()
        if end - start != 1:
            return super().label(place)
        first, last = place, place  # the tokens that share this one character
        while first and self._spans[first - 1, 0] == start and self._spans[first - 1, 1] == end:
            first -= 1
        while last + 1 < len(self) and self._spans[last + 1, 0] == start and self._spans[last + 1, 1] == end:
            last += 1
        if first == last:
            return super().label(place)
        return f"{visible(self._text[start])} {place - first + 1}/{last - first + 1}"


def _can_cut(description: dict[str, Any]) -> bool:
    """Whether a tokenizer is a plain byte-level BPE: others may join, strip or prefix what ``_pieces`` would cut."""
    splitter, normalizer = description.get("pre_tokenizer") or {}, description.get("normalizer") or {}
    plain = splitter.get("type") == "ByteLevel" and splitter.get("use_regex", True)
    replaces = [normalizer] if normalizer.get("type") != "Sequence" else normalizer["normalizers"]
    return (
        plain
        and not splitter.get("add_prefix_space")
        and not description.get("added_tokens")
        and all(step.get("type", "Replace") == "Replace" for step in replaces)
    )


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Cut a text into spans of about ``PIECE`` characters.

    Byte-level BPE never merges across the last white space before a word, nor from a CJK punctuation mark
    into a letter, so those are the only places to cut; a stretch without one stays whole. What Python calls white
    space or a letter and the tokenizer does not (U+001C to U+001F, the underscore) is left out.
    """
    start = 0
    while start < len(text):
        cut = _CUT.search(text, start + PIECE) if start + PIECE < len(text) else None
        end = cut.start() if cut else len(text)
        yield start, end
        start = end


@lru_cache(maxsize=1)
def _byte_alphabet() -> dict[str, int]:
    """Return the byte for each sign of byte-level BPE's alphabet (Radford et al. 2019).

    Printable Latin-1 stands for itself; the other 68 bytes are moved, in order, to U+0100 and up.
    """
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    moved = [byte for byte in range(256) if byte not in printable]
    return {chr(byte): byte for byte in printable} | {chr(0x100 + n): byte for n, byte in enumerate(moved)}
