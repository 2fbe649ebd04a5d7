"""Documents: found, read and held out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from relviz.errors import TextError
from relviz.training.data.corpus import Document, HoldOut, collect, divide, read_hold_out


def test_folders_are_searched_for_text_files(corpus: Path) -> None:
    """All .txt files of a folder and its sub-folders are read, sorted by name, and nothing else."""
    (corpus / "more").mkdir()
    (corpus / "more" / "date.txt").write_text("Dates.", encoding="utf-8")
    (corpus / "notes.md").write_text("No text.", encoding="utf-8")
    assert [document.name for document in collect([corpus])] == ["ash", "birch", "cedar", "date", "elm"]


def test_a_file_named_twice_is_read_once(corpus: Path) -> None:
    """A file given by itself and through its folder is one document."""
    assert len(collect([corpus, corpus / "ash.txt"])) == 4


def test_empty_files_are_left_out(corpus: Path) -> None:
    """A file with nothing but white space is no document."""
    (corpus / "blank.txt").write_text(" \n", encoding="utf-8")
    assert "blank" not in [document.name for document in collect([corpus])]


def test_a_missing_path_is_named(tmp_path: Path) -> None:
    """A path that does not exist is an error that names it."""
    with pytest.raises(TextError, match=r"nowhere"):
        collect([tmp_path / "nowhere"])


def test_a_file_that_is_no_text_is_named(corpus: Path) -> None:
    """A file that is not UTF-8 is an error that names it."""
    (corpus / "picture.txt").write_bytes(b"\xff\xd8\xff")
    with pytest.raises(TextError, match=r"picture\.txt is no UTF-8"):
        collect([corpus])


def test_a_splits_file_names_documents_of_other_corpora_too(tmp_path: Path) -> None:
    """Of a splits file those stems count that are here; test documents are kept apart from those measured on."""
    splits = tmp_path / "splits.json"
    splits.write_text(json.dumps({"en": {"valid": ["elm"], "test": ["ash"]}, "zh": {"valid": ["luxun"]}}))
    assert read_hold_out(str(splits), ["ash", "birch", "elm"]) == HoldOut(frozenset({"elm"}), frozenset({"ash"}))


@pytest.mark.parametrize("content", ["elm\nash\n", '["elm", "ash"]'])
def test_a_list_of_stems_is_a_hold_out(tmp_path: Path, content: str) -> None:
    """One stem a line, or a JSON list, is a hold-out."""
    path = tmp_path / ("list.json" if content[0] == "[" else "list.txt")
    path.write_text(content)
    assert read_hold_out(str(path), ["ash", "birch", "elm"]).valid == {"elm", "ash"}


def test_stems_can_be_given_by_themselves() -> None:
    """Stems separated by commas are a hold-out."""
    assert read_hold_out("elm, ash", ["ash", "birch", "elm"]).valid == {"elm", "ash"}


def test_a_hold_out_that_names_nothing_here_is_an_error() -> None:
    """A hold-out with no document of the corpus is a mistake, and is reported with a stem that would do."""
    with pytest.raises(TextError, match="ash"):
        read_hold_out("oak", ["ash", "birch"])


def test_held_out_documents_are_not_learnt_from(corpus: Path) -> None:
    """Neither documents to measure on nor those kept for a test are among those to learn from."""
    divided = divide(collect([corpus]), HoldOut(frozenset({"elm"}), frozenset({"ash"})))
    assert [document.name for document in divided.training] == ["birch", "cedar"]
    assert [document.name for document in divided.validation] == ["elm"]
    assert divided.unused == ("ash",)


def test_without_a_hold_out_some_documents_are_drawn() -> None:
    """About 2% of the characters are held out, as whole documents, the same ones each time."""
    documents = [Document(f"d{number}", "x" * 100) for number in range(100)]
    divided = divide(documents)
    assert len(divided.validation) == 2
    assert not set(divided.validation) & set(divided.training)
    assert len(divided.training) == 98
    assert divide(documents) == divided


def test_of_a_single_document_the_end_is_held_out() -> None:
    """A single document is cut at a line end; the two parts make up the whole."""
    text = "A line of text.\n" * 100
    divided = divide([Document("book", text)])
    assert divided.training[0].text + divided.validation[0].text == text
    assert divided.training[0].text.endswith("\n")
    assert 0.04 < len(divided.validation[0].text) / len(text) < 0.07


def test_holding_out_everything_is_an_error() -> None:
    """Something has to be left to learn from."""
    with pytest.raises(TextError, match="none is left"):
        divide([Document("a", "x"), Document("b", "x")], HoldOut(frozenset({"a", "b"})))
