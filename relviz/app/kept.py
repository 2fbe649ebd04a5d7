"""What is kept: frozen values whose fields say what a file may hold.

A field is declared once, in a frozen dataclass. Its type is what may stand in the file, its default what is meant where
the file says nothing; from them follow what is written (``told``), what is read and how damage is named (``read``). So
to keep one more thing, add a field where its kin are, such as to ``relviz.app.projects.project.Shown``.

msgspec and pydantic were looked at. The first names in its errors neither the key of a dictionary nor the words that
may be chosen, which our sentences do; the second takes no JSON object for a dataclass where it is strict, so that views
of ``figure`` would have to be declared twice. Either takes a tenth of a second and more to load.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, is_dataclass, replace
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, Union, get_args, get_type_hints

from relviz.core.sentence import Sentence
from relviz.errors import ProjectError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

T = TypeVar("T")
LARGEST = 2**31 - 1
"""The largest whole number that Qt takes."""


@dataclass(frozen=True)
class Within:
    """The smallest and the largest that a whole number may be; one that says nothing may be negative."""

    least: int
    most: int = LARGEST


Whole = Annotated[int, Within(0)]
"""A whole number from 0."""


def told(value: object, usual: object = None) -> dict[str, object]:
    """Return a frozen dataclass in JSON's types, lists rather than tuples.

    Args:
        value: an instance.
        usual: another one, to tell only what differs from it.
    """
    data, others = _plain(value), {} if usual is None else _plain(usual)
    return {name: one for name, one in data.items() if name not in others or one != others[name]}


def _plain(value: object) -> dict[str, object]:
    data = asdict(value)  # type: ignore[call-overload] # callers give dataclasses
    return {name: list(one) if isinstance(one, tuple) else one for name, one in data.items()}


def read(usual: T, data: object, where: str = "", only: Collection[str] = ()) -> T:
    """Return a frozen dataclass as JSON tells of it. What is unknown is left out, so that newer files can be read.

    Args:
        usual: an instance with what is meant where a value is missing or null.
        data: the JSON object.
        where: how to call the place in a message, e.g. ``view.``; empty for the outermost.
        only: names of the fields to read; all if there are none.

    Raises:
        ProjectError: it is no JSON object, or a value is not what its field can be.
    """
    values, kinds = inner(data, where), get_type_hints(type(usual), include_extras=True)
    names = [name for name in only or kinds if values.get(name) is not None]
    return replace(  # type: ignore[type-var] # callers give dataclasses
        usual, **{name: _value(kinds[name], values[name], f"{where}{name}", getattr(usual, name)) for name in names}
    )


def inner(value: object, where: str) -> Mapping[str, Any]:
    """Return the values of a JSON object, none if it is missing or null."""
    if value is None and where:
        return {}
    if not isinstance(value, dict):
        raise damaged(where.removesuffix(".") or Sentence("the whole"), Sentence("an object"), value)
    return value


def numbers(value: object, where: str) -> dict[str, float]:
    """Return the numbers of a JSON object by their names."""
    return {name: _number(one, f"{where}{name}") for name, one in inner(value, where).items()}


def damaged(what: str, wanted: str, value: object) -> ProjectError:
    """Return the error that says which value is not what it should be."""
    shown = repr(value)
    shown = shown if len(shown) <= 40 else f"{shown[:40]}…"
    return ProjectError("The project is damaged: {0} must be {1}, not {2}; open another one.", what, wanted, shown)


def _value(kind: Any, value: object, where: str, usual: object) -> object:
    """Return a value if it is of the kind that a field has."""
    within, origin = Within(-LARGEST), getattr(kind, "__origin__", None)
    if hasattr(kind, "__metadata__"):  # Annotated
        kind, within = origin, next((one for one in kind.__metadata__ if isinstance(one, Within)), within)
    if isinstance(kind, UnionType) or origin is Union:
        return _one_of(get_args(kind), value, where, usual)
    if origin is Literal:
        return _choice(get_args(kind), value, where)
    if is_dataclass(kind):
        return read(usual, value, f"{where}.")
    if kind is float:
        return _number(value, where)
    if origin is tuple:  # of whole numbers; no field has another list
        if isinstance(value, list) and all(_is_whole(one) for one in value):
            return tuple(value)
        raise damaged(where, Sentence("a list of whole numbers"), value)
    if kind is int and not _is_whole(value, within):
        wanted = Sentence("a whole number") if within.least < 0 else Sentence("a whole number from 0")
        raise damaged(where, wanted, value)
    if kind is bool and not isinstance(value, bool):
        raise damaged(where, Sentence("true or false"), value)
    if kind is str and not isinstance(value, str):
        raise damaged(where, Sentence("a string"), value)
    return value


def _one_of(kinds: tuple[Any, ...], value: object, where: str, usual: object) -> object:
    """Return a value that may be a word or something else; errors tell of the something else, if there is one."""
    words = [one for kind in kinds if getattr(kind, "__origin__", None) is Literal for one in get_args(kind)]
    others = [kind for kind in kinds if kind is not NoneType and getattr(kind, "__origin__", None) is not Literal]
    if others and value not in words:
        return _value(others[0], value, where, usual)
    return _choice((None, *words) if NoneType in kinds else tuple(words), value, where)


def _choice(choices: tuple[object, ...], value: object, where: str) -> object:
    if isinstance(value, str) and value in choices:
        return value
    raise damaged(where, Sentence("one of {0}", ", ".join(map(str, choices))), value)


def _number(value: object, where: str) -> float:
    if _is_whole(value) or (isinstance(value, float) and math.isfinite(value)):
        return float(value)  # type: ignore[arg-type] # it is one
    raise damaged(where, Sentence("a number"), value)


def _is_whole(value: object, within: Within = Within(-LARGEST)) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and within.least <= value <= within.most
