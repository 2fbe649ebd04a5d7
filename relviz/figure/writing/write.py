"""Figures into files: PNG, SVG and PDF, each whole or not at all."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QHashSeed, QIODevice, QMarginsF, QRectF, QSize, QSizeF, QUuid
from PySide6.QtGui import QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from relviz import __version__
from relviz.core.whole_file import replace_file
from relviz.errors import OutputError
from relviz.figure.drawing.draw import draw
from relviz.figure.lettering.application import ensure_gui_application
from relviz.figure.lettering.fonts import LABEL, families, font
from relviz.figure.options import SCREEN_DPI
from relviz.figure.writing.formats import FORMATS, Format
from relviz.figure.writing.png import png_bytes

if TYPE_CHECKING:
    import os

    from relviz.figure.colours.palette import Palette
    from relviz.figure.spec import FigureSpec

SOFTWARE = f"relviz {__version__}"
MOST_PIXELS = 32_000
"""Longest side of a PNG: Qt's painter counts to 32,767."""
_TIMES = re.compile(rb"/(CreationDate|ModDate) \(D:\d{14}[^)]*\)")
"""When Qt wrote a PDF: the only thing in it that differs between two runs."""
_XMP = """<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{description}</rdf:li></rdf:Alt></dc:description>
<xmp:CreatorTool>{software}</xmp:CreatorTool>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>
"""
"""What a PDF says of itself to catalogues; Qt's own text holds the time."""


def write(
    spec: FigureSpec,
    path: str | os.PathLike[str],
    palette: Palette,
    *,
    dpi: int = 150,
    format: str | None = None,  # noqa: A002 - the command line's word
) -> Path:
    """Write a figure into a file, atomically: the file appears when it is complete.

    Args:
        spec: the figure.
        path: the file; replaced if it is there.
        palette: the theme.
        dpi: resolution of a PNG, in pixels per inch; the others have none.
        format: ``png``, ``svg`` or ``pdf``; by the ending of the file's name if None.

    Returns:
        The path.

    Raises:
        OutputError: the format is unknown, the picture too large, or the file cannot be written; what was there
            before is untouched.
    """
    path = Path(path)
    kind = (format or path.suffix.removeprefix(".")).lower()
    if kind not in FORMATS:
        if not kind:
            raise OutputError(
                "{0} has no ending that is a format relviz draws; use one of {1}.", path.name, ", ".join(FORMATS)
            )
        raise OutputError("{0!r} is not a format relviz draws; use one of {1}.", kind, ", ".join(FORMATS))
    replace_file(path, render(spec, palette, kind, dpi=dpi))
    return path


def render(spec: FigureSpec, palette: Palette, kind: Format, *, dpi: int = 150) -> bytes:
    """Return the bytes of a figure file; the same bytes for the same figure on the same computer.

    Raises:
        OutputError: the picture would be larger than Qt can paint.
    """
    ensure_gui_application()
    return {"png": _png, "svg": _svg, "pdf": _pdf}[kind](spec, palette, dpi)


def to_image(spec: FigureSpec, palette: Palette, scale: float = 1.0) -> QImage:
    """Return a figure as a picture, e.g. for the clipboard.

    Args:
        spec: the figure.
        palette: the theme.
        scale: pixels of the picture per device-independent pixel.

    Raises:
        OutputError: the picture would be larger than Qt can paint.
    """
    ensure_gui_application()
    width, height = (max(1, round(length * scale)) for length in spec.size)
    if max(width, height) > MOST_PIXELS:
        raise OutputError(
            "the picture would have {0:,} × {1:,} pixels; ask for fewer dots per inch, or for SVG or PDF.",
            width,
            height,
        )
    image = QImage(width, height, QImage.Format.Format_RGB32)
    if image.isNull():
        raise OutputError(
            "there is no memory for a picture of {0:,} × {1:,} pixels; ask for a smaller one.", width, height
        )
    painter = _painter(image)
    painter.scale(width / spec.size[0], height / spec.size[1])
    draw(painter, QRectF(0, 0, *spec.size), spec, palette)
    painter.end()
    return image


def _png(spec: FigureSpec, palette: Palette, dpi: int) -> bytes:
    """Return a PNG with its resolution and text chunks."""
    return png_bytes(to_image(spec, palette, dpi / SCREEN_DPI), dpi, metadata_of(spec))


def _svg(spec: FigureSpec, palette: Palette, _dpi: int) -> bytes:
    """Return an SVG; text stays text."""
    buffer = _buffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(SCREEN_DPI)  # else Qt scales fonts by 72/96
    generator.setSize(QSize(*spec.size))
    generator.setViewBox(QRectF(0, 0, *spec.size))
    generator.setTitle(spec.title or spec.name)
    generator.setDescription(_description(spec))
    painter = _painter(generator)
    draw(painter, QRectF(0, 0, *spec.size), spec, palette)
    painter.end()
    # Qt names what it drew with; whoever lacks that still gets a sans-serif.
    drawn = f'font-family="{",".join(families())}"'.encode()
    return bytes(buffer.data().data()).replace(drawn, drawn[:-1] + b',sans-serif"')


def _pdf(spec: FigureSpec, palette: Palette, _dpi: int) -> bytes:
    """Return a PDF of one page that is exactly the figure."""
    QHashSeed.setDeterministicGlobalSeed()  # else the fonts in the file are in another order in every process
    buffer = _buffer()
    writer = QPdfWriter(buffer)
    writer.setResolution(SCREEN_DPI)
    points = QSizeF(*spec.size) * (72 / SCREEN_DPI)
    writer.setPageSize(QPageSize(points, QPageSize.Unit.Point, spec.name, QPageSize.SizeMatchPolicy.ExactMatch))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(spec.title or spec.name)
    writer.setCreator(SOFTWARE)
    writer.setDocumentId(QUuid.createUuidV5(QUuid(), spec.name.encode()))
    about = {"title": spec.title or spec.name, "description": _description(spec), "software": SOFTWARE}
    writer.setDocumentXmpMetadata(_XMP.format(**{key: escape(value) for key, value in about.items()}).encode())
    painter = _painter(writer)
    draw(painter, QRectF(0, 0, *spec.size), spec, palette)
    painter.end()
    # Blanks of the same length, since a PDF counts its bytes.
    return _TIMES.sub(lambda found: b" " * len(found[0]), bytes(buffer.data().data()), count=2)


def metadata_of(spec: FigureSpec) -> dict[str, str]:
    """Return what a file says of itself."""
    own = {"Title": spec.title or spec.name, "Description": spec.caption, "Software": SOFTWARE}
    return {key: value for key, value in (own | spec.metadata).items() if value}


def _description(spec: FigureSpec) -> str:
    """Return the metadata as lines of text, for formats without fields of one's own."""
    return "\n".join(f"{key}: {value}" for key, value in metadata_of(spec).items() if key != "Title")


def _buffer() -> QBuffer:
    """Return an open buffer: files are written in one go, by Python, which says why if it cannot."""
    buffer = QBuffer()  # it owns its bytes: handed ones would have to be kept alive
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer


def _painter(device: QImage | QSvgGenerator | QPdfWriter) -> QPainter:
    """Return a painter on a device; Qt only returns False where it cannot start."""
    painter = QPainter()
    if not painter.begin(device):
        raise OutputError("Qt could not start painting; the figure may be too large, try a smaller one.")
    painter.setFont(font(LABEL))  # what begins with the application's would name that in every file
    return painter
