"""``relviz models evaluate``."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from relviz.core.text.passages import passage_beginnings
from tests.cli.conftest import Relviz
from tests.fixtures import layouts
from tests.fixtures.texts import ENGLISH


@pytest.fixture
def short_passage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One passage that is read in a second, in place of those that come with relviz."""
    folder = tmp_path / "passages" / "en"
    folder.mkdir(parents=True)
    (folder / "novel.txt").write_text(ENGLISH, encoding="utf-8")
    monkeypatch.setattr("relviz.core.text.passages.resource", tmp_path.joinpath)
    passage_beginnings.cache_clear()
    yield
    passage_beginnings.cache_clear()


@pytest.mark.usefixtures("short_passage")
def test_figures_are_shown_and_written(model_folder: Path, relviz: Relviz, tmp_path: Path) -> None:
    """The table has a line for each figure, the file their numbers, and the card a section with them."""
    folder = tmp_path / "tiny"
    shutil.copytree(model_folder, folder)
    outcome = relviz("models", "evaluate", folder, "--json", tmp_path / "out.json", "--write-card")

    assert outcome.status == 0
    for words in ("bits per byte, M = 128", "best induction head", "layer", "loss, M = 256", "norm of term (d)"):
        assert words in outcome.out
    figures = {figure["id"]: figure for figure in json.loads((tmp_path / "out.json").read_text("utf-8"))["figures"]}
    assert f"{figures['memory_gain']['measured']:.3f}" in outcome.out
    card = (folder / "MODEL_CARD.md").read_text("utf-8")
    assert card.startswith("# tiny\n\n## Results\n")
    assert f"{figures['bits_per_byte']['measured']:.3f}" in card


def test_somebody_elses_card_is_not_written(tmp_path: Path, relviz: Relviz) -> None:
    """Only a folder of relviz's own gets the figures into its card."""
    outcome = relviz("models", "evaluate", layouts.hugging_face(tmp_path / "theirs", "default"), "--write-card")

    assert outcome.status == 1
    assert "--write-card" in outcome.line


def test_an_unknown_language_is_one_line(model_folder: Path, relviz: Relviz) -> None:
    """A language without passages is named, with those there are."""
    outcome = relviz("models", "evaluate", model_folder, "--language", "fr")

    assert outcome.status == 1
    assert "en or zh" in outcome.line
