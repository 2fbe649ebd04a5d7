"""What holds a piece of state that a window looks at and a project keeps, and tells when it is another."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from PySide6.QtCore import QObject, Signal

from relviz.app.kept import read, told
from relviz.errors import RelvizError

if TYPE_CHECKING:
    from collections.abc import Mapping

T = TypeVar("T")

log = logging.getLogger(__name__)


class Held(QObject, Generic[T]):
    """Holds a frozen value, and tells when it is another.

    Args:
        view: the value at first.
        name: under which a project keeps it among its parts (``Parts``); empty if it is kept elsewhere or not at all.

    Attributes:
        view: the value.

    Signals:
        changed(): it is another.
    """

    changed = Signal()

    def __init__(self, view: T, name: str = "", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.view, self._first, self._name = view, view, name

    def set(self, **changes: object) -> None:
        """Change some of its fields, by their names."""
        view = replace(self.view, **changes)  # type: ignore[type-var] # callers give dataclasses
        if view != self.view:
            self.view = view
            self.changed.emit()

    def to_dict(self) -> dict[str, object]:
        """Return what is not as at first, for a project (``Part``)."""
        return told(self.view, self._first)

    def take(self, data: Mapping[str, object]) -> None:
        """Become what ``to_dict`` said once.

        Raises:
            ProjectError: a value is not what it should be.
        """
        self.set(**vars(read(self._first, data, f"parts.{self._name}.")))


class Part(Protocol):
    """A piece of state that a project keeps beside the session's own."""

    def to_dict(self) -> dict[str, object]:
        """Return it in JSON's types, lists rather than tuples; nothing if it is as at first."""

    def take(self, data: Mapping[str, object]) -> None:
        """Become what ``to_dict`` said once, by now perhaps in another version; nothing is as at first.

        Called when the numbers of the project are shown. What makes no sense is left as at first.
        """


class Parts(QObject):
    """The parts of one session, by their names in a project file.

    Signals:
        changed(): one of them is another.
        taken(): all of them have become what a project said.
    """

    changed = Signal()
    taken = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._parts: dict[str, Part] = {}

    def add(self, name: str, part: Part, changed: str = "changed") -> None:
        """Have a part kept from now on; one of the same name goes, since views are put up again now and then.

        Args:
            name: of it in a project file.
            part: what is kept; its signal, if it has one, is listened to.
            changed: the name of that signal.
        """
        self._parts[name] = part
        if isinstance(part, QObject) and (signal := getattr(part, changed, None)) is not None:
            signal.connect(self.changed)

    def to_dict(self) -> dict[str, dict[str, object]]:
        """Return what is not as at first, by the names of the parts."""
        kept = {name: part.to_dict() for name, part in self._parts.items()}
        return {name: data for name, data in kept.items() if data}

    def take(self, data: Mapping[str, Mapping[str, object]]) -> None:
        """Have every part become what was kept of it; those of which nothing was kept become as at first."""
        for name, part in self._parts.items():
            try:
                part.take(data.get(name, {}))
            except RelvizError as error:  # the rest of the project is worth having
                log.info("the part %s of a project is left out: %s", name, error)
        self.taken.emit()
