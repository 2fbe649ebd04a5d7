"""``relviz train``: from text files to a model that can be read with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngImageFile

from relviz.checkpoints import load_model
from relviz.training.config import settings

if TYPE_CHECKING:
    from tests.cli.conftest import Relviz

SHAPE = {
    "--layers": 1,
    "--heads": 2,
    "--width": 16,
    "--head-width": 8,
    "--inner-width": 16,
    "--vocabulary": 260,
    "--streams": 2,
    "--segment-length": 8,
    "--device": "cpu",
    "--threads": 1,
}
SMALL = [*(str(word) for pair in SHAPE.items() for word in pair), "--memory-length", "8", "--memory-length", "4"]


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    """A folder of three small documents."""
    from tests.fixtures.texts import ENGLISH

    folder = tmp_path / "texts"
    folder.mkdir()
    for name in ("one", "two", "three"):
        (folder / f"{name}.txt").write_text(f"{name}\n{ENGLISH * 8}", encoding="utf-8")
    return folder


@pytest.mark.slow
def test_trains_a_model_that_reads(texts: Path, relviz: Relviz, tmp_path: Path) -> None:
    """The folder holds a model of the shape asked for, whose card names the document held out, and can be resumed."""
    out = tmp_path / "model"
    first = relviz("train", texts, "-o", out, "--steps", "2", "--hold-out", "two", *SMALL)
    config = load_model(out).config

    assert (first.status, first.out) == (0, f"{out}\n")
    assert (config.n_layer, config.n_head, config.d_model, config.d_head, config.d_inner) == (1, 2, 16, 8, 16)
    assert (config.trained_segment_length, config.trained_memory_length) == (8, 8)
    assert "- two" in (out / "MODEL_CARD.md").read_text(encoding="utf-8").partition("Held out")[2]
    assert relviz("trace", texts / "two.txt", "-o", tmp_path / "out.npz", "--model", out).status == 0

    resumed = relviz("train", "-o", out, "--resume", "--steps", "3")
    assert (resumed.status, resumed.out) == (0, f"{out}\n")
    assert "3 steps" in (out / "MODEL_CARD.md").read_text(encoding="utf-8")


def test_a_run_is_not_overwritten(texts: Path, relviz: Relviz, tmp_path: Path) -> None:
    """A folder with a run in it is not trained into again, unless the run is resumed."""
    words = ["train", texts, "-o", tmp_path / "model", "--steps", "1", *SMALL]
    assert relviz(*words).status == 0

    outcome = relviz(*words)
    assert outcome.status == 1
    assert "resume it" in outcome.err


def test_too_little_text_leaves_nothing_behind(relviz: Relviz, tmp_path: Path) -> None:
    """A run that cannot begin says why, and does not leave a folder with an empty table."""
    (tmp_path / "short.txt").write_text("Too little to learn from.", encoding="utf-8")
    done = relviz("train", tmp_path / "short.txt", "-o", tmp_path / "new" / "model", *SMALL, "--steps", "2")

    assert done.status
    assert "too few" in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["short.txt"]


@pytest.mark.slow
def test_a_run_can_be_repeated_with_its_own_settings(texts: Path, relviz: Relviz, tmp_path: Path) -> None:
    """The training.toml of a run, given to --config, makes the same model; an option given beside it comes first."""
    first, second, third = (tmp_path / name for name in ("first", "second", "third"))
    assert relviz("train", texts, "-o", first, "--steps", "3", "--hold-out", "two", "--seed", "5", *SMALL).status == 0
    settings = first / "training.toml"
    assert relviz("train", "--config", settings, "-o", second).status == 0
    assert (second / "model.safetensors").read_bytes() == (first / "model.safetensors").read_bytes()
    assert (second / "training.toml").read_bytes() == settings.read_bytes()

    assert relviz("train", "--config", settings, "-o", third, "--minutes", "0.001").status == 0
    assert "minutes = 0.001" in (third / "training.toml").read_text(encoding="utf-8")
    assert "steps" not in (third / "training.toml").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_settings_file_may_say_everything(texts: Path, relviz: Relviz, tmp_path: Path) -> None:
    """Texts and folder may stand in the file, relative to it, and nothing else need be given; resuming works so too."""
    names = "n_layer = 1\nn_head = 2\nd_model = 16\nd_head = 8\nd_inner = 16\nvocab_size = 260\nstreams = 2\n"
    lengths = "segment_length = 8\nmemory_lengths = [8, 4]\nsteps = 2\nthreads = 1\ndevice = 'cpu'\n"
    file = tmp_path / "run.toml"
    file.write_text(f"paths = ['{texts.name}']\noutput = 'model'\n{names}{lengths}", encoding="utf-8")
    done = relviz("train", "--config", file)
    assert (done.status, done.out) == (0, f"{tmp_path / 'model'}\n")
    assert load_model(tmp_path / "model").config.trained_memory_length == 8
    assert relviz("train", "--config", file, "--resume", "--steps", "3").status == 0


def test_a_setting_that_there_is_not_is_named(relviz: Relviz, tmp_path: Path) -> None:
    """A word of the command line in a file is answered with the file's word for it, in one line."""
    (tmp_path / "run.toml").write_text("layers = 2", encoding="utf-8")
    done = relviz("train", "--config", tmp_path / "run.toml", "-o", tmp_path / "model")
    assert done.status == 1
    assert done.line.endswith("has the setting layers, which there is not: did you mean n_layer?")


