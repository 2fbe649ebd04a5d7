"""What ``relviz render --view schemes`` draws: the experiments of the lab, as figures for files.

Loads torch and Qt.
"""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from relviz.app.engine.experiments import EXPERIMENTS, Laboratory
from relviz.app.engine.lab import is_installed
from relviz.cli.progress import progress_bar
from relviz.core.schemes import lab_schemes
from relviz.errors import SettingError
from relviz.figure.writing.job import Drawing, Shown, file_stem, segment_stem

if TYPE_CHECKING:
    from relviz.app.engine.experiments import Experiment
    from relviz.cli.render.options import SchemesOptions
    from relviz.core.reading.trace import Head
    from relviz.core.units import Unit
    from relviz.figure.spec import FigureSpec


def check_models(wanted: SchemesOptions) -> None:
    """See that the models which are asked for are there.

    Raises:
        SettingError: one of them is not.
    """
    of_each = (wanted.compared if one.fixed is None else one.fixed for one in wanted.chosen)
    schemes = dict.fromkeys(chain.from_iterable(of_each))
    missing = [f"lab-{scheme}" for scheme in schemes if not is_installed(scheme)]
    if missing:
        there = ", ".join(scheme for scheme in lab_schemes() if is_installed(scheme)) or "none"
        raise SettingError(
            "There is no model {0} to compare with: choose --schemes from those that have one ({1}).",
            ", ".join(missing),
            there,
        )


def experiments(
    wanted: SchemesOptions, layer: int, head: Head, unit: Unit
) -> tuple[list[Drawing], list[tuple[str, FigureSpec]]]:
    """Return what is drawn of each segment, and what is drawn once with the names of its files; may take minutes.

    Args:
        wanted: what to draw.
        layer: the layer shown, from 0.
        head: the head shown, from 0, or ``mean``.
        unit: what losses are told in.

    Raises:
        RelvizError: a model, a layer or a number will not do.
    """
    laboratory = Laboratory(wanted.choices, layer, head, unit, progress_bar)
    of_segments, alone = [], []
    for one in wanted.chosen:
        if one.on_text and not wanted.example:
            of_segments.append(Drawing(partial(_draw, laboratory, one), partial(_stem, one)))
            continue
        more = [one.kind(wanted.choices)] if one.kind else []
        if one.on_text:
            more += ["example", *([f"l{layer}_h{head}"] if one.of_head else [])]
        alone.append(("_".join((_file(one), *more)), laboratory.figure(one)))
    return of_segments, alone


def _draw(laboratory: Laboratory, one: Experiment, shown: Shown) -> FigureSpec:
    return laboratory.figure(one, shown.trace)


def _stem(one: Experiment, shown: Shown) -> str:
    """Return what the file of an experiment on a segment is named after."""
    look = shown.look
    return f"{_file(one)}_{file_stem(look) if one.of_head else segment_stem(look.index, look.segments)}"


def _file(one: Experiment) -> str:
    """Return how the name of an experiment's file begins: as the view, for the first."""
    return "schemes" if one.name == next(iter(EXPERIMENTS)) else f"schemes-{one.option}"
