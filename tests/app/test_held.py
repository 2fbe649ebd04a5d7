"""What holds a piece of state that a project keeps."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest
from pytestqt.qtbot import QtBot

from relviz.app.held import Held, Parts
from relviz.app.projects.project import Project, Shown
from relviz.errors import ProjectError


@dataclass(frozen=True)
class Toy(Shown):
    """As a later relviz might have it."""

    rulers: bool = False


def test_one_more_field_is_kept_and_checked_and_told_of_by_its_declaration(qtbot: QtBot) -> None:
    """A field that a view declares is written into projects and read from them, and damage to it is named."""
    held, other, parts = Held(Toy(), "toy"), Held(Toy(), "toy"), Parts()
    parts.add("toy", held)
    assert parts.to_dict() == {}
    with qtbot.waitSignals([held.changed, parts.changed]):
        held.set(rulers=True)

    written = json.loads(json.dumps(Project(parts=parts.to_dict()).to_dict()))
    other.take(Project.from_dict(written).parts["toy"])

    assert written["parts"] == {"toy": {"rulers": True}}
    assert other.view == Toy(rulers=True)
    with pytest.raises(ProjectError, match=r"parts\.toy\.rulers must be true or false, not 1"):
        other.take({"rulers": 1})


def test_what_is_the_same_is_not_told_of(qtbot: QtBot) -> None:
    """Setting a value to what it is tells nobody."""
    held = Held(Toy())
    with qtbot.assertNotEmitted(held.changed):
        held.set(rulers=False, pace=700)


def test_of_a_part_that_cannot_be_read_the_others_come_all_the_same(qtbot: QtBot) -> None:
    """One that is damaged stays as it is."""
    first, second, parts = Held(Toy(), "first"), Held(Toy(), "second"), Parts()
    parts.add("first", first)
    parts.add("second", second)
    with qtbot.waitSignal(parts.taken):
        parts.take({"first": {"rulers": "yes"}, "second": {"rulers": True}})
    assert (first.view.rulers, second.view.rulers) == (False, True)