def test_every_setting_with_words_for_help_is_an_option(relviz: Relviz) -> None:
    """The command line has an option for each, by its own word if it has one; the others are of the file alone."""
    help_text = relviz("train", "--help").out
    for name, setting in settings().items():
        option = f"--{setting.option or name.replace('_', '-')} "
        assert (option in help_text) == bool(setting.help or name == "output"), name


@pytest.mark.parametrize(
    ("words", "said"), [([], "no folder for the model"), (["-o", "model"], "nothing to learn from")]
)
def test_what_is_missing_is_said(relviz: Relviz, words: list[str], said: str) -> None:
    """Without a folder, or without texts, the usage is wrong."""
    done = relviz("train", *words)
    assert done.status == 2
    assert said in " ".join(done.err.split())


def test_xlnet_is_not_trained(texts: Path, relviz: Relviz, tmp_path: Path) -> None:
    """A scheme that cannot be learnt so is refused in one line, and nothing is left behind."""
    done = relviz("train", texts, "-o", tmp_path / "model", "--scheme", "xlnet", *SMALL)
    assert done.status == 1
    assert "not trained" in done.line
    assert not (tmp_path / "model").exists()


@pytest.mark.slow
def test_the_loss_is_drawn(texts: Path, relviz: Relviz, tmp_path: Path) -> None:
    """After a run there is a picture of its losses, with its numbers in its caption."""
    out = tmp_path / "model"
    assert relviz("train", texts, "-o", out, "--steps", "41", *SMALL).status == 0
    with Image.open(out / "loss.png") as picture:
        picture.load()
        assert isinstance(picture, PngImageFile)
        assert min(picture.size) > 700
        assert "656 tokens, 41 steps" in picture.text["Description"]


def test_a_picture_that_cannot_be_drawn_stops_nothing(texts: Path, relviz: Relviz, tmp_path: Path) -> None:
    """Where the picture cannot be written the run says so, once, and ends with a model."""
    out = tmp_path / "model"
    (out / "loss.png").mkdir(parents=True)
    done = relviz("train", texts, "-o", out, "--steps", "2", *SMALL)
    assert (done.status, done.out) == (0, f"{out}\n")
    assert done.err.count("loss.png could not be drawn") == 1
    assert load_model(out).config.n_layer == 1
