"""Which commands can be had now, and which switches are on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from relviz.app.session.session import Session

EXPORTS = ("export_figure", "export_data", "copy_figure", "print")
NEED_A_PICTURE = ("back", "step", "play", "first", "last", "start_here", *EXPORTS)


def bring_up_to_date(actions: dict[str, QAction], session: Session) -> None:
    """Enable and check the window's commands as the session is.

    Args:
        actions: every action, by its name.
        session: what is looked at.
    """
    response = session.response
    for name in NEED_A_PICTURE:
        actions[name].setEnabled(response is not None)
    actions["from_beginning"].setEnabled(response is not None and session.options.start > 0)
    actions["shared_scale"].setChecked(session.maps.shared_scale)
    actions["kept_scales"].setChecked(session.maps.view.scales == "locked")
    actions["interleaved"].setChecked(session.showing.interleaved)
    actions[f"shade_{session.showing.shading}"].setChecked(True)
    actions[f"unit_{session.units.unit}"].setChecked(True)
    actions["token_boundaries"].setChecked(session.showing.token_boundaries)
    if response is not None:
        for name in ("back", "first"):
            actions[name].setEnabled(response.look.index > 0)
        for name in ("step", "last", "play"):
            actions[name].setEnabled(not session.at_end)
        actions["zero_memory"].setChecked(response.initial_memory == "zeros")
