"""Whose attention marks the memory tokens that get most of it: a part of the session's state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from relviz.app.projects.fields import Fields

if TYPE_CHECKING:
    from collections.abc import Mapping


class Marking(QObject):
    """Holds whether the memory tokens marked are those of the selected query or of all queries together.

    Attributes:
        by_query: whether they are those that the selected query looks at most, as in Figure 6 of Dai et al. 2019.

    Signals:
        changed(): it is another.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.by_query = False

    def set_by_query(self, by_query: bool) -> None:
        """Go by the selected query, or by the mean over the queries of the segment."""
        if by_query != self.by_query:
            self.by_query = by_query
            self.changed.emit()

    def to_dict(self) -> dict[str, object]:
        """Return the choice for a project (``relviz.app.projects.parts.Part``); nothing if it is as at first."""
        return {"by_query": True} if self.by_query else {}

    def take(self, data: Mapping[str, object]) -> None:
        """Choose what was chosen once.

        Raises:
            ProjectError: the value is neither true nor false.
        """
        self.set_by_query(Fields(data, "parts.marking.").switch("by_query"))
