"""A project: all that a window looks at, as one frozen value and as a file.

The file is JSON::

    {"format": "relviz project", "version": 1, "text": "…", "model": "en-small", "token": 64, "view": {…}, …}

The same dictionary travels with pictures and from one window to the next. What is missing in it is as at first, and
what this version does not know is left out, so that a project of an older or slightly newer relviz can be read.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from relviz import __version__
from relviz.app.engine.options import Options
from relviz.app.projects.fields import Fields
from relviz.app.session.pin import Pin
from relviz.app.session.shading import SHADINGS, Shading
from relviz.core.config import InitialMemory
from relviz.core.interventions import LARGEST_GAIN, NONE, Interventions, Since
from relviz.core.sentence import Sentence
from relviz.core.whole_file import replace_file
from relviz.errors import ProjectError
from relviz.figure.spec import Scale
from relviz.figure.views.term_view import Colours, Scales, TermView, Values

if TYPE_CHECKING:
    from collections.abc import Mapping

    from relviz.app.session.session import Session

FORMAT, VERSION = "relviz project", 1
"""What the file says of itself; the version is raised when an older relviz would misread it."""
SUFFIX = ".relviz"
"""How names of project files end."""


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
        interleaved: whether R is laid out with sine and cosine side by side.
        distance: relative distance on the Encoding page.
        shading: what the text is shaded by.
        token_boundaries: whether it is marked where tokens begin.
        pace: milliseconds that a segment stays when the segments are played.
        page: name of the page in front.
        parts: what features keep of their own, by their names (``relviz.app.projects.parts``), in JSON's types.
    """

    options: Options = field(default_factory=Options)
    text: str | None = None
    source: str = ""
    token: int | None = None
    layer: int = 0
    head: int | Literal["mean"] = 0
    pin: Pin | None = None
    interventions: Interventions = NONE
    since: Since = "segment"
    gains_before: tuple[tuple[str, float], ...] = ()
    maps: TermView = field(default_factory=TermView)
    kept_scales: tuple[tuple[str, Scale], ...] = ()
    interleaved: bool = False
    distance: int = 1
    shading: Shading = "none"
    token_boundaries: bool = False
    pace: int = 700
    page: str = "terms"
    parts: Mapping[str, Mapping[str, object]] = field(default_factory=dict)

    @classmethod
    def of(cls, session: Session, page: str) -> Project:
        """Return what a window looks at, or will once the numbers are there; ``page`` is the one in front."""
        if session.taken is not None:
            return replace(session.taken, text=session.text, page=page)
        maps, look = session.maps, session.look
        kept = maps.kept(look) if look is not None and maps.view.scales == "locked" else {}
        return cls(
            options=replace(session.options, model=_absolute(session.options.model)),
            text=session.text,
            source=str(session.source.absolute()) if session.source else "",
            token=session.token,
            layer=session.layer,
            head=session.head,
            pin=session.selection.kept,
            interventions=session.gains.interventions,
            since=session.gains.since,
            gains_before=session.gains.before,
            maps=maps.view,
            kept_scales=tuple(sorted(kept.items(), key=_name)),
            interleaved=session.showing.interleaved,
            distance=session.selection.distance,
            shading=session.showing.shading,
            token_boundaries=session.showing.token_boundaries,
            pace=session.showing.pace,
            page=page,
            parts=session.parts.to_dict(),
        )

    def apply(self, session: Session) -> None:
        """Have a window look at this, with one request; whoever owns the pages brings ``page`` to the front."""
        session.take(self)

    def to_dict(self, *, text: bool = True) -> dict[str, object]:
        """Return it in JSON's types.

        Args:
            text: whether the text and the name of its file are told, too.
        """
        options = asdict(self.options)
        return {
            "format": FORMAT,
            "version": VERSION,
            "relviz": __version__,
            **({"text": self.text, "source": self.source} if text else {}),
            **options,
            "token": self.token,
            "layer": self.layer,
            "head": self.head,
            "pin": asdict(self.pin) if self.pin else None,
            "interventions": {
                "since": self.since,
                "gains": dict(self.interventions.gains),
                "before": dict(self.gains_before),
            },
            "view": {
                "page": self.page,
                **asdict(self.maps),
                "hidden": list(self.maps.hidden),
                "kept_scales": {name: asdict(scale) for name, scale in self.kept_scales},
                "interleaved": self.interleaved,
                "distance": self.distance,
                "shading": self.shading,
                "token_boundaries": self.token_boundaries,
                "pace": self.pace,
            },
            "parts": {name: dict(part) for name, part in self.parts.items()},
        }

    @classmethod
    def from_dict(cls, data: object) -> Project:
        """Return the project that ``to_dict`` told of.

        Raises:
            ProjectError: it is none, it is of a newer version, or a value is not what it should be.
        """
        fields = Fields.of(data)
        if fields.values.get("format") != FORMAT:
            raise ProjectError("This is no project of relviz: open one whose name ends in .relviz.")
        if (version := fields.whole("version")) > VERSION:
            made = fields.words("relviz") or Sentence("a newer one")
            raise ProjectError(
                "The project is of version {0} and this relviz, {1}, reads up to {2}: open it with relviz {3}.",
                version,
                __version__,
                VERSION,
                made,
            )
        gains, view, head = fields.inner("interventions"), fields.inner("view"), fields.values.get("head", 0)
        since = gains.choice("since", get_args(Since), "segment")
        return cls(
            options=_options(fields),
            text=fields.words("text"),
            source=fields.words("source") or "",
            token=fields.maybe_whole("token"),
            layer=fields.whole("layer"),
            head="mean" if head == "mean" else fields.whole("head"),
            pin=_pin(fields.inner("pin")),
            interventions=Interventions(_gains(gains, "gains"), since),
            since=since,
            gains_before=_gains(gains, "before"),
            maps=_maps(view),
            kept_scales=tuple(
                (name, _scale(view.inner("kept_scales").inner(name)))
                for name in sorted(view.inner("kept_scales").values)
            ),
            interleaved=view.switch("interleaved"),
            distance=view.whole("distance", 1, negative=True),
            shading=view.choice("shading", SHADINGS, "none"),
            token_boundaries=view.switch("token_boundaries"),
            pace=view.whole("pace", 700),
            page=view.words("page") or "terms",
            parts={name: fields.inner("parts").inner(name).values for name in fields.inner("parts").values},
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


def _absolute(model: str | None) -> str | None:
    """Return where a model folder is, whatever folder the next relviz is started in; a name stays as it is."""
    return str(Path(model).absolute()) if model and Path(model).exists() else model


def _name(item: tuple[str, Scale]) -> str:
    return item[0]


def _options(fields: Fields) -> Options:
    lengths = fields.maybe_whole("segment_length"), fields.maybe_whole("memory_length")
    initial = fields.choice("initial_memory", (None, *get_args(InitialMemory)), None)
    device = fields.words("device") or "auto"
    return Options(fields.words("model"), *lengths, initial, device, fields.words("scheme"), fields.whole("start"))


def _pin(fields: Fields) -> Pin | None:
    if not fields.values:
        return None
    query, key = fields.whole("query"), fields.whole("key", negative=True)  # zero vectors stand before the text
    return Pin(query, key, fields.whole("to_query", query), fields.whole("to_key", key, negative=True))


def _gains(fields: Fields, name: str) -> tuple[tuple[str, float], ...]:
    gains = fields.numbers(name)
    return tuple(sorted((part, min(max(gain, 0.0), LARGEST_GAIN)) for part, gain in gains.items()))


def _maps(fields: Fields) -> TermView:
    usual = TermView()
    return TermView(
        scales=fields.choice("scales", get_args(Scales), usual.scales),
        values=fields.choice("values", get_args(Values), usual.values),
        attention=fields.choice("attention", get_args(Colours), usual.attention),
        mass=min(max(fields.number("mass", usual.mass), 0.0), 1.0),
        hidden=fields.whole_numbers("hidden"),
    )


def _scale(fields: Fields) -> Scale:
    scale = Scale(
        fields.number("low", 0.0),
        fields.number("high", 1.0),
        fields.choice("kind", ("signed", "share"), "share"),
        percent=fields.switch("percent"),
        power=fields.number("power", 1.0),
        log=fields.switch("log"),
        zero=fields.switch("zero"),
    )
    if scale.high <= scale.low or scale.power <= 0 or (scale.log and scale.low <= 0):
        raise ProjectError("The project is damaged: {0} is no scale; open another one.", fields.where[:-1])
    return scale
