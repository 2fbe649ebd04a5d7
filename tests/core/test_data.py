"""The numbers in files, held against those of the reading."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import relviz
from relviz.core import data
from relviz.core.data import FORMATS, trace_bytes, write_trace
from relviz.core.model.model import Model
from relviz.core.reading.reading import Reading, read
from relviz.errors import Cancelled, OutputError, SettingError
from tests.fixtures import models
from tests.fixtures.texts import CHINESE, ENGLISH

CELLS = ["content", "position", "content_bias", "position_bias", "score", "attention"]
LAYERS, HEADS = [0, 1], [0, 1, 2]


@pytest.fixture
def reading(model: Model) -> Reading:
    """English and Chinese, some segments of it with a memory that is not yet full, the last one short."""
    return read(model, (ENGLISH[:90] + CHINESE[:9]), segment_length=5, memory_length=12)


def load(path: Path) -> dict[str, np.ndarray]:
    """Read an .npz as a stranger would."""
    with np.load(path, allow_pickle=False) as file:
        return {name: file[name] for name in file.files}


def written(path: Path, reading: Reading, segments: Sequence[int], **options: Any) -> Path:
    """Write every layer and head of some segments."""
    write_trace(path, reading, segments, LAYERS, HEADS, **options)
    return path


def test_npz_holds_what_the_reading_says(reading: Reading, tmp_path: Path) -> None:
    """Every array of every segment, layer and head is that of ``reading.step(s).terms(l, h)``, to the bit."""
    arrays = load(written(tmp_path / "a.npz", reading, range(len(reading))))

    for index in range(len(reading)):
        step = reading.step(index)
        for layer in LAYERS:
            for head in HEADS:
                terms = step.terms(layer, head)
                for name in (*CELLS, "mask", "distance"):
                    np.testing.assert_array_equal(arrays[f"s{index}/{name}"][layer, head], getattr(terms, name))
                share = arrays[f"s{index}/memory_share"][layer, head]
                np.testing.assert_array_equal(share, step.memory_share(layer, head))
        np.testing.assert_array_equal(arrays[f"s{index}/loss"], step.loss)
        assert arrays[f"s{index}/query_tokens"].tolist() == step.query_tokens
        assert arrays[f"s{index}/key_tokens"].tolist() == step.key_tokens


def test_npz_has_one_shape_for_what_layers_and_heads_differ_in(reading: Reading, tmp_path: Path) -> None:
    """Terms, score, attention, mask and distance are all (layer, head, T, K), and K grows as the memory fills."""
    arrays = load(written(tmp_path / "a.npz", reading, [0, 1, 3]))

    for index, memory in ((0, 0), (1, 5), (3, 12)):
        for name in (*CELLS, "mask", "distance"):
            assert arrays[f"s{index}/{name}"].shape == (2, 3, 5, memory + 5), name
    assert set(arrays) == {"meta"} | {
        f"s{index}/{name}"
        for index in (0, 1, 3)
        for name in (*CELLS, "mask", "distance", "memory_share", "loss", "query_tokens", "key_tokens")
    }


@pytest.mark.parametrize("suffix", tuple(FORMATS))
def test_a_fifth_term_is_written_where_there_is_one(suffix: str, tmp_path: Path) -> None:
    """Read with token types, XLNet's term (e) is among the arrays; read without, it is not."""
    model = models.model(scheme="xlnet", causal=False, query_stream=True)
    for types in (None, [0, 1] * 6):
        reading = models.reading(model, 12, 4, 4, token_types=types)
        content = written(tmp_path / f"a{suffix}", reading, [1]).read_bytes()
        assert (b"token_type" in content) == (types is not None)
        assert trace_bytes(reading, [1], LAYERS, HEADS, suffix) > len(content) / 2
    if suffix == ".npz":
        arrays, step = load(tmp_path / "a.npz"), reading.step(1)
        np.testing.assert_array_equal(arrays["s1/token_type"][1, 2], step.terms(1, 2).part("token_type"))
        assert arrays["s1/mask"].all()
        assert arrays["s1/distance"].min() == -3
        assert np.isnan(arrays["s1/loss"]).tolist() == [True, True, True, False]


