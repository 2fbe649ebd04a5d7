"""What a feature has to keep of its own, so that a project brings it back."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal

from relviz.errors import RelvizError

if TYPE_CHECKING:
    from collections.abc import Mapping

log = logging.getLogger(__name__)


class Part(Protocol):
    """A piece of state that is kept with the session's own; its signal ``changed()``, if it has one, is listened to."""

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

    def add(self, name: str, part: Part) -> None:
        """Have a part kept from now on; one of the same name goes, since views are put up again now and then."""
        self._parts[name] = part
        if isinstance(part, QObject) and (changed := getattr(part, "changed", None)) is not None:
            changed.connect(self.changed)

    def to_dict(self) -> dict[str, dict[str, object]]:
        """Return what is not as at first, by the names of the parts."""
        told = {name: part.to_dict() for name, part in self._parts.items()}
        return {name: data for name, data in told.items() if data}

    def take(self, data: Mapping[str, Mapping[str, object]]) -> None:
        """Have every part become what was kept of it; those of which nothing was kept become as at first."""
        for name, part in self._parts.items():
            try:
                part.take(data.get(name, {}))
            except RelvizError as error:  # the rest of the project is worth having
                log.info("the part %s of a project is left out: %s", name, error)
        self.taken.emit()
