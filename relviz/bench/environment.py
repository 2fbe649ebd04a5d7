"""Other people's libraries in environments of their own, beside relviz and never within it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import relviz
from relviz.errors import RelvizError

PATIENCE = 3600


@dataclass(frozen=True)
class Environment:
    """A virtual environment in the user's cache.

    Attributes:
        name: of its folder.
        packages: what pip installs into it, from wherever pip is set up to look.
        maker: the command that makes it, for people.
    """

    name: str
    packages: tuple[str, ...]
    maker: str

    @property
    def folder(self) -> Path:
        """Where it is, or would be."""
        return cache_folder() / "bench" / self.name

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")

    @property
    def ready(self) -> bool:
        """Whether it was made, with these packages."""
        stamp = self.folder / "packages.txt"
        return stamp.is_file() and stamp.read_text(encoding="utf-8").split() == list(self.packages)

    def make(self) -> None:
        """Make it, unless it is there.

        Raises:
            RelvizError: the packages cannot be had.
        """
        if self.ready:
            return
        venv.create(self.folder, clear=True, with_pip=True)
        done = subprocess.run([self.python, "-m", "pip", "install", *self.packages], timeout=PATIENCE, check=False)
        if done.returncode:
            raise RelvizError(f"pip could not install {', '.join(self.packages)}: see what it says above.")
        (self.folder / "packages.txt").write_text("\n".join(self.packages), encoding="utf-8")

    def run(self, module: str, *arguments: str, patience: float = PATIENCE) -> dict[str, Any]:
        """Run a module of relviz in it and return what it prints last, an object in JSON.

        Raises:
            RelvizError: it failed.
            subprocess.TimeoutExpired: it took longer than the patience, in seconds.
        """
        done = subprocess.run(
            [self.python, "-m", module, *arguments],
            env=os.environ | {"PYTHONPATH": str(Path(relviz.__file__).parents[1]), "PYTHONWARNINGS": "ignore"},
            capture_output=True,
            text=True,
            timeout=patience,
            check=False,
        )
        if done.returncode:
            raise RelvizError(f"{module} failed in {self.folder}: {done.stderr.strip().splitlines()[-1:]}.")
        answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return answer


def cache_folder() -> Path:
    """Return where relviz may keep what it can make again."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "relviz"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/relviz"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "relviz"
