"""A project: all that a window looks at, as one frozen value and as a file.

The file is JSON::

    {"format": "relviz project", "version": 1, "text": "…", "model": "en-small", "token": 64, "view": {…}, …}

The same dictionary travels with pictures and from one window to the next. What is missing in it is as at first, and
what this version does not know is left out, so that a project of an older or slightly newer relviz can be read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping  # noqa: TC003 # fields tell of it to what reads projects
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from relviz import __version__
from relviz.app.engine.models import Options
from relviz.app.kept import Whole, inner, numbers, read, told
from relviz.core.interventions import LARGEST_GAIN, NONE, Interventions, Since
from relviz.core.sentence import Sentence
from relviz.core.whole_file import replace_file
from relviz.errors import ProjectError
from relviz.figure.spec import Scale
from relviz.figure.views.term_view import TermView

if TYPE_CHECKING:
    from pathlib import Path

    from relviz.core.reading.look import Look


FORMAT, VERSION = "relviz project", 1
"""What the file says of itself; the version is raised when an older relviz would misread it."""
SUFFIX = ".relviz"
"""How names of project files end."""
Shading = Literal["none", "attention", "attended", "loss", "gain"]
"""What the tokens of the text can be shaded by (``relviz.app.session.showing``)."""

Cell = tuple[int, int]
"""Query i and key j of the segment shown."""


@dataclass(frozen=True)
class Region:
    """Neighbouring queries and keys.

    Attributes:
        row: first query.
        column: first key.
        rows: how many queries, at least 1.
        columns: how many keys, at least 1.
        corner: the cell that the selection was extended to; the pinned one is opposite.
    """

    row: int
    column: int
    rows: int
    columns: int
    corner: Cell

    @property
    def extent(self) -> tuple[int, int]:
        """How many queries and keys."""
        return self.rows, self.columns

    @property
    def single(self) -> bool:
        """Whether it is one cell."""
        return self.extent == (1, 1)


@dataclass(frozen=True)
class Pin:
    """A pinned cell, and the far corner of the cells that are selected with it.

    Attributes:
        query: position in the text of the pinned query.
        key: of the pinned key.
        to_query: of the query at the other corner; ``query`` if one alone is selected.
        to_key: of the key there, likewise.
    """

    query: Whole
    key: int  # zero vectors stand before the text
    to_query: Whole
    to_key: int

    @classmethod
    def at(cls, look: Look, cell: Cell, to: Cell | None = None) -> Pin:
        """Return the pin on a cell, or on those from it to another."""
        ends = [(look.start + row, int(look.key_positions[column])) for row, column in (cell, to or cell)]
        return cls(*ends[0], *ends[1])

    def cell(self, look: Look) -> Cell | None:
        """Return the pinned cell, None if it is not in view."""
        return _cell(look, self.query, self.key)

    def corner(self, look: Look) -> Cell | None:
        """Return the cell at the other corner, None if it is not in view."""
        return _cell(look, self.to_query, self.to_key)

    def region(self, look: Look) -> Region | None:
        """Return the selected cells; the pinned one alone where the other corner is not in view."""
        cell = self.cell(look)
        if cell is None:
            return None
        corner = self.corner(look) or cell
        (top, bottom), (left, right) = (sorted(ends) for ends in zip(cell, corner, strict=True))
        return Region(top, left, bottom - top + 1, right - left + 1, corner)


def _cell(look: Look, query: int, key: int) -> Cell | None:
    row, columns = query - look.start, (look.key_positions == key).nonzero()[0]
    return (row, int(columns[0])) if 0 <= row < len(look.query_tokens) and len(columns) else None


@dataclass(frozen=True)
class Shown:
    """How the text and R are shown. To have one more thing kept, add a field, and read it where it is used.

    Attributes:
        interleaved: whether R is laid out with sine and cosine side by side, or in halves.
        shading: what the text is shaded by.
        token_boundaries: whether it is marked where tokens begin in the text.
        pace: milliseconds that a segment stays when the segments are played.
    """

    interleaved: bool = False
    shading: Shading = "none"
    token_boundaries: bool = False
    pace: Whole = 700


@dataclass(frozen=True)
class Project:
    """The state of a window.

    Attributes:
        options: model, device, lengths and where reading begins.
        text: what is read; None for whatever is open, where a project tells of settings alone.
        source: the file that the text is from; empty if it is from none.
        token: position in the text of a token of the segment shown; None for the first with a full memory.
        layer: index of the layer.
        head: index of the head, or ``mean``.
        pin: the selected cells; None if there are none.
        interventions: what the parts of the score are multiplied with.
        since: since when gains act; told even while there are none.
        gains_before: of parts that are off, the gains that they come back with.
        maps: how the maps of the Terms page are shown, hidden keys among it.
        kept_scales: the scales of the maps that are kept across segments, by the names of the maps.
        distance: relative distance on the Encoding page.
        shown: how the text and R are shown.
        page: name of the page in front.
        parts: what features keep of their own, by their names (``relviz.app.kept.Parts``), in JSON's types.
    """

    options: Options = field(default_factory=Options)
    text: str | None = None
    source: str = ""
    token: Whole | None = None
    layer: Whole = 0
    head: Whole | Literal["mean"] = 0
    pin: Pin | None = None
    interventions: Interventions = NONE
    since: Since = "segment"
    gains_before: tuple[tuple[str, float], ...] = ()
    maps: TermView = field(default_factory=TermView)
    kept_scales: tuple[tuple[str, Scale], ...] = ()
    distance: int = 1
    shown: Shown = field(default_factory=Shown)
    page: str = "terms"
    parts: Mapping[str, Mapping[str, object]] = field(default_factory=dict)

    def to_dict(self, *, text: bool = True) -> dict[str, object]:
        """Return it in JSON's types.

        Args:
            text: whether the text and the name of its file are told, too.
        """
        return {
            "format": FORMAT,
            "version": VERSION,
            "relviz": __version__,
            **({"text": self.text, "source": self.source} if text else {}),
            **told(self.options),
            "token": self.token,
            "layer": self.layer,
            "head": self.head,
            "pin": told(self.pin) if self.pin else None,
            "interventions": {
                "since": self.since,
                "gains": dict(self.interventions.gains),
                "before": dict(self.gains_before),
            },
            "view": {
                "page": self.page,
                **told(self.maps),
                "kept_scales": {name: told(scale) for name, scale in self.kept_scales},
                "distance": self.distance,
                **told(self.shown),
            },
            "parts": {name: dict(part) for name, part in self.parts.items()},
        }

    @classmethod
    def from_dict(cls, data: object) -> Project:
        """Return the project that ``to_dict`` told of.

        Raises:
            ProjectError: it is none, it is of a newer version, or a value is not what it should be.
        """
        values, usual = inner(data, ""), cls()
        if values.get("format") != FORMAT:
            raise ProjectError("This is no project of relviz: open one whose name ends in .relviz.")
        made = read(_Made(), values)
        if made.version > VERSION:
            raise ProjectError(
                "The project is of version {0} and this relviz, {1}, reads up to {2}: open it with relviz {3}.",
                made.version,
                __version__,
                VERSION,
                made.relviz or Sentence("a newer one"),
            )
        view, gains = inner(values.get("view"), "view."), inner(values.get("interventions"), "interventions.")
        since = read(usual, gains, "interventions.", only=("since",)).since
        maps = read(usual.maps, view, "view.")
        scales, parts = inner(view.get("kept_scales"), "view.kept_scales."), inner(values.get("parts"), "parts.")
        return replace(
            read(read(usual, values, only=_AT_THE_TOP), view, "view.", only=_IN_THE_VIEW),
            options=read(usual.options, values),
            pin=_pin(values.get("pin")),
            interventions=Interventions(_gains(gains, "gains"), since),
            since=since,
            gains_before=_gains(gains, "before"),
            maps=replace(maps, mass=min(max(maps.mass, 0.0), 1.0)),
            kept_scales=tuple((name, _scale(scales[name], f"view.kept_scales.{name}.")) for name in sorted(scales)),
            shown=read(usual.shown, view, "view."),
            parts={name: inner(part, f"parts.{name}.") for name, part in parts.items()},
        )

    @classmethod
    def read(cls, path: Path) -> Project:
        """Return the project in a file.

        Raises:
            ProjectError: there is no such file, it cannot be read, or it holds no project.
        """
        try:
            data = json.loads(path.read_bytes())
        except FileNotFoundError as error:
            raise ProjectError("There is no file {0}: check the name.", path) from error
        except OSError as error:
            reason = error.strerror or error
            raise ProjectError("{0} cannot be read ({1}): give a file that can.", path, reason) from error
        except (ValueError, RecursionError) as error:
            raise ProjectError("{0} is no project of relviz, or a damaged one: open another one.", path) from error
        try:
            return cls.from_dict(data)
        except ProjectError as error:
            raise ProjectError("{0}: {1}", path.name, error) from error

    def write(self, path: Path) -> Path:
        """Write it into a file, in place of what is there, and return the path.

        Raises:
            OutputError: it cannot be written; what is there stays.
        """
        told = json.dumps(self.to_dict(), ensure_ascii=False, indent=1)
        replace_file(path, f"{told}\n".encode("utf-8", "backslashreplace"))  # half a surrogate pair, as JSON writes it
        return path


_AT_THE_TOP, _IN_THE_VIEW = ("text", "source", "token", "layer", "head"), ("page", "distance")
"""Where the file has the fields of ``Project`` that are one word or number each."""


@dataclass(frozen=True)
class _Made:
    """What a file says of itself."""

    version: Whole = 0
    relviz: str | None = None


def _pin(data: object) -> Pin | None:
    if not (values := inner(data, "pin.")):
        return None
    pin = read(Pin(0, 0, 0, 0), values, "pin.", only=("query", "key"))
    return read(replace(pin, to_query=pin.query, to_key=pin.key), values, "pin.")


def _gains(data: Mapping[str, Any], name: str) -> tuple[tuple[str, float], ...]:
    gains = numbers(data.get(name), f"interventions.{name}.")
    return tuple(sorted((part, min(max(gain, 0.0), LARGEST_GAIN)) for part, gain in gains.items()))


def _scale(data: object, where: str) -> Scale:
    scale = read(Scale(0.0, 1.0, "share"), data, where)
    if scale.high <= scale.low or scale.power <= 0 or (scale.log and scale.low <= 0):
        raise ProjectError("The project is damaged: {0} is no scale; open another one.", where[:-1])
    return scale
