"""Opens the window on what the command line names; typer is not needed for it."""

from __future__ import annotations

import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

from relviz.app.display import require_display
from relviz.app.engine.models import Options
from relviz.core.interventions import NONE, Interventions
from relviz.core.text.text_file import decode_text, read_text

if TYPE_CHECKING:
    from relviz.app.projects.autosave import Kept

PROJECT = ".relviz"
"""How names of project files end."""
PICTURES = (".png", ".apng")
"""How names of pictures end that may hold settings."""


def open_window(
    file: str = "",
    options: Options | None = None,
    encoding: str = "utf-8",
    language: str | None = None,
    start: int = 0,
) -> int:
    """Open the window, and stay until it is closed.

    Args:
        file: a text, a project or a picture of relviz; ``-`` is standard input, and without one it is the sample.
        options: how to read it; what is given comes before what a project says.
        encoding: how the file is encoded.
        language: the language of the window, None for the one chosen last.
        start: the token with which reading begins.

    Returns:
        The exit status.

    Raises:
        TextError: the file cannot be read.
        ProjectError: it is no project, or a damaged one.
        DisplayError: there is no display to open a window on, or Qt cannot be loaded.
    """
    text = read_input(file, encoding) if file and not is_project(file) and not is_picture(file) else None
    require_display()
    if is_picture(file):
        return _open_picture(file, options or Options(), language, start)
    kept = read_project(file, options or Options()) if is_project(file) else None
    from relviz.ui.program.launch import run  # noqa: PLC0415 # loads Qt's widgets, if there is a display

    if kept is not None:
        return run(kept.project.options, kept.project.text, None, language, kept, start)
    return run(options or Options(), text, Path(file) if file and file != "-" else None, language, start=start)


def _open_picture(file: str, options: Options, language: str | None, start: int) -> int:
    """Open the window on what a picture shows, with its own text if it is in it, else with the sample."""
    from relviz.app.engine.models import sample_text  # noqa: PLC0415
    from relviz.app.projects.autosave import Kept  # noqa: PLC0415 # loads Qt and numpy, before the frame is up
    from relviz.app.projects.picture import read_picture  # noqa: PLC0415
    from relviz.ui.program.launch import run  # noqa: PLC0415

    picture = read_picture(Path(file)).of(sample_text(), "")
    project = replace(picture.project, options=_with(picture.project.options, options))
    picture = replace(picture, project=project, start=0 if start else picture.start)
    return run(project.options, project.text, None, language, Kept(project), start, picture)


def _with(options: Options, given: Options) -> Options:
    """Return options with what was given in place of their own."""
    told = {field.name: getattr(given, field.name) for field in fields(Options)}
    return replace(options, **{name: value for name, value in told.items() if value != getattr(Options, name)})


def is_picture(file: str) -> bool:
    """Whether FILE names a picture, which may hold settings."""
    return file.lower().endswith(PICTURES)


def is_project(file: str) -> bool:
    """Whether FILE names a project."""
    return file.lower().endswith(PROJECT)


def read_project(file: str, options: Options) -> Kept:
    """Return the project that FILE names, with the options that were given in place of its own.

    Raises:
        ProjectError: it is none, or a damaged one.
    """
    from relviz.app.projects.autosave import Kept  # noqa: PLC0415 # loads Qt and numpy, before the frame is up
    from relviz.app.projects.project import Project  # noqa: PLC0415

    project = Project.read(Path(file))
    return Kept(replace(project, options=_with(project.options, options)), Path(file).absolute())


def read_source(file: str, encoding: str, options: Options) -> tuple[str, Options, Interventions]:
    """Return the text that FILE names, how to read it, and with what: of a project, as it says where nothing is given.

    Raises:
        TextError: it cannot be read.
        ProjectError: it is no project, or a damaged one.
    """
    if not is_project(file):
        return read_input(file, encoding), options, NONE
    project = read_project(file, options).project
    return project.text or "", project.options, project.interventions


def read_input(file: str, encoding: str) -> str:
    """Return the text that FILE names.

    Raises:
        TextError: it cannot be read.
    """
    if file == "-":
        return decode_text(sys.stdin.buffer.read(), "standard input", encoding)
    return read_text(Path(file), encoding)
