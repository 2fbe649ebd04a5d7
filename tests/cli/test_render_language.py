"""``relviz render --lang``: figures with Chinese words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from relviz.app.translation import set_language
from tests.cli.conftest import Relviz


@pytest.fixture(autouse=True)
def _english_again(qapp: object) -> Iterator[None]:
    yield
    set_language("en")


def test_figures_in_chinese(text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path) -> None:
    """The words of a figure are in the language asked for; its settings, and the next figure, are not touched by it."""
    pages = {}
    for number, words in enumerate((["--lang", "zh"], [])):
        folder = tmp_path / str(number)
        done = relviz(
            "render", text_file, "-o", folder, "--model", model_folder, "--view", "memory", "--format", "svg", *words
        )
        assert done.status == 0, done.err
        (path,) = folder.iterdir()
        pages[number] = path.read_text(encoding="utf-8")

    assert "记忆" in pages[0]
    assert "memory on average" not in pages[0]
    assert "memory on average" in pages[1]
    assert "记忆" not in pages[1]
    assert all('"segment":' in page or "&quot;segment&quot;" in page for page in pages.values())
