"""What helps to find out why something went wrong, to be copied into a report."""

from __future__ import annotations

import platform
import sys
import traceback

import PySide6

from relviz import __version__


def details_of(error: BaseException) -> str:
    """Return versions and the traceback of an error; nothing of the text or of the model, but for paths of files."""
    versions = {
        "relviz": __version__,
        "Python": platform.python_version(),
        "PySide6": PySide6.__version__,
        "torch": getattr(sys.modules.get("torch"), "__version__", "not loaded"),
    }
    about = ", ".join(f"{name} {version}" for name, version in versions.items())
    return f"{about}\n{platform.platform()}\n\n{''.join(traceback.format_exception(error))}"
