"""How the maps of the Terms page are shown: a part of the session's state."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from relviz.core.metrics.hidden_keys import without_keys
from relviz.figure.views.term_view import TermView

if TYPE_CHECKING:
    from collections.abc import Mapping

    from relviz.app.session.pin import Region
    from relviz.core.reading.look import Look
    from relviz.figure.spec import Scale


class Maps(QObject):
    """Holds scales, views of the terms, and which keys are hidden.

    Attributes:
        view: how the maps are shown.

    Signals:
        changed(): the view is another.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.view = TermView()
        self._left: tuple[Look, tuple[int, ...], Look] | None = None  # a look, hidden keys, and what is left of it
        self._kept: tuple[tuple[object, ...], Mapping[str, Scale]] = (), {}

    def set(self, **changes: object) -> None:
        """Show the maps in another way; the names are those of ``TermView``."""
        view = replace(self.view, **changes)  # type: ignore[arg-type] # names are checked by replace
        if view != self.view:
            self.view = view
            self.changed.emit()

    @property
    def shared_scale(self) -> bool:
        """Whether all terms have one scale."""
        return self.view.scales == "shared"

    def set_shared_scale(self, shared: bool) -> None:
        """Give the four terms one scale, or each its own."""
        self.set(scales="shared" if shared else "own")

    def hide(self, look: Look, region: Region) -> None:
        """Hide the keys of some cells; show them again if all of them are hidden already."""
        columns = slice(region.column, region.column + region.columns)
        keys, hidden = set(look.key_positions[columns].tolist()), set(self.view.hidden)
        self.set(hidden=tuple(sorted(hidden - keys if keys <= hidden else hidden | keys)))

    def show_all(self) -> None:
        """Show all keys again."""
        self.set(hidden=())

    def left(self, look: Look) -> Look:
        """Return a look without the keys that are hidden; it is found once."""
        if self._left is None or self._left[0] is not look or self._left[1] != self.view.hidden:
            self._left = look, self.view.hidden, without_keys(look, self.view.hidden)
        return self._left[2]

    def kept(self, look: Look) -> Mapping[str, Scale]:
        """Return the scales that were kept for what is shown, by the names of maps; none for anything else."""
        return self._kept[1] if self._kept[0] == self._key(look) else {}

    def keep(self, look: Look, scales: Mapping[str, Scale]) -> None:
        """Keep the scales of what is shown for the next segments."""
        self._kept = self._key(look), dict(scales)

    def take(self, view: TermView, look: Look, scales: Mapping[str, Scale]) -> None:
        """Show a look as it was shown once, with the scales that were kept then."""
        self.view = view
        self.keep(look, scales)
        self.changed.emit()

    def _key(self, look: Look) -> tuple[object, ...]:
        """Return what scales are kept for."""
        view = self.view
        return look.model, look.terms.layer, look.terms.head, view.scales, view.values, view.attention
