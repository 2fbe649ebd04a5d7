"""Text to the ids of whole words, for models whose vocabulary is a list of words."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from relviz.core.text.tokens import Labels, Tokens, visible, whole_text
from relviz.errors import Cancelled, ModelError, TextError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

LINE_END = "<eos>"
UNKNOWN = ("<unk>", "<UNK>")
PROTECTED = ["<unk>", "<eos>", "<formula>"]
"""What Moses's tokenizer leaves whole: the special tokens of ``TransfoXLTokenizer``."""
_WIKITEXT = re.compile(r"(?<!\S)(?:@[-,.]@|<unk>)(?!\S)")
_NUMBERS = re.compile(r"(?<=\d)[,.](?=\d)")
_MARK = re.compile(r"@([-,.])@")

Piece = tuple[str, int, int]
"""A word, and its start and end in a text."""


class WordTokenizer:
    """Words as Transformer-XL's were made (Hugging Face's ``TransfoXLTokenizer``; the authors' ``Vocab``).

    Plain text goes through Moses's rules: punctuation normalised and split off, dashes between letters and marks
    within numbers set apart as ``@-@``, ``@,@`` and ``@.@``, no escaping. A text that has such marks, or ``<unk>``, as
    words of its own has been through them already, as WikiText has, and is only split at white space.

    Each line end that is in the text is read as ``<eos>``, as it was in training; none is added at the end of a text,
    where there may be more to come. (``TransfoXLTokenizer`` takes a text as one line and never adds one.)
    """

    def __init__(self, words: Sequence[str], *, lower_case: bool = False) -> None:
        self.words = list(words)
        self.lower_case = lower_case
        self._ids = {word: index for index, word in enumerate(self.words)}
        if len(self._ids) < len(self.words):
            raise ModelError("the vocabulary has a word twice.")
        self.unknown = next((self._ids[word] for word in UNKNOWN if word in self._ids), None)
        self._moses: _Moses | None = None

    @property
    def vocab_size(self) -> int:
        """How many ids there are."""
        return len(self.words)

    def encode(
        self,
        text: str,
        progress: Callable[[float], None] | None = None,
        is_cancelled: Callable[[], bool] | None = None,
    ) -> Tokens:
        """Split a text into words.

        Args:
            text: any string.
            progress: called with the share done, 0 to 1.
            is_cancelled: asked for each line.

        Raises:
            TextError: a word is not in the vocabulary, which has none for unknown ones.
            Cancelled: ``is_cancelled`` said so.
        """
        text = whole_text(text)
        ids: list[int] = []
        spans: list[tuple[int, int]] = []
        tokenised = is_tokenised(text)
        for start, line in _lines(text):
            if is_cancelled and is_cancelled():
                raise Cancelled("Reading the text was cancelled.")
            for word, first, last in self._split(line, tokenised):
                ids.append(self._id(word))
                spans.append((start + first, start + last))
            end = start + len(line)
            if end < len(text) and LINE_END in self._ids:
                ids.append(self._ids[LINE_END])
                spans.append((end, end + 1))
            if progress:
                progress(min(1.0, (end + 1) / len(text)))
        all_ids = np.array(ids, np.int64)
        return Tokens(text, all_ids, np.array(spans, np.int64).reshape(-1, 2), Labels(self, all_ids))

    def unknown_share(self, ids: NDArray[np.int64]) -> float:
        """Return the share of ids, 0 to 1, that stand for words that the vocabulary does not have."""
        return float(np.mean(ids == self.unknown)) if len(ids) and self.unknown is not None else 0.0

    def label(self, token: int) -> str:
        """Return the word of an id; a line end is shown as ``<eos>``."""
        return visible(self.words[token]) if 0 <= token < len(self.words) else str(token)

    def _id(self, word: str) -> int:
        found = self._ids.get(word, self.unknown)
        if found is None:
            raise TextError("The model's vocabulary has no word {0!r}, and none for unknown words: leave it out.", word)
        return found

    def _split(self, line: str, tokenised: bool) -> list[Piece]:
        if not line.strip():
            return []
        if tokenised:
            pieces = [(match[0], match.start(), match.end()) for match in re.finditer(r"\S+", line)]
        else:
            if self._moses is None:
                self._moses = _Moses()
            pieces = self._moses.split(line)
        return [(word.lower(), start, end) for word, start, end in pieces] if self.lower_case else pieces


