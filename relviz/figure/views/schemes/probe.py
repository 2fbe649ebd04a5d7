"""What schemes hold for one position or distance: its vector, and those of all others up to 512,000."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from relviz import __version__
from relviz.core.sentence import marked
from relviz.figure.lettering.text import SEPARATOR
from relviz.figure.spec import Axis, Curves, FigureSpec, Heatmap, Marker, Scale, Series
from relviz.figure.views.schemes.words import RANDOM, said_of, title_of
from relviz.figure.words import figure_tr, told

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    from relviz.core.lab.probe import Probe
    from relviz.core.reading.trace import Floats

KINDS = {
    "vector": marked("Figure", "dimension"),
    "bias": marked("Figure", "head"),
    "angle": marked("Figure", "sine and cosine of each pair"),
    "nothing": marked("Figure", "dimension"),
}


def probe_figure(
    probes: Sequence[Probe],
    at: NDArray[np.int64],
    tables: Sequence[Floats | None],
    untrained: Collection[str] = (),
) -> FigureSpec:
    """Draw one row a scheme: the vector asked for, beside the vectors over a logarithmic axis with a cursor.

    Args:
        probes: one a scheme.
        at: (N,) positions of the tables' rows.
        tables: (N, D) a scheme, NaN where it has no vector, what is added to the values after the rest; None if it
            holds nothing at all.
        untrained: schemes whose weights are random.
    """
    labels = tuple(_short(place) for place in at.tolist())
    grid = tuple(
        (_vector(one, one.scheme in untrained), _table(one, at, labels, table))
        for one, table in zip(probes, tables, strict=True)
    )
    return FigureSpec(
        "probe",
        "",
        grid,
        SEPARATOR.join(
            (*(said_of(title_of(one.scheme), told(one.sentence)) for one in probes), f"relviz {__version__}")
        ),
        widths=(1.0, 1.3),
        size=(1300, 80 + 240 * len(grid)),
    )


def _vector(probe: Probe, untrained: bool) -> Curves:
    vector = np.empty(0, np.float32) if probe.vector is None else probe.vector
    what = figure_tr("position {0:,}") if probe.describes == "position" else figure_tr("distance {0:,}")
    if probe.vector is None:
        what = figure_tr("no vector")
    series: tuple[Series, ...] = (Series("", vector, "score"),)
    if probe.for_values is not None:
        empty, nothing = np.full_like(probe.for_values, np.nan), np.full_like(vector, np.nan)
        series = (
            Series(figure_tr("for keys"), np.concatenate([vector, empty]), "score"),
            Series(figure_tr("for values"), np.concatenate([nothing, probe.for_values]), "self"),
        )
    return Curves(
        f"vector_{probe.scheme}",
        said_of(title_of(probe.scheme), what.format(probe.asked)),
        np.arange(len(series[0].values), dtype=np.float32),
        series,
        Axis("" if probe.vector is None else _numbers_of(probe)),
        stems=True,
        note=" · ".join(word for word in (_where(probe), figure_tr(RANDOM) if untrained else "") if word),
    )


def _numbers_of(probe: Probe) -> str:
    """Say what the numbers of a scheme are one each of, in the vector as in the table."""
    if probe.for_values is not None:
        return figure_tr("dimension, for keys and then for values")
    return figure_tr(KINDS[probe.kind])


def _where(probe: Probe) -> str:
    if probe.vector is None:
        return ""
    if probe.used is not None and probe.used != probe.asked:
        return figure_tr("that of {0:,}").format(probe.used)
    if probe.trained is None:
        return ""
    return figure_tr("trained") if probe.inside else figure_tr("never trained")


def _short(place: int) -> str:
    """Return a number in at most four signs, e.g. ``1.8k``."""
    if place < 1000:
        return str(place)
    return f"{place / 1000:.1f}k" if place < 10_000 else f"{place // 1000}k"


def _table(probe: Probe, at: NDArray[np.int64], labels: tuple[str, ...], table: Floats | None) -> Heatmap:
    """Draw the vectors over positions, with the end of training and the one asked for."""
    values = np.full((1, len(at)), np.nan, np.float32) if table is None else table.T
    cursor = float(np.searchsorted(at, probe.asked)) + 0.5
    markers = [Marker(min(cursor, len(at) - 0.5), "", "cursor")]
    if probe.trained is not None:
        end = float(np.searchsorted(at, probe.trained[1], side="right"))
        markers.append(Marker(end, figure_tr("trained to {0:,}").format(probe.trained[1]), "limit"))
    return Heatmap(
        f"table_{probe.scheme}",
        "",
        values,
        Scale.signed(values),
        Axis("", ("",)) if table is None else Axis(_numbers_of(probe)),
        Axis(figure_tr("position or distance, about logarithmic"), labels),
        markers=tuple(markers),
    )
