"""Settings that travel in a picture: a project, without the text unless it is asked for.

A PNG has them as JSON under the keyword ``relviz``: the dictionary of ``app.projects.project``, in which ``shown`` says
what the figure shows (model and its hash, segment, layer, head, lengths), and ``text_sha256`` which text that was.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from relviz.app.projects.project import FORMAT, VERSION, Project
from relviz.errors import ProjectError, TextError
from relviz.figure.writing.png import is_png, texts_of

if TYPE_CHECKING:
    from collections.abc import Mapping

KEYWORD = "relviz"
OLD_KEYWORD = "relviz.settings"
"""Of what the figure itself says, which files from the command line have alone."""
PICTURES = {".png", ".apng"}
"""How names of files end that may hold settings."""
OF_THE_TEXT = {"text", "source"}
"""Names under which parts of a project keep a text, or where it is from."""


@dataclass(frozen=True)
class Picture:
    """What was found in a picture.

    Attributes:
        project: the settings; its text is None unless the picture has it.
        text_sha256: hash of the text that was shown; empty where the picture does not tell.
        name: of the file.
        model: name of the model that was shown; empty where the picture does not tell.
        model_sha256: hash of its weights, likewise.
        start: token that reading began with, where the picture counts in tokens: those from the command line do.
    """

    project: Project
    text_sha256: str
    name: str = ""
    model: str = ""
    model_sha256: str = ""
    start: int = 0

    def is_of(self, text: str) -> bool:
        """Return whether the figure is of a text, as far as the picture tells."""
        return self.text_sha256 in {"", hash_of(text)}

    def of(self, text: str, source: str) -> Picture:
        """Return it with a text to be shown: its own if it has one, else this one.

        What is a place in another text means nothing in this one, and is left out.

        Args:
            text: the text that is open.
            source: the file it is from; empty for none.
        """
        project = self.project
        if project.text is not None:
            return self
        if self.is_of(text):
            return replace(self, project=replace(project, text=text, source=source))
        maps = replace(project.maps, hidden=())
        options = replace(project.options, start=0)
        return replace(self, project=replace(project, pin=None, maps=maps, options=options), start=0)

    def has_other_weights(self, model: str, sha256: str) -> bool:
        """Return whether the figure is of a model of the same name with other weights, as far as both tell."""
        return model == self.model and bool(sha256 and self.model_sha256) and sha256 != self.model_sha256


def settings_text(project: Project, shown: Mapping[str, object], *, text: bool) -> str:
    """Return the settings as they are written into a picture.

    Args:
        project: the state of the window.
        shown: what the figure shows, in JSON's types.
        text: whether the text itself is told; the name of its file never is.
    """
    data = replace(project, source="").to_dict(text=text)
    if not text:
        data["parts"] = _without_text(data["parts"])
    model = data.get("model")
    if isinstance(model, str):
        data["model"] = _from_home(model)
    data["text_sha256"] = hash_of(project.text or "")
    return json.dumps(data | {"shown": dict(shown)}, ensure_ascii=False)


def read_picture(path: Path) -> Picture:
    """Return the settings in a picture that relviz made.

    Raises:
        TextError: the file cannot be read.
        ProjectError: it has no settings, or they are damaged or of a newer version.
    """
    try:
        texts = texts_of(path.read_bytes())
    except OSError as error:
        raise TextError("{0} cannot be read ({1}): give a file that can.", path, error.strerror or error) from error
    told = texts.get(KEYWORD) or texts.get(OLD_KEYWORD)
    if told is None:
        raise ProjectError(
            "{0} has no settings of relviz: drop a PNG that relviz exported, a text file or a model folder.", path.name
        )
    try:
        data, start = json.loads(told), 0
        if KEYWORD not in texts:
            start = _start(data)
            data = _from_figure(data, texts.get("Title", ""))
        project = Project.from_dict(data)
    except (ValueError, RecursionError) as error:
        raise ProjectError("The settings in {0} are damaged: open another picture.", path.name) from error
    except ProjectError as error:
        raise ProjectError("{0}: {1}", path.name, error) from error
    if project.options.model:
        model = str(Path(project.options.model).expanduser()) if project.options.model.startswith("~") else None
        project = replace(project, options=replace(project.options, model=model or project.options.model))
    shown = data.get("shown")
    of_model = shown if isinstance(shown, dict) else {}
    return Picture(
        replace(project, source=""),
        text_sha256=_word(data.get("text_sha256")),
        name=path.name,
        model=_word(of_model.get("model")),
        model_sha256=_word(of_model.get("sha256")),
        start=start,
    )


def is_picture(path: Path) -> bool:
    """Return whether a file is a PNG, by its name or by how it begins."""
    if path.suffix.lower() in PICTURES:
        return True
    try:
        with path.open("rb") as file:
            return is_png(file.read(8))
    except OSError:
        return False


def hash_of(text: str) -> str:
    """Return the SHA-256 of a text, in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _from_figure(data: object, page: str) -> dict[str, object]:
    """Return as a project what a figure says of itself (``figure.views.caption.settings``)."""
    if not isinstance(data, dict):
        raise ProjectError("The settings are damaged: open another picture.")
    kept = ("model", "layer", "head", "segment_length", "memory_length", "interventions")
    view = data.get("view")
    numbers = [data.get(name, 0) for name in ("start", "segment", "segment_length")]
    start, segment, length = (number if isinstance(number, int) else 0 for number in numbers)
    return {
        "format": FORMAT,
        "version": VERSION,
        **{name: data[name] for name in kept if name in data},
        "token": start + segment * length,
        "view": {"page": page, **(view if isinstance(view, dict) else {})},
    }


def _word(value: object) -> str:
    """Return a value if it is a word, else an empty one."""
    return value if isinstance(value, str) else ""


def _start(data: object) -> int:
    """Return the token that a figure says reading began with."""
    start = data.get("start", 0) if isinstance(data, dict) else 0
    return start if isinstance(start, int) and start > 0 else 0


def _without_text(value: object) -> object:
    """Return a value in JSON's types without what a text is kept under."""
    if isinstance(value, dict):
        return {name: _without_text(inner) for name, inner in value.items() if name not in OF_THE_TEXT}
    if isinstance(value, list):
        return [_without_text(inner) for inner in value]
    return value


def _from_home(model: str) -> str:
    """Return a model's folder by way of ``~``: a picture that is passed on need not tell whose computer made it."""
    path = Path(model)
    return f"~/{path.relative_to(Path.home()).as_posix()}" if path.is_relative_to(Path.home()) else model
