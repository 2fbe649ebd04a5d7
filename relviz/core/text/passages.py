"""The passages that models are measured on: they come with relviz, and no model that does has learnt from them."""

from __future__ import annotations

from functools import lru_cache

from relviz.core.sentence import either
from relviz.errors import SettingError, TextError
from relviz.resources import resource

BEGINNING = 2000
"""Bytes of a beginning."""


def passage_languages() -> list[str]:
    """Return the languages that there are passages of, e.g. ``en``."""
    return sorted({path.parent.name for path in resource("passages").glob("*/*.txt")})


def passages(language: str) -> dict[str, str]:
    """Return the passages of a language, whole documents or their beginnings, by name.

    Raises:
        SettingError: there are none of that language.
        TextError: one cannot be read.
    """
    paths = sorted(resource("passages", language).glob("*.txt"))
    if not paths:
        raise SettingError(
            "There are no test passages of the language {0!r}: choose {1}.", language, either(passage_languages())
        )
    try:
        return {path.stem: path.read_text(encoding="utf-8") for path in paths}
    except (OSError, UnicodeDecodeError) as error:
        raise TextError("A test passage cannot be read ({0}): install relviz again.", error) from error


@lru_cache(maxsize=1)
def passage_beginnings() -> dict[str, str]:
    """Return for each language the beginnings of its passages, joined: what its texts are like, read in no time."""
    joined = dict.fromkeys(passage_languages(), "")
    for language in joined:
        for path in sorted(resource("passages", language).glob("*.txt")):
            with path.open("rb") as file:
                joined[language] += file.read(BEGINNING).decode(errors="ignore")
    return joined
