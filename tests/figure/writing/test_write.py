from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from relviz import __version__
from relviz.errors import OutputError
from relviz.figure.colours.palette import DARK, LIGHT
from relviz.figure.spec import Axis
from relviz.figure.writing.formats import FORMATS, Format
from relviz.figure.writing.write import render, write
from tests.figure.figures import curve, figure, heatmap, shares

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("qapp")
SPEC = figure((heatmap(), curve()), (shares(),))


def test_png_says_how_large_it_is_and_what_made_it(tmp_path: Path) -> None:
    """A PNG has the pixels of its size at that DPI, and carries DPI, title, settings and version."""
    path = write(SPEC, tmp_path / "figure.png", LIGHT, dpi=192)
    with Image.open(path) as image:
        image.load()
        assert image.size == (1440, 960)
        assert image.info["dpi"] == pytest.approx((192, 192), abs=0.05)
        assert image.info["Title"] == "A figure"
        assert image.info["Software"] == f"relviz {__version__}"
        assert image.info["relviz.settings"] == "{}"
        assert image.convert("RGB").getpixel((0, 0)) == (255, 255, 255)


def test_metadata_may_be_chinese(tmp_path: Path) -> None:
    """Titles in Chinese survive in the file."""
    path = write(figure((heatmap(),), title="注意力"), tmp_path / "图.png", DARK)
    with Image.open(path) as image:
        image.load()
        assert image.info["Title"] == "注意力"


def test_svg_holds_labels_as_text(tmp_path: Path) -> None:
    """An SVG is well-formed, has title and size, and its tokens can be searched."""
    spec = figure((heatmap(columns=Axis("key", ("<eos>", "&", *"abcdef"))),))
    root = ET.fromstring(write(spec, tmp_path / "figure.svg", LIGHT).read_bytes())
    name = "{http://www.w3.org/2000/svg}"
    texts = {(node.text or "").strip() for node in root.iter(f"{name}text")}
    assert {"<eos>", "&", "q0", "memory", "segment"} <= texts
    assert root.findtext(f"{name}title") == "A figure"
    assert f"relviz {__version__}" in (root.findtext(f"{name}desc") or "")
    assert root.get("viewBox") == "0 0 720 480"


def test_pdf_page_is_the_figure(tmp_path: Path) -> None:
    """A PDF has one page of exactly the figure: 720 x 480 px of 1/96 inch are 540 x 360 points."""
    data = write(SPEC, tmp_path / "figure.pdf", LIGHT).read_bytes()
    assert data.startswith(b"%PDF")
    box = re.search(rb"/MediaBox \[([^\]]*)\]", data)
    assert box is not None
    assert [float(side) for side in box[1].split()] == [0, 0, 540, 360]
    assert b"DCTDecode" not in data, "pictures must not be stored as JPEG"


@pytest.mark.parametrize("kind", FORMATS)
def test_the_same_figure_makes_the_same_bytes(kind: Format) -> None:
    """Files hold no time and nothing random, so that a figure kept in git changes only when it changes."""
    data = render(SPEC, LIGHT, kind)
    assert data == render(SPEC, LIGHT, kind)
    assert b"CreationDate" not in data


@pytest.mark.parametrize("kind", FORMATS)
def test_a_missing_folder_is_named(tmp_path: Path, kind: str) -> None:
    """A folder that is not there is an OutputError that names it, and it is not made."""
    with pytest.raises(OutputError, match=r"no folder .*missing"):
        write(SPEC, tmp_path / "missing" / f"figure.{kind}", LIGHT)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    """Where a file cannot be put, no temporary file stays and what was there is untouched."""
    (tmp_path / "figure.png").mkdir()
    with pytest.raises(OutputError, match="it is a folder"):
        write(SPEC, tmp_path / "figure.png", LIGHT)
    assert [path.name for path in tmp_path.iterdir()] == ["figure.png"]
    with pytest.raises(OutputError, match="cannot be written"):
        write(SPEC, "/proc/figure.png", LIGHT)


def test_a_file_is_replaced(tmp_path: Path) -> None:
    """A figure replaces what was there, with the permissions that any new file gets."""
    path = tmp_path / "figure.svg"
    path.write_text("old")
    expected = path.stat().st_mode
    write(SPEC, path, LIGHT)
    assert path.read_bytes().startswith(b"<?xml")
    assert path.stat().st_mode == expected
    assert [found.name for found in tmp_path.iterdir()] == ["figure.svg"]


@pytest.mark.parametrize(("name", "kind"), [("figure.bmp", None), ("figure", None), ("figure.png", "tiff")])
def test_an_unknown_format_is_named(tmp_path: Path, name: str, kind: str | None) -> None:
    """A format that relviz does not draw is an OutputError that lists those it does."""
    with pytest.raises(OutputError, match="png, svg, pdf"):
        write(SPEC, tmp_path / name, LIGHT, format=kind)
    assert list(tmp_path.iterdir()) == []


def test_the_format_may_differ_from_the_ending(tmp_path: Path) -> None:
    """A format asked for goes before the ending of the name."""
    assert write(SPEC, tmp_path / "figure.tmp", LIGHT, format="PDF").read_bytes().startswith(b"%PDF")


def test_a_picture_too_large_is_refused(tmp_path: Path) -> None:
    """More pixels than Qt can paint are an OutputError that says what to do."""
    with pytest.raises(OutputError, match=r"\d × \d.* fewer dots per inch"):
        write(SPEC, tmp_path / "figure.png", LIGHT, dpi=9600)
    assert list(tmp_path.iterdir()) == []
