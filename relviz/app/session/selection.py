"""Which cells are selected, which one is pointed at, and at which distance one looks: a part of the session's state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from relviz.app.session.pin import Cell, Pin, Region

if TYPE_CHECKING:
    from relviz.core.reading.look import Look


class Selection(QObject):
    """Holds cells of what is shown. Those selected keep their places in the text when something else is shown.

    Attributes:
        kept: what is selected, in view or not; None if there is nothing.
        hovered: the cell under the pointer.
        distance: the relative distance looked at.

    Signals:
        changed(): the cell that is pinned or hovered over changed.
        pin_changed(): the cells that are pinned changed.
        distance_changed(int): the distance changed.
    """

    changed = Signal()
    pin_changed = Signal()
    distance_changed = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.kept: Pin | None = None
        self.hovered: Cell | None = None
        self.distance = 1
        self._look: Look | None = None

    @property
    def pinned(self) -> Cell | None:
        """The cell that stays selected, None if there is none or it is not in view."""
        return self.kept.cell(self._look) if self.kept and self._look else None

    @property
    def region(self) -> Region | None:
        """The cells that stay selected, the pinned one among them; None if there is none or it is not in view."""
        return self.kept.region(self._look) if self.kept and self._look else None

    @property
    def cell(self) -> Cell | None:
        """The cell to read off: the one under the pointer, else the pinned one."""
        return self.hovered or self.pinned

    def hover(self, cell: Cell | None) -> None:
        """Preview a cell while the pointer is on it."""
        if cell != self.hovered:
            self.hovered = cell
            self.changed.emit()

    def pin(self, cell: Cell | None) -> None:
        """Keep a cell selected; None releases it."""
        if cell != self.pinned or (self.region and not self.region.single):
            self.put(cell)
            self.tell()

    def extend(self, cell: Cell) -> None:
        """Select the cells from the pinned one to another."""
        if self._look is None or self.pinned is None:
            self.pin(cell)
            return
        self.kept = Pin.at(self._look, self.pinned, cell)
        self.tell()

    def set_distance(self, distance: int) -> None:
        """Look at another relative distance; one beyond those there are is taken to the nearest."""
        if self._look is not None and self._look.encoding is not None:
            nearest, farthest = int(self._look.encoding.distances[0]), int(self._look.encoding.distances[-1])
            distance = min(max(distance, nearest), farthest)
        if distance != self.distance:
            self.distance = distance
            self.distance_changed.emit(distance)

    # For the session, which tells of what it selects once it has told of all that came with it

    def show(self, look: Look) -> None:
        """Have it be cells of what is shown now."""
        self._look = look
        self.hovered = None

    def follow(self, row: int | None, *, anew: bool, elsewhere: bool) -> None:
        """Stay with the pinned pair of tokens where something else is shown; another place has its strongest cell.

        Args:
            row: of the query to be selected; None to leave that to what is in view.
            anew: whether it is another text.
            elsewhere: whether it is another segment.
        """
        if self._look is None:
            return
        if row is not None:
            if anew or self.pinned is None or self.pinned[0] != row:
                self.put(strongest(self._look, row))
        elif anew or (self.pinned is None and (elsewhere or self.kept is not None)):
            self.put(strongest(self._look))

    def put(self, cell: Cell | None) -> None:
        """Keep a cell selected, or none, without telling anybody."""
        self.hovered = None  # what is selected is looked at, wherever the pointer rests
        self.kept = None if cell is None or self._look is None else Pin.at(self._look, cell)

    def tell(self) -> None:
        """Tell of what is selected."""
        self.pin_changed.emit()
        self.changed.emit()


def strongest(look: Look, row: int | None = None) -> Cell:
    """Return the cell of the strongest attention in a row, by default in all."""
    attention = look.terms.attention
    if row is not None:
        return row, int(attention[row].argmax())
    query, key = divmod(int(attention.argmax()), attention.shape[1])
    return query, key
