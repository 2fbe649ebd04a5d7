"""What is read, and with what: the options, the models there are, the one that fits a text; loads no torch."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from relviz.app.kept import Whole  # noqa: TC001 # fields tell of it to what reads projects
from relviz.core.config import InitialMemory  # noqa: TC001
from relviz.errors import Cancelled
from relviz.resources import resource

if TYPE_CHECKING:
    from collections.abc import Collection

    from relviz.app.engine.runner import IsCancelled, Progress
    from relviz.core.model.model import Model
    from relviz.core.text.fit import Fit
    from relviz.core.text.tokens import Tokenizer


DEFAULT_MODEL = "en-small"
"""What reads where no text says otherwise."""
LAB = "lab-"
"""How the names of models begin that are there to be compared with each other, not to read with."""


@dataclass(frozen=True)
class Choice:
    """Which model reads a text, and why.

    Attributes:
        model: its name.
        fits: how each model that could have been chosen cuts the text, the chosen one first, then by what fits best.
    """

    model: str
    fits: tuple[tuple[str, Fit], ...]


def bundled_models() -> list[str]:
    """Return the names of the models that come with relviz."""
    return sorted(path.parent.name for path in resource("models").glob("*/config.json"))


def opens(model: str) -> str:
    """Return what opens a model that options name: one that comes with relviz by its name, others by where they are.

    A folder of such a name that is at hand is not meant; who means it says where it is, as the command line does.
    """
    return str(resource("models", model)) if model in bundled_models() else model


def language_models() -> list[str]:
    """Return the names of those that read a language, the default first."""
    names = [path.parent.name for path in resource("models").glob("*/tokenizer.json")]
    readers = {name for name in names if not name.startswith(LAB)} & set(bundled_models())
    return sorted(readers, key=lambda name: (name != DEFAULT_MODEL, name))


def choose(text: str) -> Choice:
    """Choose the model that fits a text: that which needs the fewest tokens a character, incomplete ones counted twice.

    Where there is only one, nothing is measured. Takes milliseconds, and the reading of each model's tokenizer once.

    Raises:
        ModelError: a tokenizer is damaged.
    """
    names = language_models()
    if len(names) < 2:
        return Choice(names[0] if names else DEFAULT_MODEL, ())
    from relviz.core.text.fit import fit  # noqa: PLC0415 # loads numpy

    fits = [(name, fit(_tokenizer(resource("models", name, "tokenizer.json")), text)) for name in names]
    fits.sort(key=lambda pair: pair[1].cost)  # stable: of equals the default is first
    return Choice(fits[0][0], tuple(fits))


@lru_cache(maxsize=8)
def _tokenizer(path: Path) -> Tokenizer:
    from relviz.core.text.tokens import Tokenizer  # noqa: PLC0415 # loads numpy

    return Tokenizer.from_file(path)


@dataclass(frozen=True)
class Options:
    """The common options; None leaves a choice to the model.

    Attributes:
        model: a model folder, or the name of a bundled model; None for the bundled one that fits the text
            (``relviz.app.engine.models.choose``).
        segment_length: T.
        memory_length: how many tokens the memory can hold.
        initial_memory: what it holds before the first segment.
        device: a value of ``--device``.
        scheme: the position scheme to read with, None for the model's own (``relviz.checkpoints.with_scheme``).
        start: character of the text in whose token reading begins, as if nothing stood before it.
    """

    model: str | None = None
    segment_length: Whole | None = None
    memory_length: Whole | None = None
    initial_memory: InitialMemory | None = None
    device: str = "auto"
    scheme: str | None = None
    start: Whole = 0

    def here(self, devices: Collection[str], characters: int) -> Options:
        """Return them as they can be had on this machine and of a text that may be shorter than theirs.

        Args:
            devices: of this machine, as far as they are known.
            characters: of the text.
        """
        device = self.device if self.device in {"auto", "cpu", *devices} else "auto"
        return replace(self, device=device, start=min(self.start, max(characters - 1, 0)))


Key = tuple[str, str | None, Path, int]
WAIT = 0.05
"""Seconds between two looks at whether waiting for another window's model is still wanted."""

_models: WeakValueDictionary[Key, Model] = WeakValueDictionary()
_loading = Lock()


def shared_model(source: str, device: str, scheme: str | None, progress: Progress, is_cancelled: IsCancelled) -> Model:
    """Return a model, loaded if no window reads with it; it goes when the last one has another or is closed.

    Networks may be read with in several threads at once. Called in worker threads; one loads at a time.

    Args:
        source: as ``--model`` names it.
        device: where the weights go.
        scheme: the position scheme to read with, None for the model's own.
        progress: called with the share done, 0 to 1.
        is_cancelled: asked between tensors, and while another window's model is waited for.

    Raises:
        ModelError: there is no such model, or it is damaged.
        SettingError: there is no such device, or the model cannot be read with the scheme.
        Cancelled: ``is_cancelled`` said so.
    """
    from relviz.checkpoints import load_model, with_scheme  # noqa: PLC0415 # loads torch

    while not _loading.acquire(timeout=WAIT):
        if is_cancelled():
            raise Cancelled("The model is not needed any more.")
    try:
        place = Path(source) if Path(source).exists() else resource("models", source)
        key = device, scheme, place, _stamp(place)
        model = _models.get(key)
        if model is None:
            model = load_model(source, device, progress, is_cancelled)
            model = _models[key] = with_scheme(model, scheme or model.config.scheme)
        return model
    finally:
        _loading.release()


def _stamp(path: Path) -> int:
    """Return when a model on disk was changed last, so that one that was trained on meanwhile is read anew."""
    files = [path, *path.iterdir()] if path.is_dir() else [path] if path.exists() else []
    return max((file.stat().st_mtime_ns for file in files), default=0)


def sample_text() -> str:
    """Return the page that the window opens with when it is given nothing to read."""
    return resource("texts", "sample_en.txt").read_text(encoding="utf-8")
