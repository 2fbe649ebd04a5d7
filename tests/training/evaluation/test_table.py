"""An evaluation as a table, a file, and a part of a card."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from relviz.training.evaluation.evaluation import Evaluation
from relviz.training.evaluation.table import TARGETS, results_section, rows, to_dict, with_results


@pytest.fixture
def found() -> Evaluation:
    """An evaluation with round numbers, which just meets what en-small has to reach, or just does not."""
    heads = np.array([[0.1, 0.2], [0.75, 0.3]])
    return Evaluation(
        model="en-small",
        sha256="0123456789abcdef",
        language="en",
        documents=("a-book", "an-article"),
        tokens=1000,
        bytes=4000,
        file_bytes=4100,
        losses=(4.2, 4.12, 4.1, 4.0, 4.002),
        late_losses=(4.0, 4.0, 4.0, 3.99, 3.99),
        induction=heads / 2,
        previous_token=heads,
        memory_share=np.array([[0.5, 0.89], [0.9, 0.95]]),
        uniform_share=0.8,
        letters=("a", "b", "c", "d"),
        norms=np.stack([np.full((2, 2), size) for size in (2.0, 4.0, 1.0, 3.0)]),
        spreads=np.stack([np.full((2, 2), size) for size in (1.0, 1.0, 0.25, 0.5)]),
    )


def test_targets_are_held_against_what_was_measured(found: Evaluation) -> None:
    """Each of en-small's figures meets its target or does not, as one reads off the numbers."""
    made = {row.id: row for row in rows(found)}
    assert made["bits_per_byte"].measured == pytest.approx(4.0 * 1000 / 4000 / np.log(2))
    met = {name: row.met for name, row in made.items() if row.target}
    assert met == {
        "bits_per_byte": True,  # 1.443 <= 1.65
        "largest_rise": True,  # 0.002 <= 0.003
        "memory_gain": True,  # 0.2 >= 0.13
        "late_gain": False,  # 0.01 < 0.02
        "induction": True,  # 0.375 >= 0.2
        "previous_token": True,  # 0.75 >= 0.75
        "lifted_heads": True,  # 0.89, 0.9 and 0.95 are 1.1 times 0.8 or more
        "least_spread": True,
    }
    assert made["previous_token"].detail == "layer 1, head 0"
    assert [made[f"norm_{letter}"].measured for letter in "bcd"] == [2.0, 0.5, 1.5]


def test_a_model_of_ones_own_has_no_targets(found: Evaluation) -> None:
    """A model that does not come with relviz is measured, and not judged."""
    assert all(row.target is None and row.met is None for row in rows(replace(found, model="mine")))


def test_every_target_belongs_to_a_figure(found: Evaluation) -> None:
    """No target is for a figure that is not taken."""
    ids = {row.id for row in rows(found)}
    assert all(set(targets) <= ids for targets in TARGETS.values())


def test_the_file_has_every_number(found: Evaluation) -> None:
    """As JSON it has the figures with targets, and what each head does."""
    data = json.loads(json.dumps(to_dict(found)))
    assert data["heads"]["induction"][1][0] == 0.375
    assert data["terms"]["c"]["standard_deviation"] == [[0.25, 0.25], [0.25, 0.25]]
    assert {"id", "figure", "target", "measured", "unit", "met"} <= set(data["figures"][0])


def test_results_take_the_place_of_those_before(found: Evaluation) -> None:
    """A card's results are replaced and the rest stays; writing them twice changes nothing more."""
    card = "# m\n\nText.\n\n## Results\n\nold numbers\n\n## Limits\n\nMany.\n"
    new = with_results(card, found)
    assert "old numbers" not in new
    assert new.startswith("# m\n\nText.\n\n## Results\n")
    assert new.endswith("\n\n## Limits\n\nMany.\n")
    assert with_results(new, found) == new
    last = with_results("# m\n\n## Results\n\nold numbers\n", found)
    assert last == "# m\n\n" + results_section(found)


def test_results_come_before_the_limits_of_a_card_without_any(found: Evaluation) -> None:
    """In a card that has none they come before its limits; an empty card becomes the results alone."""
    new = with_results("# m\n\nText.\n\n## Limits\n\nMany.\n", found)
    assert new == "# m\n\nText.\n\n" + results_section(found) + "\n## Limits\n\nMany.\n"
    assert with_results("", found) == results_section(found)
