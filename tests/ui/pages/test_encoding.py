"""The Encoding page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from relviz.ui.pages.encoding import EncodingPage

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from relviz.ui.window.main_window import MainWindow
    from tests.ui.conftest import MakeWindow


def test_without_vectors_of_distances_it_says_so(qtbot: QtBot, make_window: MakeWindow) -> None:
    """Read with absolute positions there is nothing to slide over; with another model the page is there again."""
    window = make_window(scheme="count")
    window.show_page("encoding")
    page = window.tabs.of(EncodingPage)
    assert "no vectors of distances" in page.meaning.text()
    assert (page.slider.isEnabled(), page.view.isVisible(), page.figure()) == (False, False, None)
    with qtbot.waitSignal(window.session.answered, timeout=60_000):
        window.session.set_options(model=window.session.options.model)

    assert window.session.options.scheme is None
    assert page.slider.isEnabled()
    assert page.view.isVisible()
    assert page.figure() is not None


def test_moving_the_slider_shows_the_product_with_v_of_its_distance(qtbot: QtBot, window: MainWindow) -> None:
    """The strip of v says v . W_kR R_d and the cell of term (d) at the distance; that of u stays with its key."""
    window.show_page("encoding")
    page, look = window.tabs.of(EncodingPage), window.session.look
    assert look is not None
    assert window.session.selection.pinned is not None
    row, column = window.session.selection.pinned
    for distance in (1, 2):
        if distance > 1:
            qtbot.keyClick(page.slider, Qt.Key.Key_Right)
        written = page.view.spec.panel("v").note  # type: ignore[union-attr]
        words = written.replace("−", "-").replace(",", "").split()
        assert words[2] == f"R({distance})"
        assert look.terms.position_bias is not None
        of_cell = float(look.terms.position_bias[row, look.terms.memory + row - distance])
        assert abs(float(words[8]) - of_cell) < 0.006 * abs(of_cell)
        assert abs(float(words[4]) - of_cell * 32**0.5) < 0.006 * abs(of_cell) * 32**0.5
        assert look.terms.content_bias is not None
        of_key = page.view.spec.panel("u").note  # type: ignore[union-attr]
        assert f"k({look.key_tokens[column]}) = " in of_key
        said = float(of_key.replace("−", "-").partition(" / √32 = ")[2].partition(" (c)")[0])
        assert abs(said - look.terms.content_bias[row, column]) < 0.006 * abs(look.terms.content_bias[row, column])


def test_selecting_another_key_shows_its_product_with_u(window: MainWindow) -> None:
    """The strip of u says its product with the key that is selected."""
    window.show_page("encoding")
    look = window.session.look
    assert look is not None
    before = window.tabs.of(EncodingPage).view.grab().toImage()
    window.session.selection.pin((20, 3))

    note = window.tabs.of(EncodingPage).view.spec.panel("u").note  # type: ignore[union-attr]
    assert f"k({look.key_tokens[3]}) = " in note
    assert window.tabs.of(EncodingPage).view.grab().toImage() != before


def test_the_distance_stands_beside_the_arrows(window: MainWindow) -> None:
    """As in every box for a number, it is at the right, and does not touch the border at the left."""
    window.show_page("encoding")
    box = window.tabs.of(EncodingPage).box
    picture = box.grab().toImage()

    left = {picture.pixelColor(x, y).name() for x in range(4, 24) for y in range(6, box.height() - 6)}
    assert len(left) == 1
