"""The choices of the heads map, in a project."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from relviz.app.projects.fields import Fields
from relviz.figure.views.heads_view import ORDERS, HeadsView

if TYPE_CHECKING:
    from collections.abc import Mapping

    from relviz.app.work.measuring import Measuring

NAME = "heads"
"""Under which a project keeps them."""


class MeasuringPart(QObject):
    """Keeps how the heads are shown (``relviz.app.projects.parts.Part``).

    Signals:
        changed(): it is another way.
    """

    changed = Signal()

    def __init__(self, measuring: Measuring) -> None:
        super().__init__(measuring)
        self._measuring = measuring
        measuring.view_changed.connect(self.changed)

    def to_dict(self) -> dict[str, object]:
        """Return what is chosen; nothing if it is as at first."""
        view = self._measuring.view
        return {} if view == HeadsView() else view.as_data()

    def take(self, data: Mapping[str, object]) -> None:
        """Choose what was chosen once.

        Raises:
            ProjectError: a value is not what it should be.
        """
        fields, usual = Fields(data, f"parts.{NAME}."), HeadsView()
        self._measuring.set(
            metric=fields.words("metric") or usual.metric,
            order=fields.choice("order", ORDERS, usual.order),
            means=fields.switch("means"),
        )
