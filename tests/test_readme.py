"""The README keeps its word."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest

README = Path(__file__).parents[1] / "README.md"
CI = README.parent / ".ci" / "run"


def blocks(language: str) -> list[str]:
    """Return the code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def test_the_python_example_runs() -> None:
    """What is shown of the Python API works, with the model that comes with relviz."""
    (code,) = blocks("python")
    names: dict[str, Any] = {}
    exec(compile(code, "README.md", "exec"), names)

    visible = names["terms"].mask
    np.testing.assert_allclose(names["total"][visible], names["terms"].score[visible], atol=1e-4)
    assert names["share"].shape == (16,)


def test_the_commands_exist(capsys: pytest.CaptureFixture[str]) -> None:
    """Every subcommand and option that is shown is offered by the help of that subcommand."""
    from relviz.cli import main

    lines = [line.split("relviz ", 1)[1] for block in blocks("sh") for line in block.splitlines() if "relviz " in line]
    assert len(lines) > 3
    for line in lines:
        words = shlex.split(line)
        command = [word for word in words[:1] if word in {"render", "trace", "train", "models", "snapshot"}]
        command += words[1:2] if command == ["models"] else []
        with pytest.raises(SystemExit):
            main([*command, "--help"])
        options = {word for word in words if word.startswith("-")}
        assert options <= set(re.findall(r"--?[a-z-]+", capsys.readouterr().out)), line


def test_packages_are_listed_once() -> None:
    """What the tests need is the first list of the README, which ``.ci/run`` installs: it has no list of its own."""
    first, *_ = re.findall("^apt-get install -y (.+)$", "".join(blocks("sh")), re.MULTILINE)
    libraries = {package for package in first.split() if package.startswith(("lib", "fonts-"))}
    assert {"libegl1", "fonts-dejavu-core", "fonts-wqy-microhei"} <= libraries
    script = CI.read_text(encoding="utf-8")
    assert "grep -m 1 '^apt-get install -y ' README.md" in script
    assert not re.findall(r"\b(?:lib\w+[\d-]|fonts-)\S*", script)
