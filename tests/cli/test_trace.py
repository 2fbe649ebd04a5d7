"""``relviz trace``: the numbers, as the command writes them."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import relviz as package

if TYPE_CHECKING:
    from tests.cli.conftest import Relviz

EVERYTHING = ["--segment", "all", "--layer", "all", "--head", "all"]


def test_npz_is_what_python_gives(text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path) -> None:
    """The file holds the numbers of ``relviz.read`` with the same lengths, and its size is said before its name."""
    out = tmp_path / "out.npz"
    lengths = ["--segment-length", "8", "--memory-length", "12"]
    outcome = relviz("trace", text_file, "-o", out, "--model", model_folder, *lengths, *EVERYTHING)
    reading = package.read(package.load_model(model_folder), text_file.read_text(encoding="utf-8"), 8, 12)

    announced, name = outcome.out.splitlines()
    assert (outcome.status, outcome.err, name) == (0, "", str(out))
    assert announced.startswith(f"{len(reading)} segments, 2 layers, 3 heads: ")
    with np.load(out, allow_pickle=False) as file:
        meta = json.loads(str(file["meta"]))
        for index in range(len(reading)):
            terms = reading.step(index).terms(1, 2)
            np.testing.assert_array_equal(file[f"s{index}/score"][1, 2], terms.score)
            np.testing.assert_array_equal(file[f"s{index}/attention"][1, 2], terms.attention)
    assert meta["model"] == "tiny"
    assert meta["model_sha256"] == reading.model.sha256
    assert (meta["segment_length"], meta["memory_length"]) == (8, 12)
    assert meta["layers"] == [0, 1]
    assert meta["heads"] == [0, 1, 2]


def test_another_scheme_is_that_of_python(text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path) -> None:
    """With --scheme the arrays are the parts of that scheme; one that the model has no weights for is one line."""
    out = tmp_path / "out.npz"
    words = ["trace", text_file, "-o", out, "--model", model_folder]
    assert relviz(*words, "--scheme", "count").status == 0
    text = text_file.read_text(encoding="utf-8")
    terms = package.read(package.load_model(model_folder), text, scheme="count").step(-1).terms(0, 0)
    with np.load(out, allow_pickle=False) as file:
        meta = json.loads(str(file["meta"]))
        parts = [name for name in file if name.endswith(("content", "position", "bias"))]
        assert sorted(name.partition("/")[2] for name in parts) == [
            "content",
            "content_position",
            "position_content",
            "position_position",
        ]
        last = parts[0].partition("/")[0]
        np.testing.assert_array_equal(file[f"{last}/position_content"][0, 0], terms.position_content)
    assert meta["scheme"] == "count"
    refused = relviz(*words, "--scheme", "shaw")
    assert refused.status == 1
    assert refused.line.startswith("tiny cannot be read with the scheme shaw")


def test_writes_layer_0_head_0_of_the_last_segment(
    text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path
) -> None:
    """What is not asked for is the last segment, layer 0 and head 0."""
    relviz("trace", text_file, "-o", tmp_path / "out.json", "--model", model_folder)
    values = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    meta = values["meta"]

    assert (meta["segments"], meta["layers"], meta["heads"]) == ([meta["segments_in_text"] - 1], [0], [0])
    assert np.array(values[f"s{meta['segments'][0]}/mask"]).shape[:2] == (1, 1)


def test_csv_has_a_row_a_cell(text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path) -> None:
    """The first segment has T x T cells in each layer and head."""
    out = tmp_path / "out.csv"
    relviz(
        "trace", text_file, "-o", out, "--model", model_folder, *["--segment", "0", "--layer", "all", "--head", "all"]
    )
    with out.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))

    assert len(rows) == 1 + 2 * 3 * 8 * 8
    assert len({len(row) for row in rows}) == 1


def test_a_very_large_file_wants_a_yes(model_folder: Path, relviz: Relviz, tmp_path: Path) -> None:
    """Beyond 4 GB nothing is computed; the line says how large it would be and what to do."""
    out = tmp_path / "out.npz"
    lengths = ["--segment-length", "512", "--memory-length", "4096"]
    outcome = relviz("trace", "-", "-o", out, "--model", model_folder, *lengths, *EVERYTHING, stdin=b"xy" * 20_000)

    assert outcome.status == 1
    assert " GB: add --yes" in outcome.line
    assert not list(tmp_path.iterdir())


def test_a_file_that_cannot_be_written_is_one_line(
    text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path
) -> None:
    """Below a file there is no place; nothing is left behind."""
    outcome = relviz("trace", text_file, "-o", text_file / "out.npz", "--model", model_folder)

    assert outcome.status == 1
    assert "cannot be written" in outcome.line
    assert [file.name for file in tmp_path.iterdir()] == ["text.txt"]


@pytest.mark.parametrize("since", ["start", "segment"])
def test_gains_are_those_of_the_library(
    text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path, since: str
) -> None:
    """``--gain`` switches a term off, from the start of the text or in each segment, and the file says so."""
    gains = ["--gain", "position=0", "--gain", "content=0.5", "--gain-from", since]
    lengths = ["--segment-length", "8", "--memory-length", "16"]
    out = tmp_path / "out.npz"
    words = ["--model", model_folder, *lengths, *gains, "--segment", "all", "--layer", "1"]
    outcome = relviz("trace", text_file, "-o", out, *words)

    assert outcome.status == 0
    with np.load(out, allow_pickle=False) as file:
        numbers = dict(file)
    off = package.Interventions.of(since, position=0, content=0.5)  # type: ignore[arg-type]
    text, model = text_file.read_text(encoding="utf-8"), package.load_model(model_folder)
    reading = package.read(model, text, segment_length=8, memory_length=16, interventions=off)
    for index in (0, 3):
        np.testing.assert_array_equal(numbers[f"s{index}/score"][0, 0], reading.step(index).terms(1, 0).score)
    assert json.loads(str(numbers["meta"]))["interventions"] == {
        "since": since,
        "gains": {"content": 0.5, "position": 0},
    }


def test_gains_that_cannot_be_are_refused(text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path) -> None:
    """A word that is no gain is wrong usage; a part the model lacks, or a gain out of range, fails in a line."""
    words = ["trace", text_file, "-o", tmp_path / "out.npz", "--model", model_folder, "--gain"]
    assert relviz(*words, "position").status == 2
    lacking = relviz(*words, "token_type=0")
    assert (lacking.status, "has no part token_type: it has content, position" in lacking.line) == (1, True)
    beyond = relviz(*words, "position=3")
    assert (beyond.status, "must lie between 0 and 2" in beyond.line) == (1, True)
