"""Files that are there as a whole or not at all."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from relviz.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a temporary file to write to, and move it to its place when that went well.

    Raises:
        OutputError: the file cannot be written; the one that was there is untouched and nothing else is left behind.
    """
    temporary: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        os.close(descriptor)
        temporary = Path(name)
        yield temporary
        temporary.chmod(0o644)
        temporary.replace(path)
    except (OSError, RuntimeError) as error:  # torch.save reports a full disk as a RuntimeError
        reason = getattr(error, "strerror", None) or error
        raise OutputError(f"{path} cannot be written: {reason}.") from error
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
