"""Two states of the Terms view held against each other: one map of both side by side, or all maps of their difference.

Which cells belong together is what ``core.reading.alignment`` says. Cells without a partner are masked, never 0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication

from relviz.figure.spec import FigureSpec, Heatmap, Marker, Scale
from relviz.figure.views.term_view import widened
from relviz.figure.words import comma, figure_tr

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from relviz.core.reading.alignment import Alignment
    from relviz.core.reading.look import Look
    from relviz.figure.spec import Axis

SETTINGS = "relviz.settings"
"""Under which name a figure file tells its settings."""
SIDE_A, SIDE_B = "A", "B"
"""Names of the two maps side by side."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Comparison", text)


@dataclass(frozen=True, eq=False)
class Side:
    """One of the two states.

    Attributes:
        look: its numbers.
        figure: its own Terms view.
        note: in a few words what is particular about it.
    """

    look: Look
    figure: FigureSpec
    note: str = ""

    def map(self, name: str) -> Heatmap | None:
        """Return a map of its Terms view, None if it has none of that name."""
        panels = (panel for row in self.figure.grid for panel in row)
        return next((panel for panel in panels if isinstance(panel, Heatmap) and panel.name == name), None)


def beside_figure(a: Side, b: Side, alignment: Alignment, name: str) -> FigureSpec:
    """Draw one map of A left of that of B, over the queries and keys of both, on one scale.

    Args:
        a: the one state.
        b: the other.
        alignment: of A with B.
        name: which map; the attention if B has none of that name.
    """
    shown = b.map(name) or b.map("attention")
    assert shown is not None, "every Terms view has a map of the attention"
    of_a = a.map(shown.name)
    rows_a, rows_b = (alignment.rows.a, a.look.query_tokens), (alignment.rows.b, b.look.query_tokens)
    scale = shown.scale if of_a is None else widened(shown.scale, {"": of_a.scale}, "")
    keys_a, keys_b = (alignment.columns.a, a.look.key_tokens), (alignment.columns.b, b.look.key_tokens)
    empty = np.full((len(alignment.rows), len(alignment.columns)), np.float32(np.nan))
    queries = [_labels(*rows_a, *rows_b), _labels(*rows_b, *rows_a)]
    own = queries[0] != queries[1]  # B has queries of its own beside it: then both say whose they are
    left = Heatmap(
        SIDE_A,
        f"{SIDE_A} · {shown.title}",
        empty if of_a is None else alignment.over_a(of_a.values),
        scale,
        _of(SIDE_A if own else "", shown.rows, queries[0]),
        _of(SIDE_A, shown.columns, _labels(*keys_a, *keys_b)),
        ink=shown.ink,
        markers=_divider(alignment.columns.a, a.look.terms.memory),
        note=a.note if of_a is not None else _tr("A has no such term"),
        dimmed=None if of_a is None else _laid(of_a.dimmed, alignment.rows.a, alignment.columns.a),
    )
    right = replace(
        left,
        name=SIDE_B,
        title=f"{SIDE_B} · {shown.title}",
        values=alignment.over_b(shown.values),
        rows=_of(SIDE_B if own else "", shown.rows, queries[1]),
        columns=_of(SIDE_B, shown.columns, _labels(*keys_b, *keys_a)),
        markers=_divider(alignment.columns.b, b.look.terms.memory),
        note=_tr("{0}, same scale").format(b.note),
        dimmed=_laid(shown.dimmed, alignment.rows.b, alignment.columns.b),
    )
    if shown.selected is not None:
        frame = place_of(alignment, shown.selected, shown.extent)
        left, right = (replace(panel, selected=frame[0], extent=frame[1]) for panel in (left, right))
    said = _tr("A beside B, on one scale")
    return _figure(a, b, ((left, right),), said, alignment, "beside")


def difference_figure(
    a: Side, b: Side, alignment: Alignment, scales: str = "own", before: Mapping[str, Scale] | None = None
) -> FigureSpec:
    """Draw what every map of B has more than that of A, cell by cell, over B's queries and keys.

    Args:
        a: the one state.
        b: the other.
        alignment: of A with B.
        scales: whether each map has its own scale, or all terms a ``shared`` one.
        before: the scales that maps had before, by ``scale_name``, which are kept and widened where they are
            ``locked``.
    """
    less = {panel.name: _less(a.map(panel.name), panel, alignment) for row in b.figure.grid for panel in _maps(row)}
    terms = [values for name, values in less.items() if name not in {"score", "attention"}]
    shared = Scale.signed(*terms) if scales == "shared" and terms else None
    grid = tuple(
        tuple(
            _difference(
                panel,
                a.map(panel.name),
                less[panel.name],
                alignment,
                shared,
                (before or {}) if scales == "locked" else {},
            )
            for panel in _maps(row)
        )
        for row in b.figure.grid
    )
    return _figure(a, b, grid, _tr("B − A, each cell less its partner"), alignment, "difference")


def scale_name(name: str) -> str:
    """Return under which name the scale of a map's difference is kept."""
    return f"difference {name}"


