"""``relviz render``: figures without a window."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from relviz.cli.open_window import read_source
from relviz.cli.options import (
    EncodingOption,
    FileArgument,
    GainOptions,
    ReadingOptions,
    SegmentOption,
    number_or,
    open_reading,
    pick,
    pick_segments,
    say_choice,
)
from relviz.cli.progress import progress_bar
from relviz.cli.render.options import FileOptions, HeadsOptions, SchemesOptions
from relviz.cli.signature import OneOf
from relviz.core.metrics import MEASURES
from relviz.errors import SettingError
from relviz.figure.colours.palette import PALETTES
from relviz.figure.views import VIEWS, command_views

if TYPE_CHECKING:
    from relviz.core.interventions import PartKind
    from relviz.core.reading.trace import Head


def render(
    *,
    file: FileArgument,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="DIR", help="The folder for the figures.", show_default=False),
    ],
    view: Annotated[
        list[str] | None,
        OneOf(command_views()),
        typer.Option("--view", help="What to draw; may be given several times.", show_default="terms"),
    ] = None,
    segment: SegmentOption = "last",
    layer: Annotated[int, typer.Option("--layer", metavar="N", min=0, help="Which layer, from 0.")] = 0,
    head: Annotated[
        str,
        typer.Option(
            "--head", metavar="N|mean", help="Which head, from 0, or the mean of all.", callback=number_or("mean")
        ),
    ] = "0",
    files: FileOptions,
    how: ReadingOptions,
    lab: SchemesOptions,
    heads: HeadsOptions,
    gains: GainOptions,
    encoding: EncodingOption = "utf-8",
) -> None:
    """Draw figures into files; needs no display.

    A file is named after what it shows, e.g. terms_s003_l1_h2.png; one that is there already is replaced.
    """
    views = list(dict.fromkeys(view or ["terms"]))
    if gains.gain and "schemes" in views:
        raise SettingError("The schemes view compares models as they are: draw it without --gain.")
    if lab.experiment and "schemes" not in views:
        raise SettingError("The experiments are those of the schemes view: add --view schemes.")
    text, options, kept_gains = read_source(file, encoding, how.options)
    from relviz.app.display import choose_offscreen  # noqa: PLC0415 # loads Qt

    choose_offscreen()
    from relviz.app.words.translation import set_language  # noqa: PLC0415
    from relviz.cli.render.experiments import check_models, experiments  # noqa: PLC0415 # loads torch and Qt
    from relviz.figure.lettering.application import ensure_gui_application  # noqa: PLC0415
    from relviz.figure.views.chosen import Chosen  # noqa: PLC0415
    from relviz.figure.views.heads import HeadsView  # noqa: PLC0415
    from relviz.figure.writing.job import Drawing, Job, Shown, write_job  # noqa: PLC0415

    if "schemes" in views:
        check_models(lab)
    ensure_gui_application()
    set_language(files.lang)
    reading = open_reading(text, options, gains.interventions or kept_gains, how.start)
    config, name = reading.model.config, reading.model.name
    which_head: Head = "mean" if head == "mean" else pick("head", head, config.n_head, name)[0]
    which_layer = pick("layer", str(layer), config.n_layer, name)[0]
    segments = pick_segments(segment, reading)
    chosen = Chosen(heads=HeadsView(heads.metric, heads.order, heads.means), unit=files.unit)
    if "heads" in views:
        _check_measure(heads.metric, reading.model.network.layers[0].attention.scheme.kinds, name)
    drawings = [Drawing.of(VIEWS[one], chosen) for one in views if VIEWS[one].draw]
    of_segments, alone = experiments(lab, which_layer, which_head, files.unit) if "schemes" in views else ([], [])
    job = Job(
        [*drawings, *of_segments],
        segments=segments,
        show=lambda index: Shown(reading.step(index), which_layer, which_head),
        place=output,
        palette=PALETTES[files.theme],
        dpi=files.dpi,
        formats=list(dict.fromkeys(files.format_ or ["png"])),
        duration=files.duration,
        alone=alone,
    )
    with progress_bar("drawing") as progress, closing(write_job(job)) as paths:
        for count, path in enumerate(paths, start=1):
            progress(count / len(job))
            if path:
                typer.echo(path)
    say_choice(text, options)


def _check_measure(metric: str, kinds: "tuple[PartKind, ...]", model: str) -> None:
    """See that the heads of a model can be measured so.

    Raises:
        SettingError: they cannot.
    """
    names = (*MEASURES, *(kind.name for kind in kinds))
    if metric not in names:
        raise SettingError(
            "There is no measure {0} of the heads of {1}: choose one of {2}.", metric, model, ", ".join(names)
        )
