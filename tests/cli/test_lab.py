"""``relviz lab``: train, measure, and one table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from relviz.core.lab.results import read_results, write_results
from relviz.core.lab.table import BEGIN, END
from tests.core.lab.results import result

if TYPE_CHECKING:
    from tests.cli.conftest import Relviz


@pytest.mark.slow
def test_train_writes_a_model_and_says_so(relviz: Relviz, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One scheme of one seed, trained for two steps, is a folder, and one line says what it loses."""
    from relviz.training import lab
    from tests.fixtures.texts import ENGLISH

    config = lab.lab_config
    # a processor may have no bf16, and take ten times as long
    monkeypatch.setattr(lab, "lab_config", lambda *given: replace(config(*given), precision="fp32"))
    text = tmp_path / "plays.txt"
    text.write_text(ENGLISH * (24_000 // len(ENGLISH) + 1), encoding="utf-8")
    words = ["lab", "train", text, "-o", tmp_path / "lab", "--only", "alibi", "--seeds", "1", "--steps", "2"]
    done = relviz(*words)

    assert done.status == 0
    assert done.out.startswith("lab-alibi  2 steps in ")
    assert (tmp_path / "lab" / "lab-alibi" / "model.safetensors").is_file()


def test_an_unknown_scheme_is_one_line(relviz: Relviz, tmp_path: Path) -> None:
    """A scheme that there is not is named in one line, and nothing is written."""
    done = relviz("lab", "train", tmp_path / "text.txt", "-o", tmp_path / "lab", "--only", "x1")
    assert (done.status, "no scheme x1" in done.line) == (1, True)
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_table_measures_and_remembers(relviz: Relviz, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is in the folder is measured, what was measured before is kept, and the table is printed and written."""
    from relviz.checkpoints import save_model
    from relviz.core.config import ModelConfig
    from relviz.core.lab import passage
    from relviz.core.model.transformer import TransformerXL
    from relviz.training.data.vocabulary import train_tokenizer

    text = passage.lab_passage()
    monkeypatch.setattr(passage, "lab_passage", lambda: text[:2100])
    config = ModelConfig(256, 1, 1, 8, 8, 8, scheme="count", trained_segment_length=64, trained_memory_length=64)
    tokenizer = train_tokenizer([text[:2100]], 256).to_str()
    save_model(tmp_path / "models" / "lab-count", TransformerXL(config), tokenizer)
    results, readme = tmp_path / "results.json", tmp_path / "README.md"
    write_results([result("xl", 2)], results)
    readme.write_text(f"# Mine\n{BEGIN}\n{END}\nand more\n", encoding="utf-8")

    done = relviz("lab", "table", "--models", tmp_path / "models", "--results", results, "--write", readme)

    assert done.status == 0
    assert [(one.scheme, one.seed) for one in read_results(results)] == [("count", 0), ("xl", 2)]
    written = readme.read_text(encoding="utf-8")
    assert written == f"# Mine\n{BEGIN}\n\n{done.out.rstrip()}\n\n{END}\nand more\n"
    assert "| `count` | 1 | " in written
    again = relviz("lab", "table", "--measured", "--results", results)
    assert again.out == done.out


def test_a_file_without_marks_is_refused_at_once(relviz: Relviz, tmp_path: Path) -> None:
    """Where the table has no place, that is said before anything is measured."""
    (tmp_path / "README.md").write_text("# Mine\n", encoding="utf-8")
    done = relviz("lab", "table", "--models", tmp_path, "--write", tmp_path / "README.md")
    assert (done.status, "no one place" in done.line) == (1, True)


def test_a_folder_without_models_is_an_error(relviz: Relviz, tmp_path: Path) -> None:
    """Where there is no model of the lab, the message says how to make them."""
    done = relviz("lab", "table", "--models", tmp_path, "--results", tmp_path / "results.json")
    assert (done.status, "relviz lab train" in done.line) == (1, True)
