"""Reads values out of JSON one by one, and says in words which one is not what it should be."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar, cast

from relviz.core.sentence import Sentence
from relviz.errors import ProjectError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

T = TypeVar("T")
LARGEST = 2**31 - 1
"""The largest whole number that Qt takes."""


@dataclass(frozen=True)
class Fields:
    """The values of a JSON object. Those that are missing have a default; those of another kind are an error.

    Attributes:
        values: what is in it.
        where: how to call it in a message, e.g. ``view.``; empty for the outermost.
    """

    values: Mapping[str, object] = field(default_factory=dict)
    where: str = ""

    @classmethod
    def of(cls, value: object, where: str = "") -> Fields:
        """Return the values of what was read.

        Raises:
            ProjectError: it is no JSON object.
        """
        if not isinstance(value, dict):
            raise _wrong(where.removesuffix(".") or Sentence("the whole"), Sentence("an object"), value)
        return cls(cast("dict[str, object]", value), where)

    def inner(self, name: str) -> Fields:
        """Return the values of an object within, none if it is missing or null."""
        value = self.values.get(name)
        return Fields(where=f"{self.where}{name}.") if value is None else Fields.of(value, f"{self.where}{name}.")

    def words(self, name: str) -> str | None:
        """Return a string; None if it is missing or null."""
        value = self.values.get(name)
        if value is None or isinstance(value, str):
            return value
        raise self._wrong(name, Sentence("a string"))

    def whole(self, name: str, default: int = 0, *, negative: bool = False) -> int:
        """Return a whole number, from 0 unless it may be negative."""
        value = self.values.get(name, default)
        least = -LARGEST if negative else 0
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= LARGEST:
            return value
        raise self._wrong(name, Sentence("a whole number") if negative else Sentence("a whole number from 0"))

    def maybe_whole(self, name: str) -> int | None:
        """Return a whole number from 0; None if it is missing or null."""
        return None if self.values.get(name) is None else self.whole(name)

    def number(self, name: str, default: float) -> float:
        """Return a finite number."""
        value = self.values.get(name, default)
        whole = isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST
        if whole or (isinstance(value, float) and math.isfinite(value)):
            return float(cast("float", value))
        raise self._wrong(name, Sentence("a number"))

    def switch(self, name: str, *, default: bool = False) -> bool:
        """Return true or false."""
        value = self.values.get(name, default)
        if isinstance(value, bool):
            return value
        raise self._wrong(name, Sentence("true or false"))

    def choice(self, name: str, choices: Collection[T], default: T) -> T:
        """Return one of some values."""
        value = self.values.get(name, default)
        for known in choices:
            if value == known and type(value) is type(known):
                return known
        raise self._wrong(name, Sentence("one of {0}", ", ".join(map(str, choices))))

    def whole_numbers(self, name: str) -> tuple[int, ...]:
        """Return a list of whole numbers; an empty one if it is missing."""
        value = self.values.get(name, [])
        if isinstance(value, list) and all(isinstance(one, int) and not isinstance(one, bool) for one in value):
            return tuple(value)
        raise self._wrong(name, Sentence("a list of whole numbers"))

    def numbers(self, name: str) -> dict[str, float]:
        """Return numbers by their names; none if they are missing."""
        inner = self.inner(name)
        return {key: inner.number(key, 0.0) for key in inner.values}

    def _wrong(self, name: str, wanted: str) -> ProjectError:
        return _wrong(f"{self.where}{name}", wanted, self.values.get(name))


def _wrong(what: str, wanted: str, value: object) -> ProjectError:
    shown = repr(value)
    shown = shown if len(shown) <= 40 else f"{shown[:40]}…"
    return ProjectError("The project is damaged: {0} must be {1}, not {2}; open another one.", what, wanted, shown)
