"""The command, run in this process: torch is imported once for all tests."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from relviz.cli import main


@dataclass(frozen=True)
class Outcome:
    """How a command ended."""

    status: int
    out: str
    err: str

    @property
    def line(self) -> str:
        """The one line on standard error, after ``relviz: ``."""
        (line,) = self.err.splitlines()
        return line.removeprefix("relviz: ")


Relviz = Callable[..., Outcome]


@pytest.fixture
def relviz(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Relviz:
    """Run ``relviz`` with some words, and bytes on standard input."""

    def run(*words: str | Path, stdin: bytes = b"") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        with pytest.raises(SystemExit) as caught:
            main([str(word) for word in words])
        captured = capsys.readouterr()
        return Outcome(int(caught.value.code or 0), captured.out, captured.err)

    return run


@pytest.fixture
def text_file(tmp_path: Path) -> Path:
    """A short text."""
    from tests.fixtures.texts import ENGLISH

    path = tmp_path / "text.txt"
    path.write_text(ENGLISH[:200], encoding="utf-8")
    return path
