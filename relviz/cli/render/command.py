"""``relviz render``: figures without a window."""

from contextlib import closing
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from relviz.app.engine.options import Options
from relviz.cli.open_window import read_source
from relviz.cli.options import (
    DeviceOption,
    EncodingOption,
    FileArgument,
    GainFromOption,
    GainOption,
    InitialMemoryOption,
    Lang,
    MemoryLengthOption,
    ModelOption,
    SchemeOption,
    SegmentLengthOption,
    SegmentOption,
    StartOption,
    Theme,
    UnitOption,
    View,
    interventions_of,
    number_or,
    open_reading,
    pick,
    pick_segments,
    say_choice,
)
from relviz.cli.progress import progress_bar
from relviz.cli.render.heads import MeansOption, MetricOption, OrderOption, check_metric, of_heads
from relviz.cli.render.options import (
    DEFAULT,
    DistanceOption,
    ExampleOption,
    ExperimentOption,
    Experiments,
    LayoutOption,
    PositionOption,
    SchemesOption,
    SignOption,
    WidthOption,
    chosen_experiments,
    chosen_schemes,
)
from relviz.errors import SettingError

if TYPE_CHECKING:
    from relviz.core.reading.trace import Head


class Format(StrEnum):
    """Values of ``--format``."""

    PNG = "png"
    SVG = "svg"
    PDF = "pdf"
    GIF = "gif"
    APNG = "apng"


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
        typer.Option(
            "--format",
            help="Kind of file; may be given several times. A gif or apng goes through all the segments asked for.",
            show_default="png",
        ),
    ] = None,
    duration: Annotated[
        int,
        typer.Option("--duration", metavar="MS", min=20, max=60_000, help="How long a segment stays in a gif or apng."),
    ] = 700,
    dpi: Annotated[
        int, typer.Option("--dpi", metavar="N", min=24, max=1200, help="Dots per inch of a png, gif or apng.")
    ] = 150,
    theme: Annotated[Theme, typer.Option("--theme", help="The colours.")] = Theme.LIGHT,
    lang: Annotated[Lang, typer.Option("--lang", help="Language of the words in the figures.")] = Lang.EN,
    unit: UnitOption = "nats",
    model: ModelOption = None,
    segment_length: SegmentLengthOption = None,
    memory_length: MemoryLengthOption = None,
    initial_memory: InitialMemoryOption = None,
    start: StartOption = 0,
    device: DeviceOption = "auto",
    scheme: SchemeOption = None,
    experiment: ExperimentOption = None,
    schemes: SchemesOption = DEFAULT,
    example: ExampleOption = False,
    position: PositionOption = 600,
    distance: DistanceOption = 2,
    d_model: WidthOption = 8,
    layout: LayoutOption = "interleaved",
    sign: SignOption = "article",
    metric: MetricOption = "memory",
    order: OrderOption = "number",
    means: MeansOption = False,
    gain: GainOption = None,
    gain_from: GainFromOption = "start",
    encoding: EncodingOption = "utf-8",
) -> None:
    """Draw figures into files; needs no display.

    A file is named after what it shows, e.g. terms_s003_l1_h2.png; one that is there already is replaced.
    """
    views = list(dict.fromkeys(view or [View.TERMS]))
    formats = list(dict.fromkeys(format_ or [Format.PNG]))
    if gain and View.SCHEMES in views:
        raise SettingError("The schemes view compares models as they are: draw it without --gain.")
    if experiment and View.SCHEMES not in views:
        raise SettingError("The experiments are those of the schemes view: add --view schemes.")
    options = Options(model, segment_length, memory_length, initial_memory, device, scheme)
    text, options, kept_gains = read_source(file, encoding, options)
    from relviz.app.display import choose_offscreen  # noqa: PLC0415 # loads Qt

    choose_offscreen()
    from relviz.app.words.translation import set_language  # noqa: PLC0415
    from relviz.cli.render.experiments import Laboratory, check_models  # noqa: PLC0415 # loads torch and Qt
    from relviz.figure.colours.palette import PALETTES  # noqa: PLC0415
    from relviz.figure.lettering.application import ensure_gui_application  # noqa: PLC0415
    from relviz.figure.views.heads_view import HeadsView  # noqa: PLC0415
    from relviz.figure.writing.animation import ANIMATED  # noqa: PLC0415
    from relviz.figure.writing.job import Batch, write_figures  # noqa: PLC0415 # loads torch and Qt

    wanted = Experiments(
        chosen_experiments(experiment) if View.SCHEMES in views else (),
        chosen_schemes(schemes),
        example,
        position,
        distance,
        d_model,
        layout,
        sign,
    )
    check_models(wanted)
    ensure_gui_application()
    set_language(lang.value)
    reading = open_reading(text, options, interventions_of(gain, gain_from) or kept_gains, start)
    config, name = reading.model.config, reading.model.name
    which_head: Head = "mean" if head == "mean" else pick("head", head, config.n_head, name)[0]
    which_layer = pick("layer", str(layer), config.n_layer, name)[0]
    segments = pick_segments(segment, reading)
    heads = [of_heads(HeadsView(metric, order, means), which_layer, which_head)] if View.HEADS in views else []
    if heads:
        check_metric(metric, reading.model.network.layers[0].attention.scheme.kinds, name)
    laboratory = Laboratory(wanted, which_layer, which_head, unit)
    batch = Batch(
        views=[one for one in views if one not in {View.HEADS, View.SCHEMES}],
        segments=segments,
        layer=which_layer,
        head=which_head,
        formats=[one for one in formats if one not in ANIMATED],
        palette=PALETTES[theme.value],
        dpi=dpi,
        compared=[*heads, *laboratory.of_segments()],
        alone=laboratory.alone(),
        unit=unit,
        animated=[kind for kind in ANIMATED if kind in formats],
        duration=duration,
    )
    with progress_bar("drawing") as progress, closing(write_figures(reading, batch, output)) as paths:
        for count, path in enumerate(paths, start=1):
            progress(count / len(batch))
            typer.echo(path)
    say_choice(text, options)
