"""What is remembered from one start to the next, declared once."""

from __future__ import annotations

from typing import Generic, Literal, TypeVar, cast, get_args

from PySide6.QtCore import QByteArray, QSettings

from relviz.app.words.translation import LANGUAGE_CHOICES
from relviz.core.units import UNITS, Unit
from relviz.figure.colours.palette import Theme

ThemeChoice = Theme | Literal["system"]
T = TypeVar("T")
LAYOUT_VERSION = 3
"""Raised when docks or toolbars change, so that an old layout is not forced onto them."""
RECENT = 10
"""Texts that are remembered, and commands of the palette."""


class Setting(Generic[T]):
    """One remembered value, under the name that it has in ``Settings``; its type is that of its default.

    Args:
        default: the value at first, and where the file holds something else.
        choices: the values that there are; any if there are none.
    """

    def __init__(self, default: T, choices: tuple[T, ...] = ()) -> None:
        self._default, self._choices = default, choices

    def __set_name__(self, owner: type[Settings], name: str) -> None:
        """Take the name that the setting is declared under."""
        self._name = name

    def __get__(self, settings: Settings, owner: type[Settings]) -> T:
        """Return what is remembered."""
        value = cast("T", settings.store.value(self._name, self._default, type=type(self._default)))
        return self._default if self._choices and value not in self._choices else value

    def __set__(self, settings: Settings, value: T) -> None:
        """Remember another value."""
        settings.store.setValue(self._name, value)


class Recent(Setting[list[str]]):
    """The words used last, the last one first."""

    def __get__(self, settings: Settings, owner: type[Settings]) -> list[str]:
        """Return them; Qt gives a list of one as a word."""
        kept = settings.store.value(self._name, [])
        return [str(word) for word in (kept if isinstance(kept, list) else [kept]) if word][:RECENT]

    def __set__(self, settings: Settings, value: list[str]) -> None:
        """Remember others, no more than ``RECENT``."""
        settings.store.setValue(self._name, value[:RECENT])


class Settings:
    """The remembered values; to have one more, declare it.

    Attributes:
        theme: the theme asked for.
        language: the language asked for.
        export: what was chosen in the export dialog, as ``ExportChoices`` tells it; empty at first.
        folder: where the last file was opened or saved; empty at first.
        pace: milliseconds that a segment stays when the segments are played.
        unit: what losses are told in.
        recent: paths of the texts that were opened last, the last one first.
        recent_commands: names of the commands that were taken from the palette last, the last one first.
        geometry: place and size of the window, as Qt packs them; empty at first.
        layout: docks and toolbars, as Qt packs them; empty at first.
        store: where they are.
    """

    theme = Setting[ThemeChoice]("system", (*get_args(Theme), "system"))
    language = Setting[str]("system", LANGUAGE_CHOICES)
    export = Setting[str]("")
    folder = Setting[str]("")
    pace = Setting[int](700)
    unit = Setting[Unit]("nats", UNITS)
    recent = Recent([])
    recent_commands = Recent([])
    geometry = Setting(QByteArray())
    layout = Setting(QByteArray())

    def __init__(self, store: QSettings | None = None) -> None:
        self.store = store or QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "relviz", "relviz")

    def add_recent(self, path: str) -> None:
        """Remember a text as the one opened last."""
        self.recent = [path, *(other for other in self.recent if other != path)]

    def add_recent_command(self, name: str) -> None:
        """Remember a command as the one taken last."""
        self.recent_commands = [name, *(other for other in self.recent_commands if other != name)]
