"""What is said of an experiment before it is made."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from relviz.ui.pages.schemes.view import ExperimentView


@dataclass(frozen=True)
class Experiment:
    """An experiment of the Schemes page.

    Attributes:
        name: what projects call it.
        title: its tab; translated in the context ``Board``.
        view: module and class of what is shown, an ``ExperimentView``; loaded when it is first looked at.
    """

    name: str
    title: str
    view: str

    def load(self) -> type[ExperimentView]:
        """Return the class of what is shown."""
        module, _, name = self.view.partition(":")
        made: type[ExperimentView] = getattr(import_module(module), name)
        return made
