"""Sentences that know what they were made from."""

from __future__ import annotations

import copy
import pickle

from relviz.core.sentence import Sentence, either


def test_a_sentence_is_a_string() -> None:
    """It is the English sentence wherever a string is wanted, and braces without values stay."""
    sentence = Sentence("row {0:,} of {1}", 1200, Sentence("the table"))

    assert sentence == "row 1,200 of the table"
    assert sentence.template == "row {0:,} of {1}"
    assert Sentence("{0} stays") == "{0} stays"


def test_a_copy_knows_as_much() -> None:
    """Pickled or copied it still knows template and values."""
    sentence = Sentence("at {0}", Sentence("position {0}", 7))

    for made in (pickle.loads(pickle.dumps(sentence)), copy.deepcopy(sentence)):
        assert (made, made.template, made.values) == ("at position 7", "at {0}", ("position 7",))
        inner = made.values[0]
        assert isinstance(inner, Sentence)
        assert inner.template == "position {0}"


def test_names_to_choose_from_are_a_sentence() -> None:
    """The last of several stands after an or; one alone stays as it is, and sentences among them know their parts."""
    assert either(["cuda"]) == "cuda"
    assert either([".npz", ".csv", ".json"]) == ".npz, .csv or .json"

    said = either([Sentence("{0} (its own)", "xl"), "none"])
    assert said == "xl (its own) or none"
    assert isinstance(said, Sentence)
    assert isinstance(said.values[0], Sentence)
