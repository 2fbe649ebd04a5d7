"""The position schemes that ``relviz render --view schemes`` sets side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from relviz.app.lab import LabEngine, LabRequest
from relviz.app.lab_models import LAB_SCHEMES, is_trained
from relviz.errors import SettingError

if TYPE_CHECKING:
    from relviz.core.trace import Head, SegmentTrace
    from relviz.figure.batch import Compare
    from relviz.figure.spec import FigureSpec

DEFAULT = "restart,count,shaw,xl"


def _names(words: str) -> str:
    """Check a list of schemes."""
    for word in words.split(","):
        if word not in LAB_SCHEMES:
            raise typer.BadParameter(f"{word!r} is none of {', '.join(LAB_SCHEMES)}, with commas between them.")
    return words


SchemesOption = Annotated[
    str,
    typer.Option(
        "--schemes",
        metavar="NAME,...",
        help=f"Which schemes --view schemes compares, of {', '.join(LAB_SCHEMES)}; each with the model trained for it.",
        callback=_names,
    ),
]


def comparison(words: str, layer: int, head: Head) -> Compare:
    """Return what draws the segment of a reading as the models of several schemes read it.

    Args:
        words: names of schemes, with commas between them.
        layer: the layer to show, from 0.
        head: the head to show, from 0, or ``mean``.

    Raises:
        SettingError: there is no trained model of a scheme.
    """
    schemes = tuple(dict.fromkeys(words.split(",")))
    missing = [f"lab-{scheme}" for scheme in schemes if not is_trained(scheme)]
    if missing:
        there = ", ".join(scheme for scheme in LAB_SCHEMES if is_trained(scheme)) or "none"
        raise SettingError(
            f"There is no model {', '.join(missing)} to compare with: choose --schemes from those that have one "
            f"({there})."
        )
    from relviz.figure.views.schemes import schemes_figure  # noqa: PLC0415 # loads Qt

    engine = LabEngine()

    def compare(trace: SegmentTrace) -> FigureSpec:
        answer = engine.compare(_request(trace, schemes, layer, head), lambda _: None, lambda: False)
        if (answer.layer, answer.head) != (layer, head):
            raise SettingError(
                f"There is no layer {layer} with a head {head} in the models compared: their last are layer "
                f"{answer.layer} and head {answer.head}."
            )
        return schemes_figure(
            answer.views,
            layer=answer.layer,
            head=answer.head,
            segment=answer.segment,
            note="" if answer.segment == trace.index else "counted in tokens of the models compared",
        )

    return compare


def _request(trace: SegmentTrace, schemes: tuple[str, ...], layer: int, head: Head) -> LabRequest:
    """Ask for the segment that holds the character with which the trace's begins."""
    character = int(trace.tokens.spans[trace.where.start, 0])
    return LabRequest(schemes, layer, head, trace.tokens.text, character, trace.segment_length, trace.memory_length)
