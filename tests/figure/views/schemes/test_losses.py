"""Loss curves as a figure."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from relviz.core.lab.loss_curves import LossCurve
from relviz.figure.colours.palette import DARK, LIGHT, Palette
from relviz.figure.drawing.curve_places import x_range
from relviz.figure.drawing.grid import layout
from relviz.figure.spec import Curves
from relviz.figure.views.schemes.losses import losses_figure, sentences
from relviz.figure.writing.write import to_image


def _curve(scheme: str, bits: list[float]) -> LossCurve:
    at = np.arange(len(bits)) * 64
    yes = np.ones(len(bits), np.bool_)
    error = np.zeros(len(bits))
    return LossCurve(scheme, "position", at, np.array(bits), error, 100, yes, yes, yes, 64, "How it is measured.")


def test_a_curve_that_is_not_finished_is_drawn_as_far_as_it_goes() -> None:
    """Curves share an axis, at the middles of their bins; what is not known yet is missing and not zero."""
    known = {"count": _curve("count", [2.5, 2.4, 3.5]), "xl": _curve("xl", [2.3])}
    panel = losses_figure(known, {}, ("xl", "count"), 128, 64).panel("position")

    assert isinstance(panel, Curves)
    np.testing.assert_array_equal(panel.x, [32, 96, 160])
    xl, count = panel.series
    assert (xl.label, count.label) == ("Transformer-XL", "Counting on")
    np.testing.assert_allclose(count.values, [2.5, 2.4, 3.5])
    np.testing.assert_allclose(xl.values, [2.3, np.nan, np.nan], equal_nan=True)
    assert sentences(known, known) == ("How it is measured.",)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_the_trained_range_is_shaded(palette: Palette) -> None:
    """Up to the last trained position the ground is another than beyond it."""
    figure = losses_figure({"xl": _curve("xl", [2.0] * 32)}, {}, ("xl",), 512, None)
    box = layout(figure, QRectF(0, 0, *figure.size)).boxes[0][0]
    assert isinstance(box.panel, Curves)
    first, last = x_range(box.panel)
    image = to_image(figure, palette)
    scale = image.width() / figure.size[0]

    def ground(position: float) -> str:
        x = box.plot.left() + (position - first) / (last - first) * box.plot.width()
        return image.pixelColor(round(x * scale), round((box.plot.center().y() + 7) * scale)).name()

    assert ground(300) == QColor(palette.raised).name()
    assert ground(900) == QColor(palette.paper).name()


def test_no_two_schemes_have_the_same_line() -> None:
    """All nine curves differ in colour or in dashes."""
    from relviz.core.schemes import lab_schemes

    known = {scheme: _curve(scheme, [2.0, 2.1]) for scheme in lab_schemes()}
    panel = losses_figure(known, {}, lab_schemes(), None, None).panel("position")
    assert isinstance(panel, Curves)
    assert len({(LIGHT.inks[one.ink], one.dashed) for one in panel.series}) == 9


@pytest.mark.usefixtures("qapp")
def test_both_legends_of_a_file_name_every_scheme() -> None:
    """With all nine schemes no name is left out of either legend, and what the papers report stands below."""
    import xml.etree.ElementTree as ET

    from relviz.core.lab.checks import Check
    from relviz.core.schemes import lab_schemes
    from relviz.figure.views.schemes.words import title_of
    from relviz.figure.writing.write import render

    known = {scheme: _curve(scheme, [2.0, 2.1]) for scheme in lab_schemes()}
    checks = (
        Check(("count",), "counting on gets worse", "Dai et al.", False, "2.4 and 2.3"),
        Check(("xl",), "not known", "Dai et al.", None, "nothing"),
    )
    drawn = render(losses_figure(known, known, lab_schemes(), None, None, checks), LIGHT, "svg", dpi=96)
    texts = [text.strip() for text in ET.fromstring(drawn).itertext()]

    for title in map(title_of, lab_schemes()):
        assert texts.count(title) == 2, title
    written = " ".join(texts)
    assert "counting on gets worse: not shown by these models (2.4 and 2.3)" in written
    assert "not known" not in written