def is_tokenised(text: str) -> bool:
    """Whether a text has been through Moses's rules already: it has a mark that only they make, as a word."""
    return _WIKITEXT.search(text) is not None


class _Moses:
    """Moses's rules, with an account of where in the text each word came from."""

    def __init__(self) -> None:
        import sacremoses  # noqa: PLC0415 # keeps `import relviz` light

        self._normalizer = sacremoses.MosesPunctNormalizer("en")
        self._tokenizer = sacremoses.MosesTokenizer("en")

    @cached_property
    def _rules(self) -> list[tuple[re.Pattern[str], str]]:
        rules: list[tuple[Any, str]] = self._normalizer.substitutions
        return [(re.compile(pattern), replacement) for pattern, replacement in rules]

    def split(self, line: str) -> list[Piece]:
        """Return the words of a line with their places in it."""
        plain, starts, ends = self.normalise(line)
        words = self._tokenizer.tokenize(
            plain, aggressive_dash_splits=True, return_str=False, escape=False, protected_patterns=PROTECTED
        )
        pieces: list[Piece] = []
        position = 0
        for word in words:
            for part in _NUMBERS.sub(r" @\g<0>@ ", word).split():
                first, position = _locate(_MARK.sub(r"\1", part), plain, position)
                if first < position:
                    pieces.append((part, starts[first], ends[position - 1]))
                else:  # nothing of its own in the line stands for it
                    last = max(position - 1, 0)
                    pieces.append((part, starts[last], ends[last]))
        return pieces

    def normalise(self, line: str) -> tuple[str, list[int], list[int]]:
        """Return the line with its punctuation normalised, and where each of its characters starts and ends in it."""
        starts, ends = list(range(len(line))), list(range(1, len(line) + 1))
        for pattern, replacement in self._rules:
            pieces: list[str] = []
            new_starts: list[int] = []
            new_ends: list[int] = []
            last = 0
            for match in pattern.finditer(line):
                kept = slice(last, match.start())
                new = match.expand(replacement)
                pieces += [line[kept], new]
                came = _origins(match, new, starts, ends)
                new_starts += [*starts[kept], *(start for start, _ in came)]
                new_ends += [*ends[kept], *(end for _, end in came)]
                last = match.end()
            if pieces:
                line = "".join([*pieces, line[last:]])
                starts, ends = new_starts + starts[last:], new_ends + ends[last:]
        left = len(line) - len(line.lstrip())
        line = line.strip()
        return line, starts[left : left + len(line)], ends[left : left + len(line)]


def _origins(match: re.Match[str], new: str, starts: list[int], ends: list[int]) -> list[tuple[int, int]]:
    """Return where each character of a replacement came from: its like, the one in its place, or all of it."""
    if match.start() == match.end():
        place = ends[match.start() - 1] if match.start() else 0
        return [(place, place)] * len(new)
    whole = (starts[match.start()], ends[match.end() - 1])
    origins, free = [], list(range(match.start(), match.end()))
    in_place = len(new) == len(free)
    for place, sign in enumerate(new, match.start()):
        like = next((index for index in free if match.string[index] == sign), None)
        if like is not None:
            free.remove(like)
        elif in_place:
            like = place
        origins.append(whole if like is None else (starts[like], ends[like]))
    # a comma and a quotation mark may change places: then they share both
    return origins if origins == sorted(origins) else [whole] * len(new)


def _locate(word: str, text: str, position: int) -> tuple[int, int]:
    """Return the start and end of a word in a text from a position on, skipping white space and what was dropped."""
    found = text.find(word, position, position + len(word) + 64)
    if found >= 0:
        return found, found + len(word)
    return position, position


def _lines(text: str) -> Iterator[tuple[int, str]]:
    r"""Return each line without its ``\n``, and where it starts."""
    start = 0
    for line in text.split("\n"):
        if line or start < len(text):
            yield start, line
        start += len(line) + 1
