"""One of several processes that train together: what torchrun starts, with what happened written down.

``python worker.py JOBS``: JOBS is JSON, a list of runs to take part in one after another. Each is a port, settings for
``TrainingConfig.from_dict``, and after how many steps the last process asks to stop, or null. What came of them, the
losses or the words of an error, goes to ``found-RANK.json`` in the working directory.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from relviz.errors import RelvizError
from relviz.training.config import TrainingConfig
from relviz.training.run.checkpoint import CHECKPOINT
from relviz.training.run.loop import train
from relviz.training.run.report import Report, StepReport


class Losses(Report):
    """Remembers the smoothed loss of each step."""

    def __init__(self) -> None:
        self.found: list[float] = []

    def step(self, report: StepReport) -> None:
        self.found.append(report.loss)


def take_part(config: TrainingConfig, stop_after: int | None) -> list[float] | str:
    """Train, going on with a run if there is one, and return the losses, or what went wrong."""
    asks = int(os.environ["RANK"]) == int(os.environ["WORLD_SIZE"]) - 1
    losses = Losses()
    resume = (config.output / CHECKPOINT).exists()
    try:
        train(config, losses, resume, lambda: asks and len(losses.found) == stop_after)
    except RelvizError as error:
        return str(error)
    return losses.found


def main() -> None:
    found = []
    for port, settings, stop_after in json.loads(sys.argv[1]):
        os.environ["MASTER_PORT"] = str(port)
        found.append(take_part(TrainingConfig.from_dict(settings), stop_after))
    Path(f"found-{os.environ['RANK']}.json").write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main()
