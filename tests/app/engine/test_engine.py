"""Engine: answers requests, and keeps what the next one can use."""

from __future__ import annotations

import itertools
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import relviz
from relviz.app.engine.engine import Engine, Looks, Place, Request, size_of
from relviz.app.engine.models import Options
from relviz.cli.options import ReadingOptions, open_reading
from relviz.core.interventions import NONE
from relviz.core.reading.look import Look, look_at
from relviz.errors import Cancelled, SettingError, TextError
from tests.fixtures import models
from tests.fixtures.texts import ENGLISH


def _request(model_folder: Path, **changes: object) -> Request:
    options = Options(model=str(model_folder), segment_length=8, memory_length=16, device="cpu")
    return replace(Request(options, ENGLISH, 40, 1, 2), **changes)  # type: ignore[arg-type]


def _progress(share: float) -> None: ...


def _go_on() -> bool:
    return False


def test_answer_is_what_the_library_computes(model_folder: Path) -> None:
    """The numbers shown are those of the public Python surface, to the bit."""
    look = Engine().look(_request(model_folder), _progress, _go_on).look

    step = relviz.read(relviz.load_model(model_folder), ENGLISH, segment_length=8, memory_length=16).step(5)
    np.testing.assert_array_equal(look.terms.score, step.terms(1, 2).score)
    np.testing.assert_array_equal(look.shares.memory, step.memory_share(1, 2))
    assert look.query_tokens == step.query_tokens
    assert look.index == 5


def test_first_picture_has_a_full_memory(model_folder: Path) -> None:
    """Without a place, the first segment with a full memory is shown."""
    response = Engine().look(_request(model_folder, token=None), _progress, _go_on)

    assert response.look.index == 2
    assert response.look.terms.memory == 16


def test_token_stays_in_view_when_the_length_changes(model_folder: Path) -> None:
    """Another segment length shows the segment that holds the same token."""
    engine, request = Engine(), _request(model_folder, token=40)
    engine.look(request, _progress, _go_on)

    look = engine.look(replace(request, options=replace(request.options, segment_length=11)), _progress, _go_on).look

    assert look.start <= 40 < look.start + len(look.query_tokens)


def test_a_character_shows_the_segment_that_holds_it(model_folder: Path) -> None:
    """Asked for a character of the text, the segment with its token is shown, wherever reading began."""
    engine, request = Engine(), _request(model_folder, token=0, character=ENGLISH.index("rightful"))
    for start in (0, 60):
        options = replace(request.options, start=start)
        response = engine.look(replace(request, options=options), _progress, _go_on)
        first, last = response.look.start, response.look.start + len(response.look.query_tokens) - 1
        assert response.tokens.spans[first, 0] <= ENGLISH.index("rightful") < response.tokens.spans[last, 1]
        assert (response.look.first > 0) == (start > 0)
        assert response.look.query_tokens == response.tokens.labels[first : last + 1]


@pytest.mark.parametrize("since", ["start", "segment"])
def test_interventions_are_never_mixed_up(model_folder: Path, since: str) -> None:
    """With and without a term, back and forth, at two segments, the numbers are those of a reading of its own."""
    engine, off = Engine(), relviz.Interventions.of(since, position=0)  # type: ignore[arg-type]
    model = relviz.load_model(model_folder)
    expected = {
        interventions: relviz.read(model, ENGLISH, segment_length=8, memory_length=16, interventions=interventions)
        for interventions in (relviz.Interventions(), off, relviz.Interventions.of(content=0.5))
    }
    for index, interventions in itertools.product((5, 3, 5), (*expected, off, relviz.Interventions())):
        request = _request(model_folder, token=8 * index, interventions=interventions)
        look = engine.look(request, _progress, _go_on).look
        assert look.interventions == interventions
        np.testing.assert_array_equal(look.terms.score, expected[interventions].step(index).terms(1, 2).score)


def test_gains_of_parts_a_model_lacks_are_left_out(model_folder: Path) -> None:
    """Asked for a part that the scheme does not have, the engine goes on without it and says what it did."""
    request = _request(model_folder, interventions=relviz.Interventions.of("segment", position=0, content=0.5))
    request = replace(request, options=replace(request.options, scheme="alibi"))
    look = Engine().look(request, _progress, _go_on).look
    assert look.interventions == relviz.Interventions.of("segment", content=0.5)


def test_layer_and_head_are_taken_to_the_last(model_folder: Path) -> None:
    """A layer or head that a smaller model lacks becomes its last one."""
    terms = Engine().look(_request(model_folder, layer=17, head=9), _progress, _go_on).look.terms

    assert (terms.layer, terms.head) == (1, 2)


