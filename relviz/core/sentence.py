"""Sentences of the core that a window may say in another language."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Sequence


class Sentence(str):
    """An English sentence that still knows what it was made from.

    Args:
        template: the sentence, with ``{0}``, ``{1}`` where values go; a template without values is taken as it is.
        values: the values; sentences among them can be said in another language, too.

    Attributes:
        template: the sentence before values were put into it.
        values: what goes into it.
    """

    __slots__ = ("template", "values")
    template: str
    values: tuple[object, ...]

    def __new__(cls, template: str, *values: object) -> Self:
        """Put the values in."""
        made = super().__new__(cls, template.format(*values) if values else template)
        made.template, made.values = template, values
        return made

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        """Make the same of it where it is unpickled or copied."""
        return type(self), (self.template, *self.values)


def marked(context: str, text: str) -> str:  # noqa: ARG001 # it is read in the source
    """Return a text as it is; it is translated where it is shown, with the context, and is found for it here."""
    return text


def either(names: Sequence[str]) -> str:
    """Return names to choose from, for a sentence: ``.npz, .csv or .json``."""
    *most, last = names
    return Sentence("{0} or {1}", reduce(_and_then, most), last) if most else last


def _and_then(before: str, after: str) -> str:
    return Sentence("{0}, {1}", before, after)