def matched(alignment: Alignment, a: Look, b: Look) -> str:
    """Return in words by what cells are matched, and how many have a partner."""
    partners, cells = alignment.counted(a.terms.mask, b.terms.mask)
    if not partners:
        none = {
            "tokens": _tr("no cell of B has the same two tokens in A"),
            "distances": _tr("no cell of B has the same query and distance in A"),
        }
        return none[alignment.match]
    how = {
        "tokens": _tr("same tokens: {0} of {1} cells of B have a partner in A"),
        "distances": _tr("same distances: {0} of {1} cells of B have a partner in A"),
    }
    return how[alignment.match].format(f"{partners:,}", f"{cells:,}")


def place_of(
    alignment: Alignment, cell: tuple[int, int], extent: tuple[int, int] = (1, 1)
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return where some cells of B are, with A and B laid over each other: the first place, and how many each way."""
    rows = alignment.rows.places(cell[0], cell[0] + extent[0] - 1)
    columns = alignment.columns.places(cell[1], cell[1] + extent[1] - 1)
    assert rows is not None, "every query of B has a place"
    assert columns is not None, "every key of B has a place"
    return (rows[0], columns[0]), (rows[1] - rows[0] + 1, columns[1] - columns[0] + 1)


def _maps(row: Sequence[object]) -> tuple[Heatmap, ...]:
    return tuple(panel for panel in row if isinstance(panel, Heatmap))


def _less(a: Heatmap | None, b: Heatmap, alignment: Alignment) -> NDArray[np.floating]:
    if a is None:
        return np.full(b.values.shape, np.float32(np.nan))
    return alignment.difference(a.values, b.values)


def _difference(
    b: Heatmap,
    a: Heatmap | None,
    values: NDArray[np.floating],
    alignment: Alignment,
    shared: Scale | None,
    before: Mapping[str, Scale],
) -> Heatmap:
    """Return a map of the difference in the place of B's own."""
    own = replace(Scale.signed(values), percent=b.scale.percent)
    term = b.name not in {"score", "attention"}
    scale = replace(shared, percent=b.scale.percent) if shared and term else widened(own, before, scale_name(b.name))
    dimmed = None
    if a is not None and a.dimmed is not None and b.dimmed is not None:  # what neither of them shows in full
        dimmed = b.dimmed & _laid_out(a.dimmed, alignment.partner_rows, alignment.partner_columns)
    if a is None:
        note = _tr("A has no such term")
    elif b.scale.percent:
        note = _tr("B − A, points")
    else:
        note = _tr("B − A")
    return replace(b, values=values, scale=scale, note=note, strip=None, dimmed=dimmed)


def _laid(
    dimmed: NDArray[np.bool_] | None, rows: NDArray[np.int64], columns: NDArray[np.int64]
) -> NDArray[np.bool_] | None:
    return None if dimmed is None else _laid_out(dimmed, rows, columns)


def _laid_out(values: NDArray[np.bool_], rows: NDArray[np.int64], columns: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return what is True at rows and columns; nothing is where one of these is -1."""
    taken = values[np.ix_(np.maximum(rows, 0), np.maximum(columns, 0))]
    held: NDArray[np.bool_] = taken & (rows >= 0)[:, None] & (columns >= 0)
    return held


def _of(side: str, axis: Axis, labels: tuple[str, ...]) -> Axis:
    """Return an axis with other labels; its title says of which side they are."""
    return replace(axis, title=f"{side} · {axis.title}" if side and axis.title else axis.title, labels=labels)


def _labels(
    own: NDArray[np.int64], names: Sequence[str], other: NDArray[np.int64], other_names: Sequence[str]
) -> tuple[str, ...]:
    """Return one label a place: that of its own token, and where it has none, that of the other's."""
    pairs = zip(own.tolist(), other.tolist(), strict=True)
    return tuple(names[mine] if mine >= 0 else other_names[theirs] for mine, theirs in pairs)


def _divider(indices: NDArray[np.int64], memory: int) -> tuple[Marker, ...]:
    """Return the line between memory and segment: before the first place of a key that is no memory."""
    own = np.flatnonzero(indices >= memory)
    return (Marker.memory(int(own[0])),) if memory and len(own) else ()


def _figure(
    a: Side, b: Side, grid: tuple[tuple[Heatmap, ...], ...], said: str, alignment: Alignment, mode: str
) -> FigureSpec:
    """Return the figure, and under it what A and B are."""
    lines = (
        figure_tr("{0}: {1}").format(SIDE_A, a.figure.caption),
        figure_tr("{0}: {1}").format(SIDE_B, b.figure.caption),
        f"{said}{comma()}{matched(alignment, a.look, b.look)}",
    )
    told = {
        "relviz.compared": a.figure.metadata.get(SETTINGS, "{}"),
        "relviz.comparison": f"{mode}, {alignment.match}",
    }
    metadata = {**b.figure.metadata, **told}
    return replace(b.figure, grid=grid, caption="\n".join(lines), metadata=metadata)
