"""Every figure can be taken, here in a tiny form; how fast anything is, no test says."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from relviz.bench import forward, gui, harness, hugging_face, memory, pictures, startup, training, versus
from relviz.bench.figure import Figure, Plan
from relviz.bench.harness import Environment
from relviz.core.text.tokens import Tokenizer
from relviz.training.config import TrainingConfig
from tests.fixtures import models


def well_formed(figures: Iterable[Figure], ids: list[str]) -> list[Figure]:
    """Check that figures have these ids, positive numbers and words."""
    taken = list(figures)
    assert [figure.id for figure in taken] == ids
    for figure in taken:
        assert figure.measured is not None, figure
        assert 0 < figure.measured < np.inf, figure
        assert (figure.met is None) == (figure.target is None)
        assert all((figure.figure, figure.unit, figure.detail))
    return taken


def test_recording() -> None:
    """Figure 1 compares two passes that give the same."""
    figure = forward.recording("1a", "recording", models.model(), (8, 16), 0.01, "tiny")
    well_formed([figure], ["1a"])
    assert "differ by 0;" in figure.detail


def test_terms(qapp: QApplication) -> None:
    """Figure 3 gets all four terms, score and attention of one head, and one picture of all."""
    well_formed(pictures.looking("", models.model(), (8, 16), 0.01), ["3a", "3b", "3c"])
    trace = models.reading(models.model(), 64, 8, 16).step(3)
    assert [part.shape for part in pictures.numbers(trace, 0, 1) if part is not None] == [(8, 24)] * 6
    image = pictures.mosaic(trace, 0)
    assert (image.height(), image.width()) == (8, 76)  # three heads of 24 columns a pixel apart, to a multiple of 4


def test_bytes() -> None:
    """Figure 4 finds exactly the layer inputs of segments that have left the memory."""
    reading = models.reading(models.model(), 96, 8, 16)
    chunks = [memory.used(reading.step(index)) for index in range(12)]
    inputs, one = 2 * 8 * 22 * 4, 2 * 8 * 3 * 6 * 4
    assert [memory.held(chunk) for chunk in chunks[:9]] == [inputs] * 9
    assert [memory.held(chunk) for chunk in chunks[9:11]] == [inputs + 2 * one] * 2, "keys and values"
    assert memory.held(chunks[11]) == inputs + 3 * one, "and the queries of the segment in view"
    (figure,) = well_formed([memory.keeping("4", models.model(), 8, 16, 12)], ["4"])
    assert figure.measured == pytest.approx((12 * inputs + one) / 12 / inputs)


@pytest.mark.slow
def test_window(qapp: QApplication) -> None:
    """Figures 5 and 6 come from a real window."""
    with gui.open_window(16, 32, copies=1) as window:
        well_formed(gui.pointing(window, 3), ["5a", "5b", "5c"])
        well_formed(gui.stepping(window, 2), ["6a", "6b"])
        assert window.session.look is not None
        assert window.session.look.index == 2, "two steps forward and two back"


@pytest.mark.slow
def test_start() -> None:
    """Figure 7's probes say when they are there."""
    assert 0 < startup.start("bare") < startup.PATIENCE
    assert 0 < startup.start("window") < startup.PATIENCE


def test_text(qapp: QApplication, tokenizer: Tokenizer) -> None:
    """Figure 8 hears progress, and the window's heart."""
    speed, _ = well_formed(gui.tokenising(tokenizer, 300_000, 1), ["8a", "8b"])
    assert "progress heard 2 times" in speed.detail


def test_long_text_has_the_size_asked_for_and_new_words() -> None:
    """The text is not the sample over and over again."""
    made = gui.long_text(200_000)
    assert 200_000 <= len(made.encode()) < 202_000
    assert len(set(made.split())) > 1000


def test_scale() -> None:
    """Figure 9 watches a history that is full."""
    well_formed(memory.growing(models.model(), (8, 16), 150, 3, 20_000), ["9a", "9b"])


