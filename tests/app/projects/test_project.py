"""Projects as dictionaries and as files."""

from __future__ import annotations

import json
from dataclasses import fields
from operator import attrgetter
from pathlib import Path

import pytest

from relviz.app.engine.models import Options
from relviz.app.projects.project import Pin, Project, Shown
from relviz.core.interventions import Interventions
from relviz.errors import OutputError, ProjectError
from relviz.figure.spec import Scale
from relviz.figure.views.term_view import TermView

OLD_PROJECTS = Path(__file__).parents[2] / "fixtures" / "projects"
OLD = sorted(OLD_PROJECTS.glob("*.relviz"))
"""What relviz 0.1.0 wrote."""
EVERYTHING = Project(
    options=Options("zh-small", 7, 0, "zeros", "cpu", "alibi", 5),
    text="“Ünï”\tcode 文\nand half a pair \ud800",
    source="/home/me/文.txt",
    token=11,
    layer=3,
    head="mean",
    pin=Pin(12, -1, 13, 4),
    interventions=Interventions.of("segment", position=0.1, content=0),
    since="segment",
    gains_before=(("content", 1.37),),
    maps=TermView("locked", "softmax", "log", 0.9, (-1, 3, 8)),
    kept_scales=(
        ("content", Scale(-0.1, 0.1 + 0.2, "signed")),
        ("position", Scale(-1.0, 1.0, "signed", zero=True)),
        ("score", Scale(1e-4, 0.7, "share", True, 0.5, True)),
    ),
    distance=-3,
    shown=Shown(True, "gain", True, 1500),
    page="memory",
    parts={"zoom": {"row": 1.5}},
)
"""No value is that of another field, nor the usual one."""


def test_the_example_leaves_nothing_out() -> None:
    """Every field of the project that the other tests use differs from what a project says by itself."""
    usual = Project()
    holders = (attrgetter(name) for name in ("options", "maps", "shown"))
    for holder, other in ((EVERYTHING, usual), *((of(EVERYTHING), of(usual)) for of in holders)):
        for field in fields(holder):
            assert getattr(holder, field.name) != getattr(other, field.name) or field.name == "since"


def test_a_file_brings_everything_back(tmp_path: Path) -> None:
    """What is read from the file is what was written, floats to the bit and half a surrogate pair too."""
    path = EVERYTHING.write(tmp_path / "all.relviz")

    assert Project.read(path) == EVERYTHING
    assert json.loads(path.read_bytes())["text"] == EVERYTHING.text  # for other programs, too
    assert "文" in path.read_text(encoding="utf-8")  # and for people


def test_without_the_text_nothing_tells_of_it() -> None:
    """Settings alone say neither what the text is nor where it is from."""
    told = json.dumps(EVERYTHING.to_dict(text=False), ensure_ascii=False)

    assert "Ünï" not in told
    assert "/home/me" not in told
    assert Project.from_dict(json.loads(told)).maps == EVERYTHING.maps


def test_what_is_missing_is_usual_and_what_is_unknown_is_left_out() -> None:
    """A project of an older relviz, or with values that only a newer one knows, can be read."""
    project = Project.from_dict({"format": "relviz project", "version": 1, "text": "a", "sound": {"volume": 11}})

    assert project == Project(text="a")


