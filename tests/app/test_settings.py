"""Settings survive a restart."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from relviz.app.settings import Settings


def _settings(path: Path) -> Settings:
    return Settings(QSettings(str(path), QSettings.Format.IniFormat))


def test_defaults(tmp_path: Path) -> None:
    """Before anyone sets them, values are the declared defaults."""
    settings = _settings(tmp_path / "new.ini")

    assert (settings.theme, settings.folder, settings.geometry.isEmpty()) == ("system", "", True)


def test_values_are_read_back_by_another_process(tmp_path: Path) -> None:
    """What is set is read back from the file with its type."""
    store = QSettings(str(tmp_path / "some.ini"), QSettings.Format.IniFormat)
    settings = Settings(store)
    settings.theme = "dark"
    settings.folder = "/tmp/图"
    settings.layout = QByteArray(b"\x00\x01docks")
    store.sync()
    (tmp_path / "copy.ini").write_bytes((tmp_path / "some.ini").read_bytes())  # a new file has no live objects

    again = _settings(tmp_path / "copy.ini")

    assert again.theme == "dark"
    assert again.folder == "/tmp/图"
    assert bytes(again.layout.data()) == b"\x00\x01docks"


def test_unknown_theme_is_the_systems(tmp_path: Path) -> None:
    """A theme that this version does not know is taken for the system's."""
    (tmp_path / "odd.ini").write_text("[General]\ntheme=sepia\n")

    assert _settings(tmp_path / "odd.ini").theme == "system"


def test_the_unit_of_losses_is_nats_until_another_is_chosen(tmp_path: Path) -> None:
    """Nats at first, bits once chosen, and nats again where the file holds something else."""
    settings = _settings(tmp_path / "some.ini")
    assert settings.unit == "nats"
    settings.unit = "bits"
    assert _settings(tmp_path / "some.ini").unit == "bits"
    (tmp_path / "odd.ini").write_text("[General]\nunit=bans\n")
    assert _settings(tmp_path / "odd.ini").unit == "nats"


def test_texts_opened_last_come_first(tmp_path: Path) -> None:
    """Ten are remembered, each once, also when there is one only, or a comma in its name."""
    settings = _settings(tmp_path / "some.ini")
    assert settings.recent == []
    settings.add_recent("/tmp/a, b.txt")
    assert _settings(tmp_path / "some.ini").recent == ["/tmp/a, b.txt"]
    for number in range(12):
        settings.add_recent(f"/tmp/{number}")
    settings.add_recent("/tmp/5")
    assert settings.recent == [f"/tmp/{number}" for number in (5, 11, 10, 9, 8, 7, 6, 4, 3, 2)]


def test_the_language_is_the_systems_until_another_is_chosen(tmp_path: Path) -> None:
    """The desktop's language at first, Chinese once chosen, and the desktop's again for one that is not known."""
    settings = _settings(tmp_path / "some.ini")
    assert settings.language == "system"

    settings.language = "zh"
    assert settings.language == "zh"

    (tmp_path / "odd.ini").write_text("[General]\nlanguage=tlh\n")
    assert _settings(tmp_path / "odd.ini").language == "system"
