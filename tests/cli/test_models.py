"""``relviz models``: what there is, what is in it, and what it has learnt."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch

from relviz.checkpoints import bundled_models, load_model, save_model
from relviz.core.model.transformer import TransformerXL
from relviz.core.text.passages import passage_beginnings
from tests.fixtures import layouts, models
from tests.fixtures.hub import COMMIT
from tests.fixtures.texts import CHINESE, ENGLISH

if TYPE_CHECKING:
    from tests.cli.conftest import Relviz
    from tests.fixtures.bundle import Bundle
    from tests.fixtures.hub import Hub


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


def test_info_claims_no_training_for_random_weights(tokenizer_json: str, relviz: Relviz, tmp_path: Path) -> None:
    """Lengths of training and a card that were copied from another model are left out, whatever type weights have."""
    card = "# en-small\n\n## Training data\n\nEnglish prose: novels.\n"
    config = models.config(vocab_size=600, trained_segment_length=8, trained_memory_length=16)
    for number, dtype in enumerate((torch.float16, torch.float32, torch.bfloat16)):
        folder = tmp_path / f"fresh{number}"
        save_model(folder, TransformerXL(config), tokenizer_json, card, dtype)
        said = relviz("models", "info", folder)
        rows = dict(line.split(maxsplit=1) for line in said.out.splitlines())
        assert said.status == 0
        assert rows["training"] == "none: its weights are random"
        assert "prose" not in said.out
        assert not [name for name in rows if name.startswith("trained")]

    learnt = models.network(vocab_size=600, trained_segment_length=8, trained_memory_length=16)
    save_model(tmp_path / "learnt", learnt, tokenizer_json, card)
    said = relviz("models", "info", tmp_path / "learnt")
    assert "English prose" in said.out
    assert "random" not in said.out
    assert "trained_memory_length" in said.out


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


def test_convert_writes_a_folder_of_our_own(tmp_path: Path, relviz: Relviz) -> None:
    """Somebody else's folder becomes one that loads as relviz's own, with the same weights."""
    source = layouts.hugging_face(tmp_path / "theirs", "adaptive")
    outcome = relviz("models", "convert", source, "-o", tmp_path / "ours")
    ours, theirs = load_model(tmp_path / "ours"), load_model(source)

    assert outcome.status == 0
    assert ours.kind == "relviz"
    assert theirs.kind != ours.kind
    for name, weight in theirs.network.state_dict().items():
        assert weight.equal(ours.network.state_dict()[name])


def test_info_opens_what_is_not_our_own(tmp_path: Path, relviz: Relviz) -> None:
    """The kind of somebody else's model is named, with its settings."""
    outcome = relviz("models", "info", layouts.hugging_face(tmp_path / "theirs", "clamp"))
    rows = dict(line.split(maxsplit=1) for line in outcome.out.splitlines())

    assert outcome.status == 0
    assert "Hugging Face" in rows["kind"]
    assert (rows["clamp_len"], rows["tokenizer"][:4]) == ("5", "none")


def test_get_fetches_into_the_cache(empty_hub: Hub, tmp_path: Path, relviz: Relviz) -> None:
    """A repository is fetched, its commit is shown, and its name then stands for it."""
    empty_hub.repos["someone/tiny-xl"] = layouts.hugging_face(tmp_path / "served", "default")
    outcome = relviz("models", "get", "someone/tiny-xl")

    assert outcome.status == 0
    assert COMMIT in outcome.out
    assert "Hugging Face" in relviz("models", "info", "someone/tiny-xl").out


def test_get_says_what_there_is_not(empty_hub: Hub, relviz: Relviz) -> None:
    """A repository that does not exist is one line."""
    outcome = relviz("models", "get", "someone/nothing")

    assert outcome.status == 1
    assert "someone/nothing" in outcome.line


def test_a_text_is_read_by_the_model_that_fits_it(two_models: Bundle, tmp_path: Path, relviz: Relviz) -> None:
    """Without --model a Chinese text is traced with the Chinese model, and the other is named; with it, nothing is."""
    text, out = tmp_path / "text.txt", tmp_path / "out.npz"
    text.write_text(CHINESE * 3, encoding="utf-8")
    outcome = relviz("trace", text, "-o", out)
    assert outcome.status == 0
    assert outcome.err.startswith("zh-tiny reads this text: ")
    assert "--model en-small" in outcome.err
    with np.load(out) as data:
        assert "zh-tiny" in str(data["meta"])

    outcome = relviz("trace", text, "-o", out, "--model", "en-small")
    assert (outcome.status, outcome.err) == (0, "")
    with np.load(out) as data:
        assert "en-small" in str(data["meta"])


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