def test_a_newer_version_is_refused_in_words() -> None:
    """The sentence says which relviz can read it."""
    data = EVERYTHING.to_dict() | {"version": 2, "relviz": "7.1"}

    with pytest.raises(ProjectError, match=r"version 2 .* reads up to 1: open it with relviz 7\.1\."):
        Project.from_dict(data)


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (("layer",), -1, r"layer must be a whole number from 0, not -1"),
        (("layer",), 10**400, r"layer must be a whole number from 0"),
        (("view", "mass"), 10**400, r"view\.mass must be a number"),
        (("layer",), True, r"layer must be a whole number from 0, not True"),
        (("head",), "median", r"head must be a whole number from 0, not 'median'"),
        (("text",), 3, r"text must be a string, not 3"),
        (("segment_length",), "long", r"segment_length must be a whole number from 0"),
        (("initial_memory",), "full", r"initial_memory must be one of None, empty, zeros"),
        (("pin",), [1, 2], r"pin must be an object"),
        (("pin", "query"), 1.5, r"pin\.query must be a whole number from 0"),
        (("interventions", "gains"), {"content": "much"}, r"interventions\.gains\.content must be a number"),
        (("interventions", "gains"), {"content": float("nan")}, r"gains\.content must be a number, not nan"),
        (("view", "scales"), "mine", r"view\.scales must be one of own, shared, locked, not 'mine'"),
        (("view", "hidden"), [1, "2"], r"view\.hidden must be a list of whole numbers"),
        (("view", "kept_scales"), {"score": {"low": 2, "high": 1}}, r"view\.kept_scales\.score is no scale"),
        (("parts",), {"zoom": 4}, r"parts\.zoom must be an object"),
    ],
)
def test_damage_is_named(place: tuple[str, ...], value: object, words: str) -> None:
    """A value of another kind is refused, and the sentence says which."""
    data = json.loads(json.dumps(EVERYTHING.to_dict()))
    holder = data
    for name in place[:-1]:
        holder = holder[name]
    holder[place[-1]] = value

    with pytest.raises(ProjectError, match=words):
        Project.from_dict(data)


@pytest.mark.parametrize(
    "data", [b"", b"Once upon a time", b"\xff\xfe", b"[]", b"{}", b'{"version": 1}', b"[" * 100_000]
)
def test_other_files_are_refused(tmp_path: Path, data: bytes) -> None:
    """What is no project is refused, whatever it is."""
    (tmp_path / "odd.relviz").write_bytes(data)

    with pytest.raises(ProjectError, match=r"no project|damaged"):
        Project.read(tmp_path / "odd.relviz")


def test_a_missing_file_is_said_to_be_missing(tmp_path: Path) -> None:
    """The sentence names the file."""
    with pytest.raises(ProjectError, match=r"There is no file .*gone\.relviz"):
        Project.read(tmp_path / "gone.relviz")


def test_a_failed_write_leaves_what_was_there(tmp_path: Path) -> None:
    """Into a folder that is none, nothing is written, and the sentence says why."""
    with pytest.raises(OutputError, match=r"there is no folder"):
        EVERYTHING.write(tmp_path / "nowhere" / "a.relviz")
    assert list(tmp_path.iterdir()) == []


def test_a_model_folder_is_named_so_that_it_is_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder given as a relative path is written as a whole one; names of models stay names."""
    from relviz.app.session.session import Session

    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()

    assert Session(Options("mine"), "text").project("terms").options.model == str(tmp_path / "mine")
    assert Session(Options("en-small"), "text").project("terms").options.model == "en-small"


@pytest.mark.parametrize("path", OLD, ids=attrgetter("stem"))
def test_what_an_older_relviz_wrote_is_read_and_written_again_key_for_key(path: Path) -> None:
    """Nothing is lost of a file, and nothing is added."""
    project = Project.read(path)
    again = json.loads(json.dumps(project.to_dict() | {"relviz": "0.1.0"}))

    assert again == json.loads(path.read_text(encoding="utf-8"))


def test_the_values_of_an_older_project_are_where_they_belong() -> None:
    """Read into the fields that say what they are, not only kept."""
    project = Project.read(OLD_PROJECTS / "holmes.relviz")

    assert project.options == Options(None, 12, 24, None, "cpu", None, 9)
    assert (project.token, project.layer, project.head) == (53, 2, 3)
    assert project.pin == Pin(53, 53, 53, 53)
    assert project.interventions == Interventions((("content", 0.0), ("position", 0.5)), "start")
    assert (project.since, project.gains_before) == ("start", (("content", 1.37),))
    assert project.maps == TermView("locked", "raw", "log", 0.8, (27, 28, 29, 30, 31))
    assert dict(project.kept_scales)["content"] == Scale(-1.0, 1.0, "signed", zero=True)
    assert project.page == "encoding"
    assert set(project.parts) == {"marking", "profiles", "zoom", "heads"}
    chinese = Project.read(OLD_PROJECTS / "chinese.relviz")
    assert chinese.text is not None
    assert chinese.text.startswith("青青園中葵")
    assert (chinese.options.model, chinese.options.initial_memory, chinese.head) == ("zh-small", "zeros", "mean")
