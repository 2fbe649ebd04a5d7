"""Settings that travel in a picture."""

from __future__ import annotations

import contextlib
import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, PngImagePlugin

from relviz.app.engine.models import Options
from relviz.app.projects.picture import hash_of, is_picture, read_picture, settings_text
from relviz.app.projects.project import Pin, Project
from relviz.core.interventions import Interventions
from relviz.errors import ProjectError, RelvizError
from relviz.figure.views.term_view import TermView

PROJECT = Project(
    options=Options("en-small", 16, 32, "zeros", start=3),
    text="In the beginning. 起初。",
    source="/home/me/secret.txt",
    token=40,
    layer=2,
    head="mean",
    pin=Pin(41, 30, 41, 30),
    interventions=Interventions.of("segment", position=0.0),
    maps=TermView(scales="shared", attention="log", mass=0.9),
    page="memory",
    parts={"compare": {"text": "In the beginning.", "mode": "beside"}},
)


def _picture(path: Path, **texts: str) -> Path:
    info = PngImagePlugin.PngInfo()
    for key, text in texts.items():
        info.add_itxt(key.replace("__", "."), text)
    Image.new("RGB", (4, 4)).save(path, "PNG", pnginfo=info)
    return path


def test_settings_come_back_without_the_text(tmp_path: Path) -> None:
    """All but the text is there again, wherever a text might be kept; which text it was can be told by its hash."""
    told = settings_text(PROJECT, {"segment": 2}, text=False)
    assert "beginning" not in told
    assert "secret" not in told
    found = read_picture(_picture(tmp_path / "a.png", relviz=told))

    assert found.project == replace(PROJECT, text=None, source="", parts={"compare": {"mode": "beside"}})
    assert found.is_of("In the beginning. 起初。")
    assert not found.is_of("in the beginning")


def test_the_text_comes_back_if_it_was_asked_for(tmp_path: Path) -> None:
    """With the text, the picture brings back everything but where the text's file is."""
    found = read_picture(_picture(tmp_path / "a.png", relviz=settings_text(PROJECT, {}, text=True)))
    assert found.project == replace(PROJECT, source="")


def test_a_model_folder_is_told_by_way_of_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture that is passed on does not say whose home the model lies in, and finds it again all the same."""
    monkeypatch.setenv("HOME", str(tmp_path / "somebody"))
    folder = tmp_path / "somebody" / "models" / "tiny"
    project = replace(PROJECT, options=replace(PROJECT.options, model=str(folder)))
    told = settings_text(project, {}, text=False)
    assert "somebody" not in told
    assert read_picture(_picture(tmp_path / "a.png", relviz=told)).project.options.model == str(folder)


def test_what_the_command_line_drew_is_understood(tmp_path: Path) -> None:
    """A figure that tells only of itself gives model, lengths, segment, layer, head, interventions and view."""
    told = {
        "model": "en-small",
        "segment": 3,
        "layer": 1,
        "head": 2,
        "segment_length": 8,
        "tokens": 8,
        "memory": 16,
        "memory_length": 16,
        "view": {"attention": "log"},
        "interventions": {"since": "start", "gains": {"content": 0.5}},
    }
    project = read_picture(_picture(tmp_path / "a.png", relviz__settings=json.dumps(told), Title="terms")).project
    assert project.options == Options("en-small", 8, 16)
    assert (project.token, project.layer, project.head, project.page) == (24, 1, 2, "terms")
    assert project.maps == TermView(attention="log")
    assert project.interventions == Interventions.of("start", content=0.5)


def test_a_foreign_picture_says_what_it_is_not(tmp_path: Path) -> None:
    """A PNG of somebody else's has no settings of relviz, and the message says so and what to do."""
    with pytest.raises(ProjectError, match=r"a\.png has no settings of relviz: drop"):
        read_picture(_picture(tmp_path / "a.png", Title="holiday"))


@pytest.mark.parametrize(
    "told",
    ["", "{", "[]", "null", "7", "[" * 100_000, '{"format": "other"}', '{"format": "relviz project", "version": 99}'],
)
def test_damaged_settings_are_said(tmp_path: Path, told: str) -> None:
    """What is no settings, or of a newer version, is one sentence that names the file."""
    for keyword in ("relviz", "relviz__settings"):
        if keyword == "relviz__settings" and told.startswith("{"):
            continue  # a figure's own settings have no format, and all of them may be missing
        with pytest.raises(ProjectError, match=r"a\.png"):
            read_picture(_picture(tmp_path / "a.png", **{keyword: told}))


def test_no_settings_bring_it_down(tmp_path: Path) -> None:
    """Values of the wrong kind anywhere give a project or a sentence, and no other error."""
    dice = random.Random(3)
    values = [None, True, -1, 10**30, 1e308, "", "x", [], [None], {}, {"a": 1}, "mean", float("nan")]
    for _ in range(300):
        data = json.loads(settings_text(PROJECT, {}, text=False))
        for _ in range(dice.randint(1, 4)):
            inner = dice.choice([data, data.get("view"), data.get("interventions"), data.get("pin")])
            if isinstance(inner, dict) and inner:
                inner[dice.choice(sorted(inner))] = dice.choice(values)
        with contextlib.suppress(RelvizError):
            read_picture(_picture(tmp_path / "a.png", relviz=json.dumps(data)))


def test_pictures_are_known_by_how_they_begin(tmp_path: Path) -> None:
    """A PNG is one under any name, and a text is none."""
    _picture(tmp_path / "a.png").rename(tmp_path / "renamed")
    (tmp_path / "text.txt").write_text("a text")
    assert is_picture(tmp_path / "renamed")
    assert not is_picture(tmp_path / "text.txt")
    assert not is_picture(tmp_path)
    assert not is_picture(tmp_path / "nothing")


def test_hashes_are_of_the_utf_8(tmp_path: Path) -> None:
    """SHA-256 of "abc", as FIPS 180-4 has it."""
    assert hash_of("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_pictures_of_an_older_relviz_are_read() -> None:
    """Settings alone, with the hash of their text, and settings with the text; a comparison comes with both."""
    folder = Path(__file__).parents[2] / "fixtures" / "projects"
    alone, whole = read_picture(folder / "without_text.png"), read_picture(folder / "with_text.png")

    for picture, page in ((alone, "memory"), (whole, "terms")):
        project = picture.project
        assert project.options == Options(None, 8, 16, None, "cpu")
        assert (project.token, project.layer, project.head, project.page) == (8, 2, 3, page)
        assert project.interventions == Interventions.of("segment", position=0.0)
        assert project.gains_before == (("position", 1.0),)
        assert project.maps == TermView(attention="log", hidden=(5,))
        assert project.pin == Pin(10, 5, 10, 5)
        assert (picture.model, picture.model_sha256[:8]) == ("en-small", "303612b3")
    assert alone.project.text is None
    assert whole.project.text is not None
    assert alone.is_of(whole.project.text)
    assert not alone.is_of("another text")
    a = Project.from_dict(whole.project.parts["comparison"]["a"])
    assert (a.pin, a.interventions) == (whole.project.pin, whole.project.interventions)
