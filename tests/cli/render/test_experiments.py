"""``relviz render --view schemes --experiment``: everything on the Schemes page, in files."""

from __future__ import annotations

import math
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from relviz.app.engine import lab as lab_module
from relviz.checkpoints import save_model
from relviz.core.model.transformer import TransformerXL
from tests.cli.conftest import Outcome, Relviz
from tests.fixtures import models

pytestmark = pytest.mark.usefixtures("qapp")
LENGTHS = ("--segment-length", "8", "--memory-length", "8")


@pytest.fixture
def draw(text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path) -> Relviz:
    """Draw experiments of the schemes view."""

    def run(*words: str) -> Outcome:
        command = ["render", text_file, "-o", tmp_path / "out", "--model", model_folder, "--view", "schemes"]
        return relviz(*command, *(part for word in words for part in word.split()))

    return run


def words_in(outcome: Outcome) -> str:
    """Return what is written in the SVG that a command has drawn."""
    (path,) = outcome.out.splitlines()
    return " ".join(ET.parse(path).getroot().itertext())


@pytest.mark.slow
def test_all_of_them_are_drawn_in_every_kind_of_file(
    lab: Path, draw: Relviz, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``all`` writes each experiment as PNG, SVG and PDF under a name of its own, those on a text once a segment."""
    monkeypatch.setattr(lab_module, "STREAMS", 1)
    monkeypatch.setattr(lab_module, "LENGTH", 256)
    outcome = draw("--experiment all --schemes restart,xl --format png --format svg --format pdf --dpi 48", *LENGTHS)

    assert (outcome.status, outcome.err) == (0, "")
    paths = [Path(line) for line in outcome.out.splitlines()]
    assert sorted(paths) == sorted((tmp_path / "out").iterdir())
    stems = {path.stem.partition("_s0")[0] for path in paths}
    assert stems == {
        "schemes",
        "schemes-collision",
        "schemes-probe_600",
        "schemes-losses",
        "schemes-rewriting",
        "schemes-worked-example_d2_w8_interleaved_article",
    }
    assert len(paths) == 3 * len(stems)
    for path in paths:
        if path.suffix == ".png":
            assert not QImage(str(path)).isNull()
        elif path.suffix == ".svg":
            assert ET.parse(path).getroot().tag.endswith("svg")
        else:
            assert path.read_bytes().startswith(b"%PDF-")


@pytest.mark.slow
def test_each_segment_has_a_file_of_its_own(lab: Path, draw: Relviz) -> None:
    """What depends on the segment is drawn for each, collisions without a layer and head; what does not, once."""
    outcome = draw(
        "--experiment collision --experiment rewriting --experiment probe --segment all --layer 1 --head mean",
        *LENGTHS,
    )
    names = [Path(line).stem for line in outcome.out.splitlines()]

    assert outcome.status == 0
    assert len(names) == len(set(names))
    count = sum(name.startswith("schemes-collision_") for name in names)
    assert count > 3
    assert {name for name in names if "collision" in name} == {f"schemes-collision_s{n:03}" for n in range(count)}
    assert {name for name in names if "rewriting" in name} == {
        f"schemes-rewriting_s{n:03}_l1_hmean" for n in range(count)
    }
    assert names.count("schemes-probe_600") == 1


def test_the_collision_of_d_and_h_is_marked(lab: Path, draw: Relviz) -> None:
    """On the article's letters D and H share position 4 where positions restart, and nothing collides counting on."""
    written = words_in(draw("--experiment collision --example --format svg"))

    assert "4 pairs of keys have equal vectors, and “D” and “H” both sit at position 4" in written
    assert "D 4" in written
    assert "H 4" in written
    assert "H 8" in written
    assert "No token of the memory has the position vector of a token of the segment." in written
    assert "positions count from 1" in written


@pytest.mark.slow
def test_the_frames_of_a_collision_are_in_the_picture(lab: Path, draw: Relviz) -> None:
    """Frames in the colour of selected cells are drawn where positions restart, and nowhere where they count on."""
    from relviz.figure.colours.palette import LIGHT

    def frames(scheme: str) -> int:
        outcome = draw(f"--experiment collision --example --dpi 96 --schemes {scheme}")
        image = QImage(outcome.out.strip())
        pixels = (image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height()))
        return sum(pixel == LIGHT.cursor for pixel in pixels)

    assert frames("restart") > 100
    assert frames("count") == 0


def test_side_by_side_and_rewriting_on_the_articles_letters(lab: Path, draw: Relviz) -> None:
    """With ``--example`` the letters are the labels, whatever FILE says, and the files say so."""
    outcome = draw("--experiment side-by-side --experiment rewriting --example --format svg --layer 1 --head 2")
    side_by_side, rewriting = outcome.out.splitlines()

    assert Path(side_by_side).name == "schemes_example_l1_h2.svg"
    assert Path(rewriting).name == "schemes-rewriting_example_l1_h2.svg"
    for path in (side_by_side, rewriting):
        texts = [text.strip() for text in ET.parse(path).getroot().itertext()]
        assert set("ABCDEFGH") <= set(texts)
        assert any("layer 1, head 2" in text for text in texts)
    written = " ".join(ET.parse(rewriting).getroot().itertext())
    assert "b  content-position" in written
    assert "Uᵢ W_q · W_k Uⱼ → v · W_kR Rᵢ₋ⱼ" in written


