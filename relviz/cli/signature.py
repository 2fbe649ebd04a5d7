"""Options that several commands share, declared once: a dataclass whose fields typer takes for options."""

from __future__ import annotations

import inspect
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


@dataclass(frozen=True)
class OneOf:
    """Says in the annotation of an option which words it takes, where they come from a table: ``Annotated[str, ...]``.

    Attributes:
        names: the words.
    """

    names: Iterable[str]


def flat(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command as typer understands it.

    Each parameter that is a dataclass becomes one option a field, in its place, as the field's ``Annotated`` says, and
    the command is given the dataclass. An option that says ``OneOf`` takes these words alone, which come as ``str``.
    Tables are read now: what a program adds to them has to be there before it loads the commands.
    """
    groups: dict[str, tuple[type[Any], list[str]]] = {}
    flattened: list[inspect.Parameter] = []
    for parameter in inspect.signature(command, eval_str=True).parameters.values():
        if not is_dataclass(parameter.annotation):
            flattened.append(parameter.replace(annotation=_of_words(parameter.annotation)))
            continue
        group = parameter.annotation
        assert isinstance(group, type)
        hints = get_type_hints(group, include_extras=True)
        groups[parameter.name] = group, [field.name for field in fields(group)]
        for field in fields(group):
            default = parameter.empty if field.default is MISSING else field.default
            annotation = _of_words(hints[field.name])
            flattened.append(inspect.Parameter(field.name, parameter.kind, default=default, annotation=annotation))

    @wraps(command)
    def flattening(**given: Any) -> None:
        given = {name: _plain(value) for name, value in given.items()}
        for name, (group, members) in groups.items():
            given[name] = group(**{member: given.pop(member) for member in members})
        command(**given)

    flattening.__signature__ = inspect.Signature(flattened)  # type: ignore[attr-defined] # which typer asks for
    flattening.__annotations__ = {parameter.name: parameter.annotation for parameter in flattened}
    return flattening


def _of_words(annotation: Any) -> Any:
    """Return an annotation with an enumeration in the place of its type, where it says ``OneOf``."""
    if get_origin(annotation) is not Annotated:
        return annotation
    kind, *rest = get_args(annotation)
    words = next((one for one in rest if isinstance(one, OneOf)), None)
    if words is None:
        return annotation
    choice = _choice(words.names)
    if list in {get_origin(kind), *map(get_origin, get_args(kind))}:
        choice = list[choice]  # type: ignore[valid-type] # as it runs
    if type(None) in get_args(kind):
        choice = choice | None
    return Annotated[choice, *(one for one in rest if one is not words)]


def _choice(names: Iterable[str]) -> Any:
    return StrEnum("Choice", [(name, name) for name in names])


def _plain(value: Any) -> Any:
    """Return what an option was given, words as ``str``."""
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return value.value if isinstance(value, StrEnum) else value
