"""The papers keep their word: the README, docs/, and the files beside the README."""

from __future__ import annotations

import importlib.util
import re
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).parents[1]
CI = ROOT / ".ci" / "run"
PAPERS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
RELVIZ = re.compile(r"(?:^|/)relviz$")
SUBCOMMANDS = {"models", "lab"}


def blocks(paper: Path, language: str) -> list[str]:
    """Return the code blocks of a language in a paper."""
    return re.findall(rf"^```{language}\n(.*?)^```", paper.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def commands() -> list[list[str]]:
    """Return every command that the papers show, as words; those behind && are commands of their own."""
    lines = [line for paper in PAPERS for block in blocks(paper, "sh") for line in block.splitlines()]
    parts = [part for line in lines for part in line.split("#")[0].split("&&")]
    return [words for words in map(shlex.split, parts) if words]


def of_relviz() -> list[list[str]]:
    """Return what is behind ``relviz`` in the commands that run it, also as ``-m relviz``."""
    found = []
    for words in commands():
        at = [number for number, word in enumerate(words) if RELVIZ.search(word)]
        if at:
            found.append(words[at[0] + 1 :])
    return found


def of_python() -> list[list[str]]:
    """Return what is behind ``python -m`` in the commands that run another module."""
    found = [
        words[words.index("-m") + 1 :] for words in commands() if "python" in Path(words[0]).name and "-m" in words
    ]
    return [words for words in found if words[0] != "relviz"]


def test_there_are_commands_to_look_at() -> None:
    """The papers show many commands; a change of their form would otherwise leave nothing to test."""
    assert len(of_relviz()) > 12
    assert len(of_python()) > 3


@pytest.mark.parametrize("words", of_relviz(), ids=" ".join)
def test_a_command_exists(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Every subcommand and option that is shown is offered by the help of that subcommand."""
    from relviz.cli import main

    with pytest.raises(SystemExit):
        main(["--help"])
    known = set(re.findall(r"^│? +([a-z]+)  ", capsys.readouterr().out, re.MULTILINE))
    command = words[:1] if words[:1] and words[0] in known else []
    command += words[1:2] if command and command[0] in SUBCOMMANDS else []
    with pytest.raises(SystemExit) as ended:
        main([*command, "--help"])
    assert ended.value.code in {0, None}
    options = {word.partition("=")[0] for word in words if word.startswith("-")}
    assert options <= set(re.findall(r"--?[a-z-]+", capsys.readouterr().out)) | {"--help"}


@pytest.mark.parametrize("words", of_python(), ids=" ".join)
def test_a_module_exists(words: list[str]) -> None:
    """What is run with ``python -m`` is there, and so are the tests that are named behind pytest."""
    assert importlib.util.find_spec(words[0]) is not None
    for word in words[1:]:
        if word.startswith("tests/"):
            path, _, name = word.partition("::")
            assert (ROOT / path).exists(), word
            assert f"def {name}" in (ROOT / path).read_text(encoding="utf-8") if name else True, word


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_what_is_linked_is_there(paper: Path) -> None:
    """Links and pictures lead to files, and what stands as a path in quotes is one."""
    text = paper.read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        assert "://" in link or (paper.parent / link).exists(), link
    for path in re.findall(r"`((?:relviz|tests|resources|docs)/[\w./-]+)`", text):
        assert "NAME" in path or (ROOT / path).exists(), path


def test_the_python_example_runs() -> None:
    """What is shown of the Python API works, with the model that comes with relviz."""
    (code,) = blocks(ROOT / "docs" / "python.md", "python")
    names: dict[str, Any] = {}
    exec(compile(code, "python.md", "exec"), names)

    visible = names["terms"].mask
    np.testing.assert_allclose(names["total"][visible], names["terms"].score[visible], atol=1e-4)
    assert names["share"].shape == (16,)


def test_packages_are_listed_once() -> None:
    """What the tests need is the first list of the README, which ``.ci/run`` installs: it has no list of its own."""
    first, *_ = re.findall("^apt-get install -y (.+)$", "".join(blocks(ROOT / "README.md", "sh")), re.MULTILINE)
    libraries = {package for package in first.split() if package.startswith(("lib", "fonts-"))}
    assert {"libegl1", "fonts-dejavu-core", "fonts-wqy-microhei"} <= libraries
    script = CI.read_text(encoding="utf-8")
    assert "grep -m 1 '^apt-get install -y ' README.md" in script
    assert not re.findall(r"\b(?:lib\w+[\d-]|fonts-)\S*", script)
