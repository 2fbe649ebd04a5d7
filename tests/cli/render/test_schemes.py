"""``relviz render --view schemes``."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.cli.conftest import Relviz

SCHEMES = ("--view", "schemes", "--schemes", "count,shaw,xl")


def test_schemes_are_drawn_into_every_kind_of_file(
    lab: Path, model_folder: Path, text_file: Path, relviz: Relviz, tmp_path: Path
) -> None:
    """The view becomes PNG, SVG and PDF, and the SVG says which scheme lacks what."""
    formats = [word for kind in ("png", "svg", "pdf") for word in ("--format", kind)]
    outcome = relviz("render", text_file, "-o", tmp_path / "out", "--model", model_folder, *SCHEMES, *formats)

    assert (outcome.status, outcome.err) == (0, "")
    files = {path.suffix: path for path in (tmp_path / "out").iterdir()}
    assert set(files) == {".png", ".svg", ".pdf"}
    assert all(path.name.startswith("schemes_s") for path in files.values())
    assert files[".png"].read_bytes().startswith(b"\x89PNG")
    assert files[".pdf"].read_bytes().startswith(b"%PDF")
    words = " ".join(ET.parse(files[".svg"]).getroot().itertext())
    assert "Shaw lacks c, d" in words
    assert "Transformer-XL has all four terms" in words


@pytest.mark.usefixtures("no_lab")
def test_a_missing_model_is_one_line(model_folder: Path, text_file: Path, relviz: Relviz, tmp_path: Path) -> None:
    """Without trained models nothing is drawn, and the line names them."""
    outcome = relviz("render", text_file, "-o", tmp_path / "out", "--model", model_folder, *SCHEMES)

    assert outcome.status == 1
    assert "There is no model lab-count, lab-shaw, lab-xl to compare with" in outcome.line
    assert not (tmp_path / "out").exists()


def test_an_unknown_scheme_is_wrong_usage(model_folder: Path, text_file: Path, relviz: Relviz, tmp_path: Path) -> None:
    """A name that is no scheme of the lab is refused before anything is loaded."""
    outcome = relviz("render", text_file, "-o", tmp_path / "out", "--view", "schemes", "--schemes", "count,klingon")

    assert outcome.status == 2
    assert "klingon" in outcome.err
