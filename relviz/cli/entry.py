"""Where the command begins and how it ends.

``relviz`` and ``relviz FILE`` open the window without loading what parses command lines: that alone would take longer
than all of Qt.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from relviz.errors import RelvizError

if TYPE_CHECKING:
    from collections.abc import Sequence

DEBUG = "RELVIZ_DEBUG"
"""Environment variable: if set, an unexpected error shows where it happened."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and exit: 0 done, 1 the request failed, 2 wrong usage, 130 interrupted.

    Args:
        arguments: the words after ``relviz``; those of the process if None.
    """
    # torch reads it when it loads. Its threads wait for each other by spinning, by default for so long that beside
    # another busy program a step took 745 ms instead of 7; spinning briefly, it takes 16 ms there and 8 on its own.
    os.environ.setdefault("GOMP_SPINCOUNT", "1000")
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        if _only_opens_a_window(words):
            from relviz.cli.open_window import open_window  # noqa: PLC0415 # loads Qt

            sys.exit(open_window(words[0] if words else ""))
        from relviz.cli.command import app  # noqa: PLC0415 # what the window does without

        app(args=words, prog_name="relviz")
    except RelvizError as error:
        _fail(str(error))
    except MemoryError:
        _fail("There is not enough memory for that: choose a shorter segment or memory.")
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:  # the edge of the program: whatever it is, it is shown
        if os.environ.get(DEBUG):
            raise
        _fail(f"Something went wrong that should not have ({type(error).__name__}: {error}): {DEBUG}=1 shows where.")


def _only_opens_a_window(words: list[str]) -> bool:
    """Whether there is nothing to parse: no words, or one that is plainly a file and neither option nor command."""
    if not words:
        return True
    (word, *others) = words
    return not others and not word.startswith("-") and ("." in word or os.sep in word) and Path(word).is_file()


def _fail(message: str) -> None:
    """Say in one line what happened, and exit."""
    sys.stderr.write(f"relviz: {' '.join(message.split())}\n")
    sys.exit(1)
