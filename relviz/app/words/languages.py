"""The languages that relviz speaks. Loads no Qt: the command line offers their names."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Language:
    """A language.

    Attributes:
        title: what it calls itself in the menu; ``&`` marks the letter that leads there.
        qt: how Qt calls its catalogue, by language and country; "" for the language of the source.
    """

    title: str
    qt: str


LANGUAGES = {
    "en": Language("&English", ""),
    "zh": Language("简体中文 (&Z)", "zh_CN"),
}
"""Each by its name: the value of ``--lang``, and how its catalogue ``relviz_NAME.qm`` and its help are called."""
