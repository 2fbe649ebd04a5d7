"""``relviz render``: figures without a window."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from relviz.app.options import Options
from relviz.cli.open_window import read_input
from relviz.cli.options import (
    DeviceOption,
    EncodingOption,
    FileArgument,
    GainFromOption,
    GainOption,
    InitialMemoryOption,
    MemoryLengthOption,
    ModelOption,
    SchemeOption,
    SegmentLengthOption,
    SegmentOption,
    Theme,
    View,
    interventions_of,
    number_or,
    open_reading,
    pick,
    pick_segments,
    say_choice,
)
from relviz.cli.progress import progress_bar
from relviz.cli.schemes import DEFAULT, SchemesOption, comparison
from relviz.errors import SettingError

if TYPE_CHECKING:
    from relviz.core.trace import Head


class Format(StrEnum):
    """Values of ``--format``."""

    PNG = "png"
    SVG = "svg"
    PDF = "pdf"


def render(
    *,
    file: FileArgument,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="DIR", help="The folder for the figures.", show_default=False),
    ],
    view: Annotated[
        list[View] | None,
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
    format_: Annotated[
        list[Format] | None,
        typer.Option("--format", help="Kind of file; may be given several times.", show_default="png"),
    ] = None,
    dpi: Annotated[int, typer.Option("--dpi", metavar="N", min=24, max=1200, help="Dots per inch of a PNG.")] = 150,
    theme: Annotated[Theme, typer.Option("--theme", help="The colours.")] = Theme.LIGHT,
    model: ModelOption = None,
    segment_length: SegmentLengthOption = None,
    memory_length: MemoryLengthOption = None,
    initial_memory: InitialMemoryOption = None,
    device: DeviceOption = "auto",
    scheme: SchemeOption = None,
    schemes: SchemesOption = DEFAULT,
    gain: GainOption = None,
    gain_from: GainFromOption = "start",
    encoding: EncodingOption = "utf-8",
) -> None:
    """Draw figures into files; needs no display.

    A file is named after what it shows, e.g. terms_s003_l1_h2.png; one that is there already is replaced.
    """
    if gain and view and View.SCHEMES in view:
        raise SettingError("The schemes view compares models as they are: draw it without --gain.")
    options = Options(model, segment_length, memory_length, initial_memory, device, scheme)
    text = read_input(file, encoding)
    from relviz.app.display import choose_offscreen  # noqa: PLC0415 # loads Qt

    choose_offscreen()
    from relviz.figure.batch import Batch, write_figures  # noqa: PLC0415 # loads torch and Qt
    from relviz.figure.palette import PALETTES  # noqa: PLC0415

    reading = open_reading(text, options, interventions_of(gain, gain_from))
    config, name = reading.model.config, reading.model.name
    which_head: Head = "mean" if head == "mean" else pick("head", head, config.n_head, name)[0]
    batch = Batch(
        views=list(dict.fromkeys(view or [View.TERMS])),
        segments=pick_segments(segment, reading),
        layer=pick("layer", str(layer), config.n_layer, name)[0],
        head=which_head,
        formats=list(dict.fromkeys(format_ or [Format.PNG])),
        palette=PALETTES[theme.value],
        dpi=dpi,
        compared=comparison(schemes, layer, which_head) if view and View.SCHEMES in view else None,
    )
    with progress_bar("drawing") as progress:
        for count, path in enumerate(write_figures(reading, batch, output), start=1):
            progress(count / len(batch))
            typer.echo(path)
    say_choice(text, options)