def test_masked_cells_are_nan_and_their_attention_is_0(reading: Reading, tmp_path: Path) -> None:
    """Where the mask is False there is no score and no term; where it is True the terms add up to the score."""
    arrays = load(written(tmp_path / "a.npz", reading, [2]))
    mask, attention = arrays["s2/mask"], arrays["s2/attention"]

    for name in CELLS[:5]:
        np.testing.assert_array_equal(np.isnan(arrays[f"s2/{name}"]), ~mask)
    assert not attention[~mask].any()
    np.testing.assert_allclose(attention.sum(3), 1, rtol=1e-5)
    total = np.sum([arrays[f"s2/{name}"] for name in CELLS[:4]], axis=0)
    np.testing.assert_allclose(total[mask], arrays["s2/score"][mask], rtol=0, atol=1e-4)


def test_meta_says_where_the_numbers_come_from(reading: Reading, tmp_path: Path) -> None:
    """The settings that are needed to compute the numbers again are in the file, as JSON."""
    write_trace(tmp_path / "a.npz", reading, [1, 3], [1], [2, 0])
    meta = json.loads(str(load(tmp_path / "a.npz")["meta"]))

    assert meta == {
        "model": "tiny",
        "model_sha256": "",
        "scheme": "xl",
        "segment_length": 5,
        "memory_length": 12,
        "initial_memory": "empty",
        "segments": [1, 3],
        "segments_in_text": len(reading),
        "layers": [1],
        "heads": [2, 0],
        "version": relviz.__version__,
    }


def test_axes_follow_the_order_asked_for(reading: Reading, tmp_path: Path) -> None:
    """Heads 2 and 0 of layer 1 are written in that order."""
    write_trace(tmp_path / "a.npz", reading, [1], [1], [2, 0])
    score = load(tmp_path / "a.npz")["s1/score"]

    np.testing.assert_array_equal(score[0, 0], reading.step(1).terms(1, 2).score)
    np.testing.assert_array_equal(score[0, 1], reading.step(1).terms(1, 0).score)


def test_zero_vectors_of_the_start_are_keys_too(model: Model, tmp_path: Path) -> None:
    """A memory that starts with zero vectors has its full length in the first segment, under the label ∅."""
    reading = read(model, ENGLISH[:40], 4, 6, "zeros")
    arrays = load(written(tmp_path / "a.npz", reading, [0]))

    assert arrays["s0/score"].shape == (2, 3, 4, 10)
    assert arrays["s0/key_tokens"].tolist()[:6] == ["∅"] * 6


@pytest.mark.parametrize("suffix", tuple(FORMATS))
def test_the_same_numbers_are_the_same_bytes(
    suffix: str, reading: Reading, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file can be compared with another one, and does not depend on how much was held in memory to write it."""
    first = written(tmp_path / f"a{suffix}", reading, [0, 2]).read_bytes()
    monkeypatch.setattr(data, "HELD_BYTES", 1)

    assert written(tmp_path / f"b{suffix}", reading, [0, 2]).read_bytes() == first


def test_json_holds_the_arrays_of_npz(reading: Reading, tmp_path: Path) -> None:
    """Every array is there as lists, with null for NaN, and numbers read back as the same float32."""
    arrays = load(written(tmp_path / "a.npz", reading, [0, 3, len(reading) - 1]))
    values = json.loads(written(tmp_path / "a.json", reading, [0, 3, len(reading) - 1]).read_text(encoding="utf-8"))

    assert values.pop("meta") == json.loads(str(arrays.pop("meta")))
    assert set(values) == set(arrays)
    for name, array in arrays.items():
        np.testing.assert_array_equal(np.array(values[name], array.dtype), array)


@pytest.mark.slow
def test_csv_has_one_row_a_cell(reading: Reading, tmp_path: Path) -> None:
    """Rows name segment, layer, head, query and key, and hold the cell's numbers; masked ones are empty."""
    path = written(tmp_path / "a.csv", reading, [1, 2])
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))

    assert len(rows) == 2 * 3 * 5 * (10 + 15)
    for row in rows:
        step = reading.step(int(row["segment"]))
        terms = step.terms(int(row["layer"]), int(row["head"]))
        query, key = int(row["query"]), int(row["key"])
        assert (row["query_token"], row["key_token"]) == (step.query_tokens[query], step.key_tokens[key])
        assert (int(row["distance"]), bool(int(row["mask"]))) == (terms.distance[query, key], terms.mask[query, key])
        for name in CELLS:
            number = np.float32(row[name] or "nan")
            np.testing.assert_array_equal(number, getattr(terms, name)[query, key])


