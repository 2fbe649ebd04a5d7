"""The Encoding page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from tests.ui.conftest import MakeWindow


def test_without_vectors_of_distances_it_says_so(qtbot: QtBot, make_window: MakeWindow) -> None:
    """Read with absolute positions there is nothing to slide over; with another model the page is there again."""
    window = make_window(scheme="count")
    window.show_page("encoding")
    page = window.encoding_page
    assert "no vectors of distances" in page.meaning.text()
    assert (page.slider.isEnabled(), page.view.isVisible(), page.figure()) == (False, False, None)
    with qtbot.waitSignal(window.session.answered, timeout=60_000):
        window.session.set_options(model=window.session.options.model)

    assert window.session.options.scheme is None
    assert page.slider.isEnabled()
    assert page.view.isVisible()
    assert page.figure() is not None