def test_the_probe_says_what_there_is_far_out(lab: Path, draw: Relviz) -> None:
    """At position 512,000 the sinusoid has a vector that was never trained, and a table of 16 rows has none."""
    outcome = draw("--experiment probe --position 512000 --schemes count,learned --format svg")
    written = words_in(outcome)

    assert Path(outcome.out.strip()).stem == "schemes-probe_512000"
    assert "The vector of position 512,000 is well defined" in written
    assert "Learned: no vector" in written
    assert "the table ends after 16 rows" in written


def test_the_worked_example_is_that_of_hand(draw: Relviz) -> None:
    """R(−2) at d_model 4: each dimension with its formula, and its value to six digits, worked out by hand."""
    written = " ".join(words_in(draw("--experiment worked-example --d-model 4 --format svg")).split())

    assert "0 sin(−2 / 10000^(0/4)) = −0.909297" in written
    assert "1 cos(−2 / 10000^(0/4)) = −0.416147" in written
    assert "2 sin(−2 / 10000^(2/4)) = −0.019999" in written
    assert "3 cos(−2 / 10000^(2/4)) = +0.999800" in written


def test_the_worked_example_takes_any_distance_layout_and_sign(draw: Relviz) -> None:
    """Three tokens ahead, sines first, as the code counts: the closed form, under a name that says all of it."""
    outcome = draw(
        "--experiment worked-example --distance -3 --d-model 6 --layout halves --sign back --format svg",
    )
    written = " ".join(words_in(outcome).split())

    assert Path(outcome.out.strip()).stem == "schemes-worked-example_d-3_w6_halves_back"
    for pair in range(3):
        angle = -3 / 10_000 ** (2 * pair / 6)
        for dimension, name, value in ((pair, "sin", math.sin(angle)), (pair + 3, "cos", math.cos(angle))):
            line = f"{dimension} {name}(-3 / 10000^({2 * pair}/6)) = {value:+.6f}"
            assert line.replace("-", "−") in written


@pytest.mark.slow
def test_losses_are_measured_and_say_how(lab: Path, draw: Relviz, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both curves are drawn with a name a scheme, and the figure says how they were measured."""
    monkeypatch.setattr(lab_module, "STREAMS", 1)
    monkeypatch.setattr(lab_module, "LENGTH", 256)
    written = words_in(draw("--experiment losses --schemes xl,shaw --format svg"))

    assert "loss against position" in written
    assert "loss against memory length" in written
    assert "Transformer-XL" in written
    assert "Shaw" in written
    assert "segments of 32 that do not overlap" in written.replace("  ", " ")


def test_losses_of_random_weights_are_refused(
    lab: Path, draw: Relviz, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model whose weights are as they were drawn has none to show: it is named, and nothing is written."""
    folder = tmp_path / "models"
    for name in ("lab-xl", "lab-shaw"):
        shutil.copytree(lab / name, folder / name)
    drawn = models.config(scheme="shaw", vocab_size=256, clip=3)
    save_model(folder / "lab-shaw", TransformerXL(drawn), (lab / "lab-shaw" / "tokenizer.json").read_text("utf-8"))
    monkeypatch.setattr(lab_module, "models_folder", lambda: folder)
    outcome = draw("--experiment losses --schemes xl,shaw --format svg")

    assert outcome.status == 1
    assert "The weights of lab-shaw are random" in outcome.line
    assert not list((tmp_path / "out").glob("*"))


def test_the_dark_theme_is_dark(draw: Relviz) -> None:
    """Experiments are drawn in the theme asked for."""
    outcome = draw("--experiment worked-example --theme dark --dpi 48")

    assert QImage(outcome.out.strip()).pixelColor(1, 1).lightness() < 60


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        ("--experiment alchemy", 2, "alchemy"),
        ("--experiment probe --position 512001", 2, "512000"),
        ("--experiment worked-example --d-model 7", 1, "give an even d_model of at least 2, not 7"),
        ("--experiment worked-example --layout sideways", 2, "sideways"),
    ],
)
def test_what_cannot_be_drawn_is_named(words: str, status: int, message: str, draw: Relviz, tmp_path: Path) -> None:
    """A number or word that will not do is complained of, and no folder is made."""
    outcome = draw(words)

    assert outcome.status == status
    assert message in outcome.err
    assert not (tmp_path / "out").exists()


def test_experiments_are_of_the_schemes_view(text_file: Path, relviz: Relviz, tmp_path: Path) -> None:
    """An experiment without its view is one line that says which view to add."""
    outcome = relviz("render", text_file, "-o", tmp_path / "out", "--experiment", "probe")

    assert outcome.status == 1
    assert "add --view schemes" in outcome.line


@pytest.mark.usefixtures("no_lab")
def test_what_needs_no_model_is_drawn_without_one(draw: Relviz) -> None:
    """Without trained models the worked example is drawn; losses, and the two rewritten schemes, are missed by name."""
    assert draw("--experiment worked-example").status == 0
    assert "There is no model lab-shaw to compare with" in draw("--experiment losses --schemes shaw").line
    assert "There is no model lab-count, lab-xl to compare with" in draw("--experiment rewriting").line
