"""Files that are at their place as a whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from relviz.core.whole_file import replace_file, replacing
from relviz.errors import OutputError


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    """Until all is written the old content is there, then the new, and no temporary file; a folder is made if asked."""
    path = tmp_path / "new" / "file.txt"
    replace_file(path, b"first", make_folder=True)
    with replacing(path) as file:
        file.write(b"second")
        assert path.read_bytes() == b"first"

    assert path.read_bytes() == b"second"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt(), RuntimeError("half")])
def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path, error: BaseException) -> None:
    """When writing fails or is interrupted, the file is as it was; a full disk is said in one sentence."""
    path = tmp_path / "file.txt"
    path.write_text("old")

    def fail() -> None:
        with replacing(path) as file:
            file.write(b"half")
            raise error

    with pytest.raises(OutputError if isinstance(error, OSError) else type(error)) as caught:
        fail()
    if isinstance(error, OSError):
        assert str(caught.value).endswith("No space left on device; free some room, or choose another folder.")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """What is written over a link to a file elsewhere goes into that file, also where it is not there yet."""
    (tmp_path / "elsewhere").mkdir()
    link, target = tmp_path / "link", tmp_path / "elsewhere" / "target"
    link.symlink_to(target)
    for content in (b"first", b"second"):
        replace_file(link, content)
        assert link.is_symlink()
        assert target.read_bytes() == content
    assert list((tmp_path / "elsewhere").iterdir()) == [target]


@pytest.mark.parametrize("mode", [0o600, 0o664, 0o755])
def test_a_file_keeps_its_mode(tmp_path: Path, mode: int) -> None:
    """What its owner has made private, or writable for a group, is so after it was replaced."""
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(mode)
    replace_file(path, b"new")

    assert path.stat().st_mode & 0o777 == mode
    assert path.read_bytes() == b"new"


def test_the_mask_of_the_process_is_never_touched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other threads make their files meanwhile: the mask is obeyed, and not set in order to be read."""
    before = os.umask(0o027)
    try:
        with monkeypatch.context() as during:
            during.delattr(os, "umask")
            replace_file(tmp_path / "file", b"new")
    finally:
        os.umask(before)
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o640


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    """A named pipe gets the bytes and stays what it is, as a device does."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        replace_file(pipe, b"some bytes")
        assert os.read(reader, 100) == b"some bytes"
    finally:
        os.close(reader)
    assert pipe.is_fifo()
