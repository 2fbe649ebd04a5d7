"""Settings of a run as a TOML file: read from one, and written down so that the run can be repeated."""

from __future__ import annotations

import json
import os
import tomllib
import types
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin

from relviz.core.whole_file import replace_file
from relviz.errors import SettingError
from relviz.training.config import settings, types_of_settings

if TYPE_CHECKING:
    from relviz.training.config import TrainingConfig

SETTINGS = "training.toml"
HEADER = """\
# What this model was trained with. To train it again into another folder:
#   relviz train --config training.toml -o FOLDER
# Paths are relative to this file.
"""


def read_settings(path: Path) -> dict[str, Any]:
    """Read settings, by the names of ``TrainingConfig``; relative paths are taken from the file's folder.

    Args:
        path: the TOML file; it may hold any of the settings.

    Raises:
        SettingError: the file cannot be read, a setting is unknown, or a value is of another kind; the message names
            it.
    """
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingError(f"{path} cannot be read: {error.strerror or error}.") from error
    except ValueError as error:  # no UTF-8, or no TOML
        raise SettingError(f"{path} is no TOML: {error}.") from error
    kinds = types_of_settings()
    for name, value in values.items():
        if name not in kinds:
            raise SettingError(f"{path} has the setting {name}, which there is not{_meant(name)}")
        values[name] = _understood(path, name, value, kinds[name])
    if "paths" in values:
        values["paths"] = tuple(path.parent / one for one in values["paths"])
    if "output" in values:
        values["output"] = path.parent / values["output"]
    if "hold_out" in values and (path.parent / values["hold_out"]).is_file():
        values["hold_out"] = str(path.parent / values["hold_out"])
    return values


def write_settings(config: TrainingConfig, folder: Path) -> None:
    """Write ``training.toml``, with every setting but those that are None; raises OutputError."""
    values = {name: config.to_dict()[name] for name, setting in settings().items() if setting.written}
    values = {name: value for name, value in values.items() if value is not None}
    values["paths"] = [_from(folder, path) for path in values["paths"]]
    if config.hold_out and Path(config.hold_out).is_file():
        values["hold_out"] = _from(folder, config.hold_out)
    lines = [f"{name} = {_toml(value)}\n" for name, value in values.items()]
    replace_file(folder / SETTINGS, (HEADER + "".join(lines)).encode(), make_folder=True)


def _meant(name: str) -> str:
    """Return the end of the sentence: which setting was meant, if one is like it, by its name or as an option."""
    words = {known: known for known in settings()}
    words |= {setting.option.replace("-", "_"): known for known, setting in settings().items() if setting.option}
    close = get_close_matches(name.replace("-", "_"), words, n=1)
    return f": did you mean {words[close[0]]}?" if close else "."


def _understood(path: Path, name: str, value: object, kind: object) -> object:
    """Return a value as the kind that a setting has."""
    kinds = get_args(kind) if get_origin(kind) in {Union, types.UnionType} else (kind,)
    for one in kinds:
        if one is float and type(value) in {int, float}:
            return float(value)  # type: ignore[arg-type] # a number
        if get_origin(one) is Literal and value in get_args(one):
            return value
        if get_origin(one) is tuple and isinstance(value, list):
            return tuple(_understood(path, name, item, get_args(one)[0]) for item in value)
        if one is Path and isinstance(value, str):
            return Path(value)
        if type(value) is one:
            return value
    wanted = " or ".join(_word(one) for one in kinds if one is not type(None))
    raise SettingError(f"{path} has {name} = {_toml(value)}, which must be {wanted}.")


def _word(kind: object) -> str:
    if get_origin(kind) is Literal:
        return " or ".join(_toml(word) for word in get_args(kind))
    if get_origin(kind) is tuple:
        return f"a list, each item of which is {_word(get_args(kind)[0])}"
    words: dict[object, str] = {int: "a whole number", float: "a number", bool: "true or false", str: "text"}
    return words.get(kind, "a path")


def _from(folder: Path, path: str) -> str:
    """Return a path relative to a folder, with forward slashes; absolute where there is no way between the two."""
    try:
        return Path(os.path.relpath(Path(path).resolve(), folder.resolve())).as_posix()
    except ValueError:  # another drive
        return Path(path).resolve().as_posix()


def _toml(value: object) -> str:
    """Return a value as TOML writes it: as JSON does, but for what JSON has no word for."""
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    # TOML wants the one control character escaped that JSON leaves as it is
    return json.dumps(value, ensure_ascii=False, default=str).replace("\x7f", "\\u007f")