@pytest.mark.parametrize(("suffix", "tolerance"), [(".npz", 0.1), (".json", 0.4), (".csv", 0.4)])
def test_the_size_is_known_before(suffix: str, tolerance: float, model: Model, tmp_path: Path) -> None:
    """What is announced is near what is written: a tenth for .npz, less than half for text."""
    reading = read(model, ENGLISH, 16, 32)
    segments = range(min(4, len(reading)))
    size = written(tmp_path / f"a{suffix}", reading, segments).stat().st_size

    assert trace_bytes(reading, segments, LAYERS, HEADS, suffix) == pytest.approx(size, rel=tolerance)


def test_progress_goes_from_nothing_to_all(reading: Reading, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The share done rises to 1, however many passes a segment takes."""
    for suffix in tuple(FORMATS):
        for held in (2**20, 1):
            monkeypatch.setattr(data, "HELD_BYTES", held)
            shares: list[float] = []
            written(tmp_path / f"a{suffix}", reading, [0, 1], progress=shares.append)
            assert shares == sorted(shares)
            assert shares[-1] == 1


@pytest.mark.parametrize("suffix", tuple(FORMATS))
def test_a_request_taken_back_leaves_what_was_there(suffix: str, reading: Reading, tmp_path: Path) -> None:
    """Cancelling halfway leaves the file of before as it was, and nothing beside it."""
    path = tmp_path / f"a{suffix}"
    path.write_text("before", encoding="utf-8")
    shares: list[float] = []

    with pytest.raises(Cancelled):
        written(path, reading, [0, 1, 2], progress=shares.append, is_cancelled=lambda: len(shares) > 5)
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    assert path.read_text(encoding="utf-8") == "before"


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        (([99], [0], [0]), "no segment 99: the text has segments 0 to"),
        (([-1], [0], [0]), "no segment -1"),
        (([0], [2], [0]), "no layer 2: tiny has layers 0 to 1"),
        (([0], [0], [3]), "no head 3: tiny has heads 0 to 2"),
        (([], [0], [0]), "at least one segment"),
    ],
)
def test_what_there_is_not_is_said_before_a_file_is_made(
    choice: tuple[list[int], list[int], list[int]], message: str, reading: Reading, tmp_path: Path
) -> None:
    """A segment, layer or head that does not exist is named, with those that do, and no file appears."""
    with pytest.raises(SettingError, match=message):
        write_trace(tmp_path / "a.npz", reading, *choice)
    assert not list(tmp_path.iterdir())


def test_an_unknown_kind_of_file_is_refused(reading: Reading, tmp_path: Path) -> None:
    """The kinds of file there are stand in the message."""
    with pytest.raises(SettingError, match=r"\.npz, \.csv or \.json"):
        written(tmp_path / "a.xlsx", reading, [0])


def test_a_file_that_cannot_be_written_is_one_sentence(reading: Reading, tmp_path: Path) -> None:
    """Below a file there is no place for another one."""
    (tmp_path / "file").write_text("x", encoding="utf-8")

    with pytest.raises(OutputError, match=r"a\.npz cannot be written"):
        written(tmp_path / "file" / "a.npz", reading, [0])
    (tmp_path / "folder.npz").mkdir()
    with pytest.raises(OutputError, match=r"folder\.npz cannot be written"):
        written(tmp_path / "folder.npz", reading, [0])
    assert sorted(file.name for file in tmp_path.iterdir()) == ["file", "folder.npz"]
