"""The command as a whole: what it offers, how it ends, and what it leaves unloaded."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import relviz as package

if TYPE_CHECKING:
    from tests.cli.conftest import Relviz

COMMANDS = ["render", "trace", "models", "train", "snapshot", "bench"]


def start(*words: str | Path) -> subprocess.Popen[bytes]:
    """Start ``python -m relviz`` on its own, without a display."""
    unset = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    environment = {name: value for name, value in os.environ.items() if name not in unset}
    command = [sys.executable, "-m", "relviz", *map(str, words)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe)


def test_tells_its_version(relviz: Relviz) -> None:
    """``--version`` names program and version."""
    outcome = relviz("--version")

    assert (outcome.status, outcome.out) == (0, f"relviz {package.__version__}\n")


def test_offers_what_is_built(relviz: Relviz) -> None:
    """The help names every subcommand."""
    outcome = relviz("--help")

    assert outcome.status == 0
    assert all(command in outcome.out for command in COMMANDS)


@pytest.mark.parametrize("command", [*COMMANDS, "models list", "models info"])
def test_every_subcommand_has_help(command: str, relviz: Relviz) -> None:
    """Help is there, and its usage line does not speak of the window's FILE."""
    outcome = relviz(*command.split(), "--help")

    assert outcome.status == 0
    assert f"relviz {command}" in outcome.out


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["render", "--help"], ["models", "list"]])
def test_small_requests_load_neither_torch_nor_qt(words: list[str]) -> None:
    """What needs no model and no picture answers at once."""
    code = (
        "import sys; from relviz.cli import main\n"
        f"try: main({words!r})\n"
        "except SystemExit as end: assert not end.code, end\n"
        "print({name.partition('.')[0] for name in sys.modules} & {'torch', 'PySide6', 'tokenizers'})"
    )
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert output.stdout.splitlines()[-1] == "set()"


@pytest.mark.parametrize(("word", "meant"), [("rendr", "render"), ("model", "models"), ("tracee", "trace")])
def test_asks_what_a_misspelt_command_means(word: str, meant: str, relviz: Relviz) -> None:
    """A first word that is neither a command nor a file asks for the command next to it, whatever follows."""
    outcome = relviz(word, "text.txt", "-o", "figures")

    assert (outcome.status, outcome.line) == (1, f"There is no file {word}: did you mean {meant}?")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["none.txt"], "There is no file none.txt"),
        (["."], "is a folder"),
        (["render", "none.txt", "-o", "x"], "There is no file none.txt"),
        (["snapshot", "none.txt", "-o", "x"], "There is no file none.txt"),
        (["models", "info", "none"], "There is no model none"),
        (["train", "none", "-o", "x", "--resume"], "There is no run to resume"),
    ],
)
def test_a_request_that_fails_is_one_line(
    words: list[str], message: str, relviz: Relviz, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is missing is named in one line on standard error, the status is 1, and nothing is made."""
    monkeypatch.chdir(tmp_path)
    outcome = relviz(*words)

    assert outcome.status == 1
    assert message in outcome.line
    assert outcome.out == ""
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "words",
    [
        ["--nonsense"],
        ["one.txt", "two.txt"],
        ["--model", "x", "render", "text.txt"],
        ["render"],
        ["render", "text.txt"],
        ["render", "text.txt", "-o", "x", "--view", "profile"],
        ["render", "text.txt", "-o", "x", "--format", "bmp"],
        ["render", "text.txt", "-o", "x", "--segment", "-1"],
        ["render", "text.txt", "-o", "x", "--head", "all"],
        ["render", "text.txt", "-o", "x", "--scheme", "abacus"],
        ["render", "text.txt", "-o", "x", "--segment-length", "0"],
        ["trace", "text.txt", "-o", "x.xlsx"],
        ["trace", "text.txt", "-o", "x.npz", "--head", "mean"],
        ["models", "get"],
        ["snapshot", "-o", "x", "--size", "big"],
        ["train", "-o", "x"],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_status_2(words: list[str], relviz: Relviz) -> None:
    """Words that cannot be understood are complained of on standard error, before anything is read."""
    outcome = relviz(*words)

    assert outcome.status == 2
    assert outcome.out == ""
    assert "Usage: relviz" in outcome.err


def test_an_unexpected_error_is_one_line_too(relviz: Relviz, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of relviz itself names its kind and how to see where it happened."""

    def broken() -> list[str]:
        raise KeyError("nobody\nthought of this")

    monkeypatch.setattr("relviz.cli.models.bundled_models", broken)
    monkeypatch.delenv("RELVIZ_DEBUG", raising=False)
    outcome = relviz("models", "list")

    assert outcome.status == 1
    assert "KeyError" in outcome.line
    assert "RELVIZ_DEBUG=1" in outcome.line


def test_without_a_display_the_window_is_refused(text_file: Path) -> None:
    """No display is one line that names the way that needs none, not an abort."""
    process = start(text_file)
    out, err = process.communicate()

    assert process.returncode == 1
    assert out == b""
    assert err.startswith(b"relviz: There is no display")
    assert err.count(b"\n") == 1
    assert b"relviz render" in err


@pytest.mark.parametrize("words", [["--help"], ["models", "info"]])
def test_a_reader_that_went_away_is_no_error(words: list[str], model_folder: Path) -> None:
    """``relviz ... | head`` ends without a word when head has seen enough."""
    with start(*words, *([model_folder] if "info" in words else [])) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""


def test_ctrl_c_ends_quietly(tmp_path: Path) -> None:
    """An interrupted command says nothing and ends with status 130."""
    fifo = tmp_path / "text.txt"
    os.mkfifo(fifo)
    # a shell lets what it starts in the background ignore the signal, and so would what is started from there
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = start("trace", fifo, "-o", tmp_path / "x.npz", "--model", tmp_path)
    signal.signal(signal.SIGINT, before)
    with fifo.open("wb"):  # opens once the command reads
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()

    assert (process.returncode, out, err) == (130, b"", b"")
