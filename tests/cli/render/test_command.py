"""``relviz render``: figures in files, from good texts and bad ones."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtGui import QImage

if TYPE_CHECKING:
    from tests.cli.conftest import Relviz

pytestmark = pytest.mark.usefixtures("qapp")  # one application for all Qt tests, with widgets

VIEWS = ["terms", "memory", "encoding", "profiles"]


@pytest.mark.slow
def test_writes_every_view_in_every_format(text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path) -> None:
    """Views and formats asked for are there as files that their readers accept, and their paths are printed."""
    views = [word for view in VIEWS for word in ("--view", view)]
    formats = ["--format", "png", "--format", "svg", "--format", "pdf"]
    outcome = relviz("render", text_file, "-o", tmp_path / "out", "--model", model_folder, *views, *formats)

    paths = [Path(line) for line in outcome.out.splitlines()]
    assert (outcome.status, outcome.err) == (0, "")
    assert sorted(paths) == sorted((tmp_path / "out").iterdir())
    assert len(paths) == 3 * len(VIEWS)
    for path in paths:
        if path.suffix == ".png":
            assert not QImage(str(path)).isNull()
        elif path.suffix == ".svg":
            assert ET.parse(path).getroot().tag.endswith("svg")
        else:
            assert path.read_bytes().startswith(b"%PDF-")


@pytest.mark.slow
def test_file_names_say_what_they_show_and_sort(
    text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path
) -> None:
    """Every segment gets a file whose name sorts as the segments do."""
    out = tmp_path / "out"
    lengths = ["--segment-length", "8", "--memory-length", "8"]
    outcome = relviz(
        "render",
        text_file,
        "-o",
        out,
        "--model",
        model_folder,
        *lengths,
        *["--segment", "all", "--layer", "1", "--head", "2"],
    )

    names = [Path(line).name for line in outcome.out.splitlines()]
    assert len(names) > 3
    assert names == [f"terms_s{index:03}_l1_h2.png" for index in range(len(names))]
    assert names == sorted(file.name for file in out.iterdir())


@pytest.mark.slow
def test_the_last_segment_and_the_mean_head(
    text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path
) -> None:
    """The last segment is drawn unless another is asked for, and the mean over heads has a name of its own."""
    words = ["render", text_file, "-o", tmp_path / "out", "--model", model_folder, "--segment-length", "8"]
    last = relviz(*words, "--head", "mean").out
    count = len(relviz(*words, "--segment", "all", "--head", "mean").out.splitlines())

    assert Path(last.strip()).name == f"terms_s{count - 1:03}_l0_hmean.png"


def test_a_file_that_is_there_is_replaced(text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path) -> None:
    """Drawing again overwrites, and the dots per inch decide how large the picture is."""
    words = ["render", text_file, "-o", tmp_path / "out", "--model", model_folder]
    path = Path(relviz(*words, "--dpi", "96").out.strip())
    first = QImage(str(path))
    relviz(*words, "--dpi", "48", "--theme", "dark")
    second = QImage(str(path))

    assert first.width() == 2 * second.width()
    assert first.pixelColor(1, 1).lightness() > 200
    assert second.pixelColor(1, 1).lightness() < 60


def test_reads_standard_input(model_folder: Path, relviz: Relviz, tmp_path: Path) -> None:
    """``-`` is the text that another program writes."""
    outcome = relviz("render", "-", "-o", tmp_path, "--model", model_folder, stdin=b"a pipe\r\n")

    assert outcome.status == 0
    assert Path(outcome.out.strip()).exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "x",
        "a\x00b\x00",
        "👩‍🔬🏽 🇫🇷 🎉",
        "שלום עולם — مرحبا بالعالم",
        "道可道，非常道。名可名，非常名。",
        "   \n\n\t",
        "<b>&amp;\"'",
    ],
    ids=["one token", "NUL", "emoji", "right to left", "Chinese", "blanks", "markup"],
)
def test_draws_texts_of_every_kind(text: str, model_folder: Path, relviz: Relviz, tmp_path: Path) -> None:
    """One token, NUL, emoji, right-to-left and Chinese text become figures, and well-formed SVG."""
    path = tmp_path / "text.txt"
    path.write_text(text, encoding="utf-8")
    views = [word for view in VIEWS for word in ("--view", view)]
    outcome = relviz(
        "render", path, "-o", tmp_path / "out", "--model", model_folder, *views, "--format", "png", "--format", "svg"
    )

    assert (outcome.status, outcome.err) == (0, "")
    files = sorted((tmp_path / "out").iterdir())
    assert len(files) == 2 * len(VIEWS)
    for file in files:
        if file.suffix == ".svg":
            ET.parse(file)


@pytest.mark.parametrize(
    ("data", "message"),
    [(b"", "There is no text to read"), (b"caf\xe9 au lait", "at byte 3"), (b"\x89PNG\r\n\0\0", "binary file")],
    ids=["empty", "latin-1", "png"],
)
def test_refuses_what_is_no_text(data: bytes, message: str, model_folder: Path, relviz: Relviz, tmp_path: Path) -> None:
    """An empty file and bytes that are no UTF-8 are one line, and nothing is drawn."""
    path = tmp_path / "text.txt"
    path.write_bytes(data)
    outcome = relviz("render", path, "-o", tmp_path / "out", "--model", model_folder)

    assert outcome.status == 1
    assert message in outcome.line
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--segment 999", "There is no segment 999: the text has segments 0 to "),
        ("--layer 2", "There is no layer 2: tiny has layers 0 to 1."),
        ("--head 3", "There is no head 3: tiny has heads 0 to 2."),
        ("--encoding klingon", "There is no text encoding klingon"),
        (
            "--scheme t5",
            "tiny cannot be read with the scheme t5, which needs weights or settings that it lacks: choose ",
        ),
    ],
)
def test_what_there_is_not_is_named(
    words: str, message: str, text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path
) -> None:
    """A segment, layer or head that does not exist is one line that says which there are."""
    outcome = relviz("render", text_file, "-o", tmp_path / "out", "--model", model_folder, *words.split())

    assert outcome.status == 1
    assert message in outcome.line
    assert not (tmp_path / "out").exists()


def test_a_scheme_without_vectors_of_distances_has_no_encoding_to_draw(
    text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path
) -> None:
    """The Terms view is drawn with the parts of any scheme; the Encoding view says that there is nothing to draw."""
    words = ["render", text_file, "-o", tmp_path / "out", "--model", model_folder, "--scheme"]
    for scheme in ("none", "rotary", "count"):
        assert relviz(*words, scheme, "--view", "terms", "--view", "memory").status == 0
    outcome = relviz(*words, "none", "--view", "encoding")

    assert outcome.status == 1
    assert "tiny as none has no vectors of distances to draw" in outcome.line


@pytest.mark.parametrize("name", ["config.json", "model.safetensors"])
def test_a_model_that_lacks_a_file_is_named(
    name: str, text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path
) -> None:
    """A model folder without its settings or weights is one line that names the file."""
    folder = tmp_path / "model"
    shutil.copytree(model_folder, folder)
    (folder / name).unlink()
    outcome = relviz("render", text_file, "-o", tmp_path / "out", "--model", folder)

    assert outcome.status == 1
    assert f"{name} is missing" in outcome.line


def test_an_output_that_cannot_be_made_is_one_line(
    text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path
) -> None:
    """A folder below a file cannot be made, and the line says so."""
    for folder in (text_file, text_file / "below"):
        outcome = relviz("render", text_file, "-o", folder, "--model", model_folder)
        assert outcome.status == 1
        assert "cannot be made" in outcome.line
    assert [file.name for file in tmp_path.iterdir()] == ["text.txt"]


@pytest.mark.slow
def test_needs_no_display(text_file: Path, model_folder: Path, tmp_path: Path) -> None:
    """In a process of its own, with no display and a platform that would want one, the figure is drawn all the same."""
    environment = {name: value for name, value in os.environ.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    command = [
        sys.executable,
        "-m",
        "relviz",
        "render",
        str(text_file),
        "-o",
        str(tmp_path),
        "--model",
        str(model_folder),
    ]
    done = subprocess.run(
        command, env=environment | {"QT_QPA_PLATFORM": "xcb"}, capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert Path(done.stdout.strip()).exists()


def test_gains_are_written_under_the_figure(
    text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path
) -> None:
    """A figure drawn with ``--gain`` says so; the schemes view, which compares models as they are, takes none."""
    words = ["render", text_file, "-o", tmp_path, "--model", model_folder, "--gain", "position=0"]
    outcome = relviz(*words)
    assert outcome.status == 0
    description = QImage(outcome.out.strip()).text("Description")
    assert "intervention: from the start of the text, (b) off" in description
    assert relviz(*words, "--view", "schemes").status == 1


def test_figures_of_random_weights_claim_no_training(
    tokenizer_json: str, text_file: Path, relviz: Relviz, tmp_path: Path
) -> None:
    """The limit of training is drawn for a model that had one, and not for new weights whose settings were copied."""
    from relviz.checkpoints import save_model
    from relviz.core.model.transformer import TransformerXL
    from tests.fixtures import models

    said = {"vocab_size": 600, "trained_segment_length": 8, "trained_memory_length": 8}
    for name, network in (("learnt", models.network(**said)), ("fresh", TransformerXL(models.config(**said)))):
        save_model(tmp_path / name, network, tokenizer_json)
        views = ["--view", "encoding", "--view", "profiles", "--format", "svg", "--memory-length", "32"]
        outcome = relviz("render", text_file, "-o", tmp_path, "--model", tmp_path / name, *views)

        assert outcome.status == 0
        for path in map(Path, outcome.out.splitlines()):
            assert (">trained<" in path.read_text(encoding="utf-8")) == (name == "learnt"), path


@pytest.mark.slow
def test_a_new_view_is_one_entry_of_the_table(text_file: Path, model_folder: Path, tmp_path: Path) -> None:
    """A view that a program adds is offered by ``--view`` and drawn; one with a title is offered by the dialog."""
    code = (
        "from relviz.figure.views import VIEWS, View\n"
        "def draw(trace, look, chosen):\n"
        "    from relviz.figure.views.memory import memory_figure\n"
        "    return memory_figure(look)\n"
        "for view in (View('toy', draw, of_head=False), View('game', draw, extra='A game')):\n"
        "    VIEWS[view.name] = view\n"
        "from relviz.app.exporting.choices import KINDS, ExportChoices\n"
        "assert KINDS['game'] == 'A game' and ExportChoices.from_text('{\"kind\": \"game\"}').kind == 'game'\n"
        "from relviz.cli import main\n"
        f"main(['render', {str(text_file)!r}, '-o', {str(tmp_path)!r}, '--model', {str(model_folder)!r},"
        " '--view', 'toy', '--segment', '0', '--format', 'svg'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    assert Path(done.stdout.strip()) == tmp_path / "toy_s000.svg"
    offered = subprocess.run(
        [sys.executable, "-c", code.replace("'--segment', '0'", "'--help'")], capture_output=True, text=True, check=True
    ).stdout
    assert "toy" in offered
    assert "game" not in offered
