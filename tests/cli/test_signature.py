"""Options that several commands share."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Annotated

import typer
from typer.testing import CliRunner

from relviz.cli.signature import OneOf, flat

SHAPES = ["round", "square"]


@dataclass(frozen=True)
class Cutting:
    """Options of two commands."""

    depth: Annotated[int, typer.Option("--depth", min=1, help="How deep.")]
    shape: Annotated[str, OneOf(SHAPES), typer.Option("--shape")] = "round"
    more: Annotated[list[str] | None, OneOf(SHAPES), typer.Option("--more")] = None


def test_the_fields_of_a_dataclass_are_options_in_its_place() -> None:
    """The command gets the dataclass back, made of what the options were given, words as plain strings."""
    given: list[object] = []

    def cut(*, times: int = 1, cutting: Cutting, quick: bool = False) -> None:
        given.append((times, cutting, quick))
        assert all(type(word) is str for word in (cutting.shape, *(cutting.more or [])))

    command = flat(cut)
    assert list(inspect.signature(command).parameters) == ["times", "depth", "shape", "more", "quick"]
    app = typer.Typer()
    app.command()(command)
    words = ["--depth", "2", "--more", "square", "--more", "round", "--quick"]
    assert CliRunner().invoke(app, words, catch_exceptions=False).exit_code == 0
    assert given == [(1, Cutting(2, "round", ["square", "round"]), True)]


def test_words_that_the_table_lacks_are_wrong_usage() -> None:
    """A required option, one out of range, and a word that is none of the table's are complained of with status 2."""

    def cut(*, cutting: Cutting) -> None:
        raise AssertionError(cutting)

    app = typer.Typer()
    app.command()(flat(cut))
    for words in ([], ["--depth", "0"], ["--depth", "1", "--shape", "oval"]):
        assert CliRunner().invoke(app, words).exit_code == 2
