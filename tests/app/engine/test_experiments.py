"""What is chosen for the experiments, in a project."""

from __future__ import annotations

import json

import pytest

from relviz.app.engine.experiments import Choices, Example
from relviz.errors import ProjectError


def test_only_what_is_not_as_at_first_is_kept() -> None:
    """Nothing is told of choices as at first; others come back from JSON as they were."""
    assert Choices().to_dict() == {}
    chosen = Choices("losses", text=True, schemes=("shaw", "xl"), position=7, relative=False, example=Example(-3, 16))
    assert Choices.of(json.loads(json.dumps(chosen.to_dict()))) == chosen


def test_numbers_out_of_range_are_taken_to_the_nearest() -> None:
    """A position ends at 512,000, a width at 512 and is even, and schemes that there are not are left out."""
    data = {"position": 10**6, "example": {"width": 999, "distance": -(10**6)}, "schemes": ["xl", "abacus"]}
    chosen = Choices.of(data)
    assert (chosen.position, chosen.example.width, chosen.example.distance) == (512_000, 512, -512_000)
    assert chosen.schemes == ("xl",)
    assert Choices.of({"example": {"width": 7}}).example.width == 6


@pytest.mark.parametrize("data", [{"experiment": "alchemy"}, {"text": 1}, {"example": {"sign": "minus"}}])
def test_what_makes_no_sense_is_refused(data: dict[str, object]) -> None:
    """The message names the value."""
    with pytest.raises(ProjectError, match=r"parts\.schemes\."):
        Choices.of(data)
