"""Settings as a TOML file."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from relviz.errors import SettingError
from relviz.training.config import TrainingConfig
from relviz.training.settings_file import SETTINGS, read_settings, write_settings


def written(tmp_path: Path, text: str) -> Path:
    """Return a settings file."""
    path = tmp_path / "run.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_what_is_written_is_read_again(corpus: Path, tmp_path: Path) -> None:
    """Every setting survives, quotes and control characters too, and a file can be moved together with its texts."""
    held = tmp_path / "held.txt"
    held.write_text("elm\n", encoding="utf-8")
    config = TrainingConfig(
        paths=(corpus, corpus / "ash.txt"),
        output=tmp_path / "model",
        hold_out=str(held),
        scheme="shaw",
        clip=8,
        memory_lengths=(0, 64),
        minutes=12.5,
        learning_rate=1e-5,
        pre_lnorm=True,
        note='She said "no"\\\n\tNaïve, 天 🙂 \x7f\x01',
        command="relviz train",
    )
    config.output.mkdir()
    write_settings(config, config.output)
    tmp_path.rename(tmp_path.with_name("moved"))
    moved = tmp_path.with_name("moved")
    again = TrainingConfig(**read_settings(moved / "model" / SETTINGS), output=config.output, command=config.command)
    assert [path.resolve() for path in again.paths] == [moved / "corpus", moved / "corpus" / "ash.txt"]
    assert Path(again.hold_out or "").resolve() == moved / "held.txt"
    ours, theirs = again.to_dict(), config.to_dict()
    for name in set(theirs) - {"paths", "hold_out"}:
        assert ours[name] == theirs[name], name


def test_no_path_of_the_machine_is_written(config: TrainingConfig) -> None:
    """Paths are written relative to the folder of the model, and the folder itself is not."""
    config.output.mkdir()
    write_settings(config, config.output)
    values = tomllib.loads((config.output / SETTINGS).read_text(encoding="utf-8"))
    assert values["paths"] == ["../corpus"]
    assert values["hold_out"] == "elm"
    assert "output" not in values


def test_paths_are_relative_to_the_file(tmp_path: Path) -> None:
    """Texts, the folder for the model, and a hold-out that is a file are looked for beside the file."""
    (tmp_path / "split.txt").write_text("elm", encoding="utf-8")
    path = written(tmp_path, 'paths = ["texts", "/abs.txt"]\noutput = "model"\nhold_out = "split.txt"\n')
    assert read_settings(path) == {
        "paths": (tmp_path / "texts", Path("/abs.txt")),
        "output": tmp_path / "model",
        "hold_out": str(tmp_path / "split.txt"),
    }


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("memory_length = [1]", "did you mean memory_lengths?"),
        ("segment_lenght = 8", "did you mean segment_length?"),
        ("head-width = 8", "did you mean d_head?"),
        ("widht = 8", "did you mean d_model?"),
        ("positions = 8", "did you mean n_positions?"),
        ("zzz = 8", "the setting zzz, which there is not."),
    ],
)
def test_an_unknown_setting_is_named(tmp_path: Path, line: str, said: str) -> None:
    """A setting that there is not is refused with its name, and with the one that was meant if one is like it."""
    with pytest.raises(SettingError) as caught:
        read_settings(written(tmp_path, line))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('steps = "many"', 'steps = "many", which must be a whole number'),
        ("streams = 1.5", "streams = 1.5, which must be a whole number"),
        ("streams = true", "streams = true, which must be a whole number"),
        ("memory_lengths = 64", "memory_lengths = 64, which must be a list, each item of which is a whole number"),
        ('optimizer = "sgd"', 'optimizer = "sgd", which must be "muon" or "adamw"'),
        ('pre_lnorm = "no"', 'pre_lnorm = "no", which must be true or false'),
        ("paths = [1]", "paths = 1, which must be a path"),
    ],
)
def test_a_value_of_another_kind_is_refused(tmp_path: Path, line: str, said: str) -> None:
    """A value that is not what the setting takes is refused with both named."""
    with pytest.raises(SettingError) as caught:
        read_settings(written(tmp_path, line))
    assert said in str(caught.value)


def test_whole_numbers_do_for_numbers(tmp_path: Path) -> None:
    """Where a number is asked for, one without a decimal point will do."""
    assert read_settings(written(tmp_path, "minutes = 90")) == {"minutes": 90.0}


@pytest.mark.parametrize(("content", "said"), [(None, "cannot be read"), (b"steps =", "no TOML"), (b"\xff", "no TOML")])
def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path, content: bytes | None, said: str) -> None:
    """A missing file, one that is no TOML and one that is no text are each an error in a sentence."""
    path: Any = tmp_path / "run.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SettingError, match=said):
        read_settings(path)
