"""An evaluation as a table, a file and a section of a model card: each figure beside what it has to reach."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from relviz.training.evaluation.evaluation import LIFT, MEMORY_LENGTH, MEMORY_LENGTHS, RUN, SEGMENT_LENGTH

if TYPE_CHECKING:
    from collections.abc import Mapping

    from relviz.training.evaluation.evaluation import BestHead, Evaluation

LEVEL = 0.003
"""By how much the loss may rise as the memory grows, in nats per token, and still count as level."""
TARGETS: Mapping[str, Mapping[str, float]] = {
    "en-small": {
        "bits_per_byte": 1.65,
        "largest_rise": LEVEL,
        "memory_gain": 0.13,
        "late_gain": 0.02,
        "induction": 0.20,
        "previous_token": 0.75,
        "lifted_heads": 3,
        "least_spread": 0,
    },
    "zh-small": {
        "largest_rise": LEVEL,
        "memory_gain": 0.10,
        "induction": 0.15,
        "previous_token": 0.70,
        "lifted_heads": 2,
        "least_spread": 0,
    },
}
"""What the models that come with relviz have to reach; the sign that goes with a figure is in ``_SIGNS``."""
_SIGNS = {"bits_per_byte": "<=", "largest_rise": "<=", "least_spread": ">"}
NATS = "nats per token"
HEADING = "## Results"
BEFORE = "## Limits"
"""The section that the results come before, where they are new to a card."""
_SECTION = re.compile(rf"^{HEADING}\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Row:
    """One figure.

    Attributes:
        id: its name in files.
        figure: what it is, for people.
        target: a sign and a number, None where it is only to be known.
        measured: the number.
        unit: what it counts; may be empty.
        digits: how many digits after the point mean something.
        met: whether it meets its target, None without one.
        detail: which head it is, or what came out besides.
    """

    id: str
    figure: str
    target: str | None
    measured: float
    unit: str
    digits: int
    met: bool | None
    detail: str = ""

    @property
    def text(self) -> str:
        """The number and its unit."""
        return f"{self.measured:.{self.digits}f} {self.unit}".rstrip()

    def to_dict(self) -> dict[str, Any]:
        """Return the fields that ``--json`` writes."""
        names = ("id", "figure", "target", "measured", "unit", "met", "detail")
        return {name: getattr(self, name) for name in names}


def rows(found: Evaluation, targets: Mapping[str, float] | None = None) -> list[Row]:
    """Return the figures of an evaluation, each held against its target.

    Args:
        found: what was measured.
        targets: what is to be reached, by id; by default that of the model of this name, if it comes with relviz.
    """
    targets = TARGETS.get(found.model, {}) if targets is None else targets

    def row(id: str, figure: str, measured: float, unit: str = "", digits: int = 3, detail: str = "") -> Row:  # noqa: A002
        if id not in targets:
            return Row(id, figure, None, measured, unit, digits, None, detail)
        sign, target = _SIGNS.get(id, ">="), targets[id]
        met = {"<=": measured <= target, ">=": measured >= target, ">": measured > target}[sign]
        return Row(id, figure, f"{sign} {target:g}", measured, unit, digits, met, detail)

    lengths = ", ".join(map(str, MEMORY_LENGTHS))
    best = np.sort(found.lifts, None)[::-1]
    made = [
        row(
            "bits_per_byte",
            f"bits per byte, M = {MEMORY_LENGTH}",
            found.bits_per_byte,
            "",
            3,
            "a curly quote, read as a straight one, counts as one byte",
        ),
        row(
            "bits_per_file_byte",
            "the same per byte of the files",
            found.bits_per_file_byte,
            "",
            3,
            "there a curly quote has three",
        ),
        *(
            row(f"loss_{length}", f"loss, M = {length}", loss, NATS)
            for length, loss in zip(MEMORY_LENGTHS, found.losses, strict=True)
        ),
        row(
            "largest_rise",
            f"largest rise of the loss as M grows {lengths}",
            found.largest_rise,
            NATS,
            4,
            "below 0 it falls all the way",
        ),
        row("memory_gain", f"loss without memory minus loss with M = {MEMORY_LENGTH}", found.memory_gain, NATS),
        row("late_gain", "the same on the last quarter of each segment", found.late_gain, NATS),
        row(
            "induction",
            f"best induction head: attention on the token after the earlier occurrence, in a random run "
            f"of {RUN} whose first copy is in memory",
            found.best_induction.score,
            "",
            3,
            _name(found.best_induction),
        ),
        row(
            "previous_token",
            "best previous-token head: attention at distance 1",
            found.best_previous_token.score,
            "",
            3,
            _name(found.best_previous_token),
        ),
        row(
            "lifted_heads",
            f"heads whose memory share is at least {LIFT:g} times the uniform share of "
            f"{found.uniform_share:.2f}, M = {MEMORY_LENGTH}",
            found.lifted_heads,
            "",
            0,
            "largest: " + ", ".join(f"{lift:.2f}" for lift in best[:4]) + " times",
        ),
    ]
    for index, letter in enumerate(found.letters[1:], start=1):
        of_layers = np.median(found.relative_norms[index], 1)
        made.append(
            row(
                f"norm_{letter}",
                f"norm of term ({letter}) over that of ({found.letters[0]}), median of the heads",
                float(np.median(found.relative_norms[index])),
                "",
                2,
                "by layer: " + ", ".join(f"{norm:.2f}" for norm in of_layers),
            )
        )
    least = found.spreads.min((1, 2))
    made.append(
        row(
            "least_spread",
            "least standard deviation of a term over the cells of a head",
            float(least.min()),
            "",
            4,
            ", ".join(f"({letter}) {spread:.4f}" for letter, spread in zip(found.letters, least, strict=True)),
        )
    )
    return made


def to_dict(found: Evaluation) -> dict[str, Any]:
    """Return an evaluation as it is written to a JSON file: the figures, and what every head does."""
    return {
        "model": found.model,
        "sha256": found.sha256,
        "language": found.language,
        "passages": list(found.documents),
        "segment_length": SEGMENT_LENGTH,
        "tokens": found.tokens,
        "bytes": found.bytes,
        "file_bytes": found.file_bytes,
        "figures": [row.to_dict() for row in rows(found)],
        "heads": {
            "induction": found.induction.tolist(),
            "previous_token": found.previous_token.tolist(),
            "memory_share": found.memory_share.tolist(),
            "uniform_share": found.uniform_share,
        },
        "terms": {
            letter: {"norm": norm.tolist(), "standard_deviation": spread.tolist()}
            for letter, norm, spread in zip(found.letters, found.norms, found.spreads, strict=True)
        },
    }


def results_section(found: Evaluation) -> str:
    """Return the section, in Markdown, with its heading."""
    lines = ["| figure | target | measured | |", "| --- | --- | --- | --- |"]
    for row in rows(found):
        met = {True: "met", False: "not met", None: ""}[row.met]
        figure = f"{row.figure} ({row.detail})" if row.detail else row.figure
        lines.append(f"| {figure} | {row.target or ''} | {row.text} | {met} |")
    table = "\n".join(lines)
    about = (
        f"Measured by `relviz models evaluate {found.model}`, which anyone can run again: on "
        f"{len(found.documents)} passages that come with relviz ({', '.join(found.documents)}), {found.tokens:,} "
        f"tokens that the model has not learnt from, in segments of T = {SEGMENT_LENGTH}, with the weights in "
        f"`model.safetensors` (sha256 `{found.sha256[:12]}`) and float32 arithmetic. Layers and heads count from 0."
    )
    return f"{HEADING}\n\n{about}\n\n{table}\n"


def with_results(card: str, found: Evaluation) -> str:
    """Return a card with this section in place of the one it has, else before its limits, else at its end."""
    section = results_section(found)
    if _SECTION.search(card):
        return _SECTION.sub(lambda _: section + "\n", card, count=1).rstrip("\n") + "\n"
    before, limits, after = card.partition(f"\n{BEFORE}\n")
    if limits:
        return f"{before}\n{section}{limits}{after}"
    return f"{card.rstrip()}\n\n{section}".lstrip()


def _name(best: BestHead) -> str:
    return f"layer {best.layer}, head {best.head}"
