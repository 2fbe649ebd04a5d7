"""What the views alone know and a project keeps: the zoom of the maps, and what is on the Schemes page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from relviz.app.projects.fields import Fields

if TYPE_CHECKING:
    from collections.abc import Mapping

    from relviz.ui.window.main_window import MainWindow


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
    """What is chosen on the Schemes page; as at first before somebody has looked at it."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    def to_dict(self) -> dict[str, object]:
        """Return what is chosen; nothing if it is as at first."""
        state = self._window.schemes_page.state
        return {} if state is None else state.choices.to_dict()

    def take(self, data: Mapping[str, object]) -> None:
        """Choose it again.

        Raises:
            ProjectError: a value is not what it should be.
        """
        page = self._window.schemes_page
        if not data and page.state is None:
            return
        from relviz.ui.pages.schemes.choices import Choices  # noqa: PLC0415 # loads torch, which is there by now

        page.board.choose(Choices.of(data))
