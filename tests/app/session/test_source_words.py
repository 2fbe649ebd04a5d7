"""What stands behind an unknown word."""

from __future__ import annotations

import json
from pathlib import Path

from relviz.app.engine.engine import Engine, Request
from relviz.app.engine.options import Options
from relviz.app.session.source_words import source_words
from tests.fixtures import layouts

TEXT = "the Martians of the pit " * 8


def test_an_unknown_token_has_the_word_of_the_text(tmp_path: Path) -> None:
    """Of each pair of tokens, an unknown one comes with its word, a known one with nothing."""
    folder = layouts.hugging_face(tmp_path / "theirs", "default")
    words = ["<eos>", "<unk>", "the", "of", *(f"w{n}" for n in range(96))]
    (folder / "vocab.json").write_text(json.dumps({word: n for n, word in enumerate(words)}))
    options = Options(model=str(folder), segment_length=5, memory_length=10, initial_memory="empty", device="cpu")
    response = Engine().look(Request(options, TEXT, 15, 0, 0), lambda share: None, lambda: False)
    look = response.look
    assert look.start == 15

    expected = ("", "Martians", "", "", "pit") * 3  # the words repeat every five tokens
    for row in range(5):
        for column, key in enumerate(expected):
            assert source_words(response, look, (row, column)) == (expected[row], key)
