"""What is remembered from one start to the next, declared once."""

from __future__ import annotations

from typing import Literal, cast, get_args

from PySide6.QtCore import QByteArray, QSettings

from relviz.app.words.translation import LANGUAGE_CHOICES
from relviz.core.units import UNITS, Unit
from relviz.figure.colours.palette import Theme

ThemeChoice = Theme | Literal["system"]
LAYOUT_VERSION = 3
"""Raised when docks or toolbars change, so that an old layout is not forced onto them."""
RECENT = 10
"""Texts that are remembered, and commands of the palette."""


class Settings:
    """The remembered values, each with a type and a default."""

    def __init__(self, store: QSettings | None = None) -> None:
        self._store = store or QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "relviz", "relviz")

    @property
    def theme(self) -> ThemeChoice:
        """The theme asked for."""
        choice = str(self._store.value("theme", "system", type=str))
        known = (*get_args(Theme), "system")
        return cast("ThemeChoice", choice) if choice in known else "system"

    @theme.setter
    def theme(self, choice: ThemeChoice) -> None:
        self._store.setValue("theme", choice)

    @property
    def language(self) -> str:
        """The language asked for."""
        choice = str(self._store.value("language", "system", type=str))
        return choice if choice in LANGUAGE_CHOICES else "system"

    @language.setter
    def language(self, choice: str) -> None:
        self._store.setValue("language", choice)

    @property
    def export(self) -> str:
        """What was chosen in the export dialog, as ``ExportChoices`` tells it; empty at first."""
        return str(self._store.value("export", "", type=str))

    @export.setter
    def export(self, choices: str) -> None:
        self._store.setValue("export", choices)

    @property
    def folder(self) -> str:
        """Where the last file was opened or saved; empty at first."""
        return str(self._store.value("folder", "", type=str))

    @folder.setter
    def folder(self, folder: str) -> None:
        self._store.setValue("folder", folder)

    @property
    def pace(self) -> int:
        """Milliseconds that a segment stays when the segments are played."""
        return cast("int", self._store.value("pace", 700, type=int))

    @pace.setter
    def pace(self, pace: int) -> None:
        self._store.setValue("pace", pace)

    @property
    def unit(self) -> Unit:
        """What losses are told in."""
        unit = str(self._store.value("unit", "nats", type=str))
        return unit if unit in UNITS else "nats"

    @unit.setter
    def unit(self, unit: Unit) -> None:
        self._store.setValue("unit", unit)

    @property
    def recent(self) -> list[str]:
        """Paths of the texts that were opened last, the last one first."""
        kept = self._store.value("recent", [])
        return [str(path) for path in (kept if isinstance(kept, list) else [kept]) if path][:RECENT]

    @recent.setter
    def recent(self, paths: list[str]) -> None:
        self._store.setValue("recent", paths[:RECENT])

    def add_recent(self, path: str) -> None:
        """Remember a text as the one opened last."""
        self.recent = [path, *(other for other in self.recent if other != path)]

    @property
    def recent_commands(self) -> list[str]:
        """Names of the commands that were taken from the palette last, the last one first."""
        kept = self._store.value("recent_commands", [])
        return [str(name) for name in (kept if isinstance(kept, list) else [kept]) if name][:RECENT]

    def add_recent_command(self, name: str) -> None:
        """Remember a command as the one taken last."""
        names = [name, *(other for other in self.recent_commands if other != name)]
        self._store.setValue("recent_commands", names[:RECENT])

    @property
    def geometry(self) -> QByteArray:
        """Place and size of the window, as Qt packs them; empty at first."""
        return cast("QByteArray", self._store.value("geometry", QByteArray(), type=QByteArray))

    @geometry.setter
    def geometry(self, packed: QByteArray) -> None:
        self._store.setValue("geometry", packed)

    @property
    def layout(self) -> QByteArray:
        """Docks and toolbars, as Qt packs them; empty at first."""
        return cast("QByteArray", self._store.value("layout", QByteArray(), type=QByteArray))

    @layout.setter
    def layout(self, packed: QByteArray) -> None:
        self._store.setValue("layout", packed)
