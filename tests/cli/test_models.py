"""``relviz models``: what there is, and what is in it."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from relviz.checkpoints import bundled_models, load_model

if TYPE_CHECKING:
    from tests.cli.conftest import Relviz


def test_lists_the_bundled_models(relviz: Relviz) -> None:
    """One line a model, its name first."""
    outcome = relviz("models", "list")

    assert outcome.status == 0
    assert [line.split()[0] for line in outcome.out.splitlines()] == bundled_models()


def test_info_shows_what_is_in_a_folder(model_folder: Path, relviz: Relviz) -> None:
    """Size, hash and settings are those of the files, and the card follows."""
    outcome = relviz("models", "info", model_folder)
    rows = dict(line.split(maxsplit=1) for line in outcome.out.partition("\n\n")[0].splitlines())
    model = load_model(model_folder)

    assert outcome.status == 0
    assert rows["name"] == "tiny"
    assert rows["sha256"] == hashlib.sha256((model_folder / "model.safetensors").read_bytes()).hexdigest()
    assert rows["parameters"] == f"{sum(weight.numel() for weight in model.network.parameters()):,}"
    assert {name: rows[name] for name in ("n_layer", "n_head", "memory_length")} == {
        "n_layer": "2",
        "n_head": "3",
        "memory_length": "16",
    }
    assert outcome.out.endswith("\n\n# tiny\n")


@pytest.mark.parametrize("name", bundled_models())
def test_info_knows_every_bundled_model(name: str, relviz: Relviz) -> None:
    """A bundled model is found by its name and has a card."""
    outcome = relviz("models", "info", name)

    assert outcome.status == 0
    assert "\n\n#" in outcome.out


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("config.json", "{"),
        ("config.json", "[]"),
        ("config.json", '{"n_layer": 1}'),
        ("model.safetensors", "not weights"),
    ],
)
def test_a_damaged_folder_is_one_line(
    name: str, content: str, model_folder: Path, relviz: Relviz, tmp_path: Path
) -> None:
    """The damaged file is named."""
    folder = tmp_path / "model"
    shutil.copytree(model_folder, folder)
    (folder / name).write_text(content, encoding="utf-8")
    outcome = relviz("models", "info", folder)

    assert outcome.status == 1
    assert f"{name} is damaged" in outcome.line
