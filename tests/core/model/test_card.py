"""What a model card says of the texts that a model was trained on."""

from __future__ import annotations

from relviz.core.model.card import in_short, trained_on


def test_the_paragraph_under_data_is_taken_on_one_line() -> None:
    """Of the section on data the first paragraph is taken, its lines joined; what is listed after it is not."""
    card = "# tiny\n\nA model.\n\n## Data\n\nEnglish prose. Old\nbooks.\n\n- one book\n\n## Training\n\n800 steps\n"
    assert trained_on(card) == "English prose. Old books."


def test_the_heading_may_be_another() -> None:
    """Cards of the hub call it training data, and a list that begins at once is taken as it is."""
    assert trained_on("# m\n## Training data\nWikiText-103, 103 million words.\n") == "WikiText-103, 103 million words."


def test_a_card_may_say_nothing() -> None:
    """Nothing is made up where no heading speaks of data, or nothing stands under it."""
    assert trained_on("# tiny\n\nTrained on data of mine.\n") == ""
    assert trained_on("# tiny\n\n## Data\n\n## Training\n\nlong\n") == ""
    assert trained_on("") == ""


def test_the_short_form_ends_with_the_first_clause() -> None:
    """A sentence is cut at its first stop, comma, colon or semicolon that a space follows; 2.5% stays whole."""
    assert in_short("English prose. In the public domain: books") == "English prose"
    assert in_short("Chinese prose in the public domain, in simplified characters: novels") == (
        "Chinese prose in the public domain"
    )
    assert in_short("明清小说，以及鲁迅的作品。") == "明清小说"
    assert in_short("The first 2.5% of a corpus") == "The first 2.5% of a corpus"
