"""Which models there are, and which of them fits a text, without loading torch."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from relviz.resources import resource

if TYPE_CHECKING:
    from pathlib import Path

    from relviz.core.text.fit import Fit
    from relviz.core.text.tokens import Tokenizer

DEFAULT_MODEL = "en-small"
"""What reads where no text says otherwise."""
LAB = "lab-"
"""How the names of models begin that are there to be compared with each other, not to read with."""


@dataclass(frozen=True)
class Choice:
    """Which model reads a text, and why.

    Attributes:
        model: its name.
        fits: how each model that could have been chosen cuts the text, the chosen one first, then by what fits best.
    """

    model: str
    fits: tuple[tuple[str, Fit], ...]

    @property
    def source(self) -> str:
        """What opens it: the model that comes with relviz, also where a folder of that name is at hand."""
        return str(resource("models", self.model))


def bundled_models() -> list[str]:
    """Return the names of the models that come with relviz."""
    return sorted(path.parent.name for path in resource("models").glob("*/config.json"))


def language_models() -> list[str]:
    """Return the names of those that read a language, the default first."""
    names = [path.parent.name for path in resource("models").glob("*/tokenizer.json")]
    readers = {name for name in names if not name.startswith(LAB)} & set(bundled_models())
    return sorted(readers, key=lambda name: (name != DEFAULT_MODEL, name))


def choose(text: str) -> Choice:
    """Choose the model that fits a text: that which needs the fewest tokens a character, incomplete ones counted twice.

    Where there is only one, nothing is measured. Takes milliseconds, and the reading of each model's tokenizer once.

    Raises:
        ModelError: a tokenizer is damaged.
    """
    names = language_models()
    if len(names) < 2:
        return Choice(names[0] if names else DEFAULT_MODEL, ())
    from relviz.core.text.fit import fit  # noqa: PLC0415 # loads numpy

    fits = [(name, fit(_tokenizer(resource("models", name, "tokenizer.json")), text)) for name in names]
    fits.sort(key=lambda pair: pair[1].cost)  # stable: of equals the default is first
    return Choice(fits[0][0], tuple(fits))


@lru_cache(maxsize=8)
def _tokenizer(path: Path) -> Tokenizer:
    from relviz.core.text.tokens import Tokenizer  # noqa: PLC0415 # loads numpy

    return Tokenizer.from_file(path)