@pytest.mark.parametrize(("changes", "error"), [({"text": ""}, TextError)])
def test_bad_requests_are_refused(model_folder: Path, changes: dict[str, object], error: type[Exception]) -> None:
    """Empty text is refused in one sentence."""
    with pytest.raises(error, match="no text"):
        Engine().look(_request(model_folder, **changes), _progress, _go_on)


def test_bad_length_is_refused_and_the_next_request_answered(model_folder: Path) -> None:
    """After a refusal the engine goes on."""
    engine, request = Engine(), _request(model_folder)
    with pytest.raises(SettingError):
        engine.look(replace(request, options=replace(request.options, segment_length=0)), _progress, _go_on)

    assert engine.look(request, _progress, _go_on).look.index == 5


def test_cancelled_request_ends(model_folder: Path) -> None:
    """A request that is taken back ends with Cancelled."""
    with pytest.raises(Cancelled):
        Engine().look(_request(model_folder), _progress, lambda: True)


def test_progress_ends_at_one(model_folder: Path) -> None:
    """Progress rises to 1."""
    shares: list[float] = []
    Engine().look(_request(model_folder), shares.append, _go_on)

    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1.0)


@pytest.mark.parametrize("ending", ["npz", "csv", "json"])
def test_exported_data_hold_what_is_looked_at(model_folder: Path, tmp_path: Path, ending: str) -> None:
    """The file of numbers is written for the segment, layer and head looked at."""
    path = Engine().export_data(_request(model_folder), tmp_path / f"out.{ending}", _progress, _go_on)

    assert path.stat().st_size > 1000
    if ending == "npz":
        with np.load(path, allow_pickle=False) as arrays:
            assert arrays["s5/score"].shape == (1, 1, 8, 24)


def test_a_name_is_the_model_that_comes_with_relviz_wherever_that_is_started(
    model_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder at hand that is called en-small is not what the text, or a name in a list, has chosen."""
    bundled = relviz.load_model("en-small").sha256
    shutil.copytree(model_folder, tmp_path / "en-small")
    monkeypatch.chdir(tmp_path)
    for model in (None, "en-small"):
        options = Options(model, device="cpu")
        response = Engine().look(Request(options, ENGLISH, None, 0, 0), _progress, lambda: False)
        assert (response.source, response.sha256) == ("en-small", bundled)
        assert open_reading(ENGLISH, options).model.sha256 == bundled


def test_a_folder_on_the_command_line_comes_before_a_name(
    model_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who names a folder that is at hand gets it, also where a model that comes with relviz is called so."""
    shutil.copytree(model_folder, tmp_path / "en-small")
    monkeypatch.chdir(tmp_path)
    options = ReadingOptions(model="en-small", device="cpu").options
    assert options.model == str(tmp_path / "en-small")
    response = Engine().look(Request(options, ENGLISH, None, 0, 0), _progress, lambda: False)
    assert response.sha256 == relviz.load_model(model_folder).sha256
    assert ReadingOptions(model="zh-small").options.model == "zh-small"


@pytest.fixture(scope="module")
def look() -> Look:
    """A look at a segment."""
    return look_at(models.reading(models.model(), 50, 8, 16).step(3), 1, 2)


def _place(segment: int) -> Place:
    return segment, 0, 0, NONE


def test_size_counts_all_arrays(look: Look) -> None:
    """The size is that of the arrays, those within the parts of the score included."""
    cells = 8 * 24 * 4  # T x K float32

    assert size_of(look.terms.parts[0]) == cells
    assert size_of(look) > size_of(look.terms) > 4 * cells


def test_the_one_asked_for_longest_ago_goes_first(look: Look) -> None:
    """With room for two, a third drives out the one that was not asked for since."""
    looks = Looks(2 * size_of(look))
    looks.keep(_place(0), look)
    looks.keep(_place(1), look)
    assert looks.get(_place(0)) is look
    looks.keep(_place(2), look)

    assert looks.get(_place(0)) is look
    assert looks.get(_place(1)) is None
    assert looks.get(_place(2)) is look


def test_the_last_one_stays_however_large(look: Look) -> None:
    """A look larger than the budget is kept until the next one comes, and nothing is kept once cleared."""
    looks = Looks(1)
    looks.keep(_place(0), look)
    assert looks.get(_place(0)) is look
    looks.keep(_place(1), look)
    assert looks.get(_place(0)) is None
    looks.clear()

    assert looks.get(_place(1)) is None
