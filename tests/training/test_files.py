"""Files that are there as a whole or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from relviz.errors import OutputError
from relviz.training.files import replacing

if TYPE_CHECKING:
    from pathlib import Path


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    """The new content is there afterwards, and no temporary file."""
    path = tmp_path / "new" / "file.txt"
    for text in ("first", "second"):
        with replacing(path) as temporary:
            temporary.write_text(text)
        assert path.read_text() == text
    assert list(path.parent.iterdir()) == [path]


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    """When writing fails, the file is as it was, and the reason is in the message."""
    path = tmp_path / "file.txt"
    path.write_text("old")

    def fail() -> None:
        with replacing(path) as temporary:
            temporary.write_text("half")
            raise OSError(28, "No space left on device")

    with pytest.raises(OutputError, match="No space left"):
        fail()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_interruption_leaves_nothing_behind(tmp_path: Path) -> None:
    """Ctrl+C while writing removes the temporary file and goes on its way."""

    def interrupt() -> None:
        with replacing(tmp_path / "file.txt") as temporary:
            temporary.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupt()
    assert list(tmp_path.iterdir()) == []
