"""How profiles are shown, for a project to bring back."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from PySide6.QtCore import QObject, Signal

from relviz.app.projects.fields import Fields
from relviz.figure.views.profile_view import Spacing
from relviz.figure.views.term_view import Colours

if TYPE_CHECKING:
    from collections.abc import Mapping

    from relviz.app.work.profiling import Profiling

NAME = "profiles"
"""What a project file calls it."""


class ProfilingPart(QObject):
    """Keeps the choices of the Profiles page (``relviz.app.projects.parts.Part``).

    Signals:
        changed(): one of them is another.
    """

    changed = Signal()

    def __init__(self, profiling: Profiling) -> None:
        super().__init__(profiling)
        self._profiling = profiling
        self._first = profiling.view
        profiling.view_changed.connect(self.changed)

    def to_dict(self) -> dict[str, object]:
        """Return what is chosen; nothing if it is as at first."""
        view, whole = self._profiling.view, self._profiling.whole
        if view == self._first and not whole:
            return {}
        return {"beside": view.beside, "spacing": view.spacing, "colours": view.colours, "whole": whole}

    def take(self, data: Mapping[str, object]) -> None:
        """Choose what was chosen once.

        Raises:
            ProjectError: a value is not what it should be.
        """
        fields = Fields(data, f"parts.{NAME}.")
        self._profiling.set(
            beside=fields.words("beside") or self._first.beside,
            spacing=fields.choice("spacing", get_args(Spacing), self._first.spacing),
            colours=fields.choice("colours", get_args(Colours), self._first.colours),
        )
        self._profiling.set_whole(fields.switch("whole"))
