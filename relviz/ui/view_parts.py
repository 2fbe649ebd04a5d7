"""What the views alone know and a project keeps: the zoom of the maps, and what is on the Schemes page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from relviz.app.fields import Fields

if TYPE_CHECKING:
    from collections.abc import Mapping

    from relviz.ui.main_window import MainWindow


class ZoomPart:
    """The cells of the Terms page's maps that are in view; the window's grid may be put up anew at any time."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    def to_dict(self) -> dict[str, object]:
        """Return the first column and row in view and how many there are; nothing if all are in view."""
        cells = self._window.terms_page.grid.zoom
        if cells is None:
            return {}
        return {"column": cells.x(), "row": cells.y(), "columns": cells.width(), "rows": cells.height()}

    def take(self, data: Mapping[str, object]) -> None:
        """Bring those cells into view, or all."""
        fields = Fields(data, "parts.zoom.")
        width, height = fields.number("columns", 0.0), fields.number("rows", 0.0)
        grid = self._window.terms_page.grid
        if width > 0 and height > 0:
            grid.zoom = QRectF(fields.number("column", 0.0), fields.number("row", 0.0), width, height)
        else:
            grid.zoom = None


class SchemesPart:
    """Which experiment, schemes and text the Schemes page looks at; nothing before somebody has looked at it."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    def to_dict(self) -> dict[str, object]:
        """Return what is chosen."""
        state = self._window.schemes_page.state
        if state is None:
            return {}
        return {"experiment": state.view, "text": bool(state.source), "schemes": list(state.schemes)}

    def take(self, data: Mapping[str, object]) -> None:
        """Choose it again."""
        page = self._window.schemes_page
        if not data and page.state is None:
            return
        from relviz.core.schemes import SCHEMES  # noqa: PLC0415 # loads torch, which is there by now
        from relviz.ui.schemes.board import CHOSEN, VIEWS  # noqa: PLC0415 # not before somebody looks at that page

        fields = Fields(data, "parts.schemes.")
        view = fields.choice("experiment", VIEWS, VIEWS[0])
        chosen = data.get("schemes")
        schemes = tuple(name for name in chosen if name in SCHEMES) if isinstance(chosen, list) else ()
        state = page.board.state
        page.state = replace(state, view=view, source=int(fields.switch("text")), schemes=schemes or CHOSEN, asked=None)
