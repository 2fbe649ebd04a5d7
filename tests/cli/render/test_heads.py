"""``relviz render --view heads``."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import relviz as package
from tests.cli.conftest import Relviz

pytestmark = pytest.mark.usefixtures("qapp")


def test_the_mosaic_has_the_numbers_of_the_heads(
    text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path
) -> None:
    """Every cell says its head's share of the memory, in percent, as Python tells it."""
    words = ["render", text_file, "-o", tmp_path / "out", "--model", model_folder, "--view", "heads"]
    outcome = relviz(*words, "--format", "svg", "--segment-length", "8", "--memory-length", "16", "--segment", "3")
    path = Path(outcome.out.strip())
    texts = [text.strip() for text in ET.parse(path).getroot().itertext()]
    reading = package.read(package.load_model(model_folder), text_file.read_text(), segment_length=8, memory_length=16)
    step = reading.step(3)

    assert (outcome.status, outcome.err) == (0, "")
    assert path.name == "heads_memory_s003.svg"
    for layer in range(2):
        for head in range(3):
            assert f"{100 * step.memory_share(layer=layer, head=head).mean():.0f}" in texts
    assert any("all layers and heads" in text for text in texts)


def test_names_of_files_say_measure_order_and_means(
    text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path
) -> None:
    """Two ways to show the same segment go to two files, and each segment to its own."""
    words = ["render", text_file, "-o", tmp_path, "--model", model_folder, "--view", "heads", "--segment-length", "16"]
    one = relviz(*words, "--metric", "content", "--order", "layer", "--means", "--segment", "1")
    other = relviz(*words, "--metric", "induction", "--order", "all", "--segment", "all")

    assert Path(one.out.strip()).name == "heads_content-by-layer-means_s001.png"
    names = [Path(line).name for line in other.out.splitlines()]
    assert names == [f"heads_induction-by-all_s{n:03}.png" for n in range(len(names))]
    assert len(names) > 3


def test_heads_are_held_against_the_one_that_is_named(
    text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path
) -> None:
    """Asked how alike the heads are, the file and its caption name the head, which is wholly like itself."""
    words = ["render", text_file, "-o", tmp_path, "--model", model_folder, "--view", "heads", "--segment-length", "16"]
    outcome = relviz(*words, "--metric", "alike", "--layer", "1", "--head", "2", "--segment", "1", "--format", "svg")
    path = Path(outcome.out.strip())
    texts = [text.strip() for text in ET.parse(path).getroot().itertext()]

    assert path.name == "heads_alike-to-l1-h2_s001.svg"
    assert any("the head shown is layer 1, head 2" in text for text in texts)
    assert "100" in texts


def test_a_measure_that_there_is_not_is_one_line(
    text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path
) -> None:
    """An unknown measure, or one of a part that the scheme lacks, is refused before anything is drawn."""
    words = ["render", text_file, "-o", tmp_path / "out", "--model", model_folder, "--view", "heads", "--metric"]
    for more in (["charm"], ["position", "--scheme", "none"]):
        outcome = relviz(*words, *more)
        assert outcome.status == 1
        assert f"There is no measure {more[0]} of the heads of tiny" in outcome.line
        assert not (tmp_path / "out").exists()
    assert relviz(*words, "memory", "--order", "sideways").status == 2