@pytest.mark.slow
def test_export(qapp: QApplication) -> None:
    """Figure 10 writes a sheet in each format, and a batch."""
    reading = models.reading(models.model(), 64, 8, 16)
    well_formed(pictures.sheet(reading, 0, dpi=30), ["10a", "10b", "10c"])
    well_formed([pictures.batch(reading, 2, dpi=30)], ["10d"])


def test_per_token() -> None:
    """Figure 12 is shown beside the paper's number."""
    figure = memory.saving("12a", models.model(), 32, 8, 363, 0)
    well_formed([figure], ["12a"])
    assert "paper: 363" in figure.figure


@pytest.mark.slow
def test_training() -> None:
    """Figure 13 takes real steps of the training loop."""
    config = TrainingConfig(
        paths=(),
        output=Path(),
        hold_out=None,
        device="cpu",
        vocab_size=300,
        n_layer=1,
        n_head=2,
        d_model=16,
        d_head=8,
        d_inner=16,
        streams=4,
        segment_length=8,
        memory_lengths=(8,),
        precision="fp32",  # a processor may have no bf16, and multiply by the hundredth of its speed
    )
    well_formed([training.throughput("13", config, 0, least=2)], ["13"])


def test_pictures_of_all_heads(qapp: QApplication) -> None:
    """Figure 11 shows every head of every layer in one picture, however many cells each has."""
    attention = versus.random_attention((2, 3, 40, 40))
    np.testing.assert_allclose(attention.sum(3), 1, rtol=1e-5)
    image = versus.picture(attention, side=16)
    assert (image.width(), image.height()) == (52, 33)
    versus.show(attention)


BROWSER = """#!{0}
import sys
from pathlib import Path
from PySide6.QtGui import QColor, QImage
picture = next(Path(part.partition("=")[2]) for part in sys.argv if part.startswith("--screenshot="))
image = QImage(70, 70, QImage.Format.Format_RGB32)
image.fill(QColor("white"))
if "few" in picture.name:
    image.setPixelColor(35, 35, QColor("black"))
if "broken" not in picture.name:
    image.save(str(picture))
"""


@pytest.mark.skipif(os.name == "nt", reason="the browser is a script")
def test_a_page_that_is_never_painted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> None:
    """A page that stays blank, or is given up, shows nothing; one with a spot on it shows something."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert versus.paint(tmp_path / "few.html").shows is None
    browser = tmp_path / "chromium"
    browser.write_text(BROWSER.format(sys.executable), encoding="utf-8")
    browser.chmod(0o755)

    assert versus.paint(tmp_path / "few.html").shows is True
    assert versus.paint(tmp_path / "page.html").shows is False
    assert versus.paint(tmp_path / "broken.html").shows is False


def test_what_is_not_installed_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the environments the figures are there, not taken, and say how to get them."""
    monkeypatch.setattr(harness, "cache_folder", lambda: tmp_path)
    for family, ids in ((hugging_face.measure, ["2a", "2b"]), (versus.measure, ["11a", "11b"])):
        figures = list(family(Plan(versus=True)))
        assert [figure.id for figure in figures] == ids
        assert all(figure.measured is None and figure.met is None and figure.target for figure in figures)
        assert all("python -m relviz.bench." in figure.detail for figure in figures)
    assert "--versus" in next(iter(versus.measure(Plan()))).detail


def test_an_environment_is_ready_with_its_packages_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is outside the repository, and another list of packages is another environment."""
    monkeypatch.setattr(harness, "cache_folder", lambda: tmp_path)
    wanted = Environment("some", ("a==1", "b"), "python -m some")
    assert not wanted.ready
    wanted.folder.mkdir(parents=True)
    (wanted.folder / "packages.txt").write_text("a==1\nb", encoding="utf-8")
    assert wanted.ready
    assert not Environment("some", ("a==2", "b"), "python -m some").ready
