"""Heads that find a token again and look at what followed it."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from relviz.core.metrics.induction import RepeatedRun, induction_scores, repeated_run
from relviz.errors import SettingError


def test_score_by_hand() -> None:
    """A run of 3 at keys 1 to 3, again at queries 1 to 3: its first two tokens should look at keys 2 and 3."""
    # keys 0 to 3 are memory; the text is 9 5 6 7 | 8 5 6 7
    attention = torch.zeros(2, 4, 8)
    attention[0, 1, 2] = 0.75  # the second 5 looks at the 6 that followed the first
    attention[0, 2, 3] = 0.25  # and the second 6 at the 7
    attention[0, 3, 4] = 1.0  # nothing followed the first 7 within its run
    attention[1, 1, 1] = attention[1, 2, 2] = 1.0  # this head finds the same token, not the next
    run = RepeatedRun(np.array([9, 5, 6, 7, 8, 5, 6, 7]), memory=4, first=1, second=1, length=3)
    assert induction_scores(attention, run).tolist() == [0.5, 0.0]


@pytest.mark.parametrize("seed", range(8))
def test_score_is_what_a_search_of_the_text_finds(seed: int) -> None:
    """For each token of the second copy the key scored is the one after the only earlier occurrence of its id."""
    run = repeated_run(500, 16, 32, 11, seed)
    attention = torch.rand(3, 16, 48, generator=torch.Generator().manual_seed(seed))
    ids, found = run.ids.tolist(), []
    for query in range(run.second, run.second + 10):
        place = run.memory + query
        (earlier,) = [key for key in range(place) if ids[key] == ids[place]]
        assert earlier + 1 < run.memory, "the token after it must lie in memory"
        found.append(attention[:, query, earlier + 1])
    torch.testing.assert_close(induction_scores(attention, run), torch.stack(found).mean(0))


def test_only_the_run_repeats_and_its_gap_changes() -> None:
    """Every other token occurs once; the copies are not always equally far apart; the same seed gives the same text."""
    runs = [repeated_run(4096, 64, 128, 48, seed) for seed in range(20)]
    for run in runs:
        assert len(run.ids) == 192
        assert len(set(run.ids.tolist())) == 192 - 48
    assert len({run.memory + run.second - run.first for run in runs}) > 5
    np.testing.assert_array_equal(runs[3].ids, repeated_run(4096, 64, 128, 48, 3).ids)


@pytest.mark.parametrize(
    ("segment", "memory", "length", "vocabulary"), [(8, 16, 9, 99), (8, 12, 4, 99), (8, 0, 4, 99), (8, 16, 4, 10)]
)
def test_what_cannot_be_laid_out_is_said(segment: int, memory: int, length: int, vocabulary: int) -> None:
    """A run longer than a segment, a memory of broken segments or none, a vocabulary too small: an error says so."""
    with pytest.raises(SettingError):
        repeated_run(vocabulary, segment, memory, length, 0)
