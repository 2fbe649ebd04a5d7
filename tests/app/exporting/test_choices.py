"""What is remembered of the export dialog."""

from __future__ import annotations

import json

import pytest

from relviz.app.exporting.choices import ExportChoices


def test_choices_come_back() -> None:
    """What was written is read again."""
    chosen = ExportChoices("layer_heads", "animation", "svg", "apng", 200, 800, 600, "mm", 300, "dark", False, False)
    assert ExportChoices.from_text(chosen.to_text()) == chosen


@pytest.mark.parametrize("text", ["", "nonsense", "[1]", "null", '{"dpi": "many", "kind": 7, "labels": 1}'])
def test_nonsense_is_as_at_first(text: str) -> None:
    """Settings that were damaged, or are from another version, do not keep the dialog from opening."""
    assert ExportChoices.from_text(text) == ExportChoices()


def test_one_bad_value_does_not_spoil_the_others() -> None:
    """What makes sense is kept."""
    assert ExportChoices.from_text(json.dumps({"dpi": 10**9, "width": 1000, "spread": "files"})) == ExportChoices(
        width=1000, spread="files"
    )
