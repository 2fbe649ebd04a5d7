"""Models that several windows read with: their weights are in memory once."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from relviz.errors import Cancelled
from relviz.resources import resource

if TYPE_CHECKING:
    from relviz.app.engine.runner import IsCancelled, Progress
    from relviz.core.model.model import Model

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
