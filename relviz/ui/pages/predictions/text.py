"""What the Predictions page says in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from relviz.core.percent import percent
from relviz.core.units import of_nats
from relviz.figure.views.predictions import signed
from relviz.figure.words import part_title, unit_name

if TYPE_CHECKING:
    from relviz.app.session.session import Session
    from relviz.app.work.predicting import Predicting
    from relviz.core.metrics.predictions import Predictions
    from relviz.core.reading.next_tokens import NextTokens
    from relviz.core.units import Unit

Pointed = tuple[str, tuple[float, float] | None]
"""Name of the panel under the pointer, and the place in it."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("PredictionsPage", text)


def means(found: Predictions, unit: Unit) -> str:
    """Return the mean losses of the segment, and what memory gains; nothing where nothing is predicted."""
    if not found.known.any():
        return ""
    losses = found.losses
    with_memory, without = (of_nats(found.mean(one), unit) for one in (losses.with_memory, losses.without_memory))
    if not found.memory:
        return _tr("mean {0:.3f} {1} per token; the memory is empty").format(with_memory, unit_name(unit))
    text = _tr("mean {0:.3f} {1} per token with memory, {2:.3f} without: memory gains {3}")
    gain = of_nats(found.mean(losses.gain), unit)
    return text.format(with_memory, unit_name(unit), without, signed(gain))


def read_off(found: Predictions, following: NextTokens | None, pointed: Pointed, row: int | None, unit: Unit) -> str:
    """Return the numbers of what is pointed at, or else of the selected query; how to get any, if there is none."""
    name, place = pointed
    last = len(found.query_tokens) - 1
    if place is not None and name == "candidates" and following is not None:
        return _candidate(following, place, memory=found.memory > 0)
    if place is not None and name == "means":
        return _mean(found, int(place[1]), unit)
    if place is not None and name == "worth" and int(place[1]):
        return _without_part(found, min(int(place[0]), last), int(place[1]), unit)
    if place is not None and name in ("losses", "worth"):
        row = min(max(round(place[0]) if name == "losses" else int(place[0]), 0), last)
    if row is None or row > last:
        return _tr("Point at a token to read off what it cost; click it to see what was expected in its place.")
    return _losses(found, row, unit)


def nothing_to_show(session: Session, predicting: Predicting) -> str:
    """Return why there are no losses, and what to do; nothing where there are some."""
    found, response = predicting.found, session.response
    if response is None:
        return _tr("The losses come here once the text has been read.")
    if found is None or not predicting.current:
        return _tr("The losses of this segment were not computed.") if predicting.stopped else ""
    if found.known.any():
        return ""
    if len(found.query_tokens) > 1 or found.predicted[0] or predicting.following is None:
        return _tr("{0} predicts no next token in this segment: choose another model in the toolbar.").format(
            found.model
        )
    if found.segments == 1:
        return _tr("The text is a single token, after which nothing comes: add to it in the Text dock on the left.")
    return _tr("This segment is the last token of the text, after which nothing comes: go back a segment (Alt+Left).")


def _losses(found: Predictions, row: int, unit: Unit) -> str:
    query, came = found.query_tokens[row], found.predicted[row]
    if not found.known[row]:
        return _tr("after {0}:  no loss, since nothing that came next was predicted here").format(f"“{query}”")
    with_memory, without, gain = (
        of_nats(float(values[row]), unit)
        for values in (found.losses.with_memory, found.losses.without_memory, found.losses.gain)
    )
    if not found.memory:
        text = _tr("after {query}:  {came} cost {cost:.3f} {unit}; the memory is empty")
    else:
        text = _tr("after {query}:  {came} cost {cost:.3f} {unit} with memory, {without:.3f} without: gained {gain}")
    return text.format(
        query=f"“{query}”",
        came=f"“{came}”",
        cost=with_memory,
        unit=unit_name(unit),
        without=without,
        gain=signed(gain),
    )


def _without_part(found: Predictions, row: int, line: int, unit: Unit) -> str:
    part = found.parts[min(line, len(found.parts)) - 1]
    if not found.known[row]:
        return _losses(found, row, unit)
    cost, rise = of_nats(float(part.losses[row]), unit), of_nats(float(found.worth[part.kind.name][row]), unit)
    text = _tr("after {0}:  {1} cost {2:.3f} {3} with {4} off in all layers and heads, {5}")
    names = f"“{found.query_tokens[row]}”", f"“{found.predicted[row]}”"
    return text.format(*names, cost, unit_name(unit), part_title(part.kind), signed(rise))


def _mean(found: Predictions, line: int, unit: Unit) -> str:
    if line <= 0:
        return means(found, unit)
    part = found.parts[min(line, len(found.parts)) - 1]
    if part.already:
        return _tr("{0} is off already").format(part_title(part.kind))
    mean = of_nats(found.mean(part.losses), unit)
    rise = of_nats(found.mean(found.worth[part.kind.name]), unit)
    text = _tr("mean {0:.3f} {1} per token with {2} off, {3}; click to draw it in the chart")
    return text.format(mean, unit_name(unit), part_title(part.kind), signed(rise))


def _candidate(following: NextTokens, place: tuple[float, float], *, memory: bool) -> str:
    alone, line = bool(int(place[0])) or not memory, int(place[1] // 1)
    candidates = following.without_memory if alone else following.with_memory
    share = following.came_without if alone else following.came_with
    listed = [(one.label, one.probability) for one in candidates]
    if following.came is not None and not any(one.came for one in candidates):
        listed.append((following.came, share))
    if not 0 <= line < len(listed):
        return _tr("what is expected after {0}").format(f"“{following.after}”")
    label, probability = listed[line]
    text = _tr("{0} is expected with {1} without memory") if alone else _tr("{0} is expected with {1} with memory")
    return text.format(f"“{label}”", percent(probability))
