"""Fetching models with the hub's own client, from a stand-in of the hub on the loopback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import huggingface_hub
import numpy as np
import pytest
import torch

from relviz.checkpoints import load_model
from relviz.checkpoints.hub import cached_snapshot, get, needed, repository_of
from relviz.core.reading.reading import read
from relviz.errors import Cancelled, ModelError
from tests.fixtures import hub as stand_in
from tests.fixtures import xlnet_models

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from relviz.checkpoints.hub import Snapshot

REPO = "someone/xlnet-tiny"
SURPLUS = ("corpus.bin", "tf_model.h5", "rust_model.ot", "flax_model.msgpack", ".gitattributes", "vocab.pkl.sig")


@pytest.fixture
def model_files(tmp_path: Path) -> Path:
    """A repository of an XLNet with all that real ones have beside it."""
    folder = xlnet_models.folder(tmp_path / "repository")
    xlnet_models.folder(folder, kind="zip")  # weights twice, as repositories have them
    (folder / "README.md").write_text("# tiny\n")
    for name in SURPLUS:
        (folder / name).write_bytes(b"never to be fetched")
    return folder


@pytest.fixture
def hub(model_files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[stand_in.Hub]:
    """A hub with one repository, and the client set to it and to an empty cache, as HF_ENDPOINT and HF_HOME would."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with stand_in.hub() as running:
        running.repos[REPO] = model_files
        constants = "huggingface_hub.constants"
        monkeypatch.setattr(f"{constants}.ENDPOINT", running.url)
        monkeypatch.setattr(
            f"{constants}.HUGGINGFACE_CO_URL_TEMPLATE", running.url + "/{repo_id}/resolve/{revision}/{filename}"
        )
        monkeypatch.setattr(f"{constants}.HF_HUB_CACHE", str(tmp_path / "cache"))
        monkeypatch.setattr(f"{constants}.HF_HUB_OFFLINE", False)
        yield running
        huggingface_hub.close_session()


def test_a_fetched_model_gives_the_fixtures_numbers(hub: stand_in.Hub) -> None:
    """What was fetched loads by the repository's name and computes what the library computed."""
    snapshot = get(REPO)
    assert snapshot.commit == stand_in.COMMIT
    assert snapshot.path.name == stand_in.COMMIT
    assert snapshot.bytes == sum((snapshot.path / name).stat().st_size for name in snapshot.files)
    model = load_model(REPO)
    assert (model.name, model.card) == (REPO, "# tiny\n")
    theirs = xlnet_models.results("bi")
    trace = read(model, theirs["seg0.input_ids"][0].tolist(), 6, 8).step(0)
    np.testing.assert_allclose(trace.attention(1), theirs["seg0.layer1.attn"][0], rtol=0, atol=1e-5)


def test_only_what_is_needed_is_fetched(hub: stand_in.Hub) -> None:
    """Config, weights in one format and the card are asked for; no other file is, not even for its size."""
    snapshot = get(REPO)
    assert set(hub.fetched) == set(snapshot.files) == {"config.json", "model.safetensors", "README.md"}
    assert not [path for path in hub.asked for name in (*SURPLUS, "pytorch_model.bin") if path.endswith(name)]
    assert hub.fetched[-1] == "model.safetensors"


def test_a_second_time_nothing_is_sent(hub: stand_in.Hub) -> None:
    """What is in the cache is not fetched again, and progress still ends at 1."""
    first = get(REPO)
    hub.asked.clear()
    shares: list[float] = []
    assert get(REPO, progress=shares.append) == first
    assert hub.fetched == []
    assert shares[-1] == 1.0


def test_without_safetensors_the_pickle_is_fetched(hub: stand_in.Hub, model_files: Path) -> None:
    """A repository that has only ``pytorch_model.bin`` gives that, and it loads."""
    (model_files / "model.safetensors").unlink()
    assert "pytorch_model.bin" in get(REPO).files
    assert load_model(REPO).config.n_layer == 2


def test_progress_ascends_to_one(hub: stand_in.Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shares are told piece by piece and never fall."""
    monkeypatch.setattr("huggingface_hub.constants.DOWNLOAD_CHUNK_SIZE", 10_000)
    shares: list[float] = []
    get(REPO, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert len(set(shares)) > 10


def test_can_be_cancelled_between_pieces(hub: stand_in.Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cancelled amid the weights, nothing half-fetched stays, the model is not taken for there, and it can go on."""
    monkeypatch.setattr("huggingface_hub.constants.DOWNLOAD_CHUNK_SIZE", 10_000)
    shares: list[float] = []
    with pytest.raises(Cancelled):
        get(REPO, progress=shares.append, is_cancelled=lambda: bool(shares) and shares[-1] > 0.5)
    assert 0.5 < shares[-1] < 0.8
    assert not list((tmp_path / "cache").rglob("*.incomplete"))
    assert cached_snapshot(REPO) is None
    with pytest.raises(ModelError, match="There is no model someone/xlnet-tiny"):
        load_model(REPO)
    assert get(REPO).path == cached_snapshot(REPO)


def test_a_revision_is_pinned_to_its_commit(hub: stand_in.Hub) -> None:
    """A branch or a pull request stands for a commit, and files are fetched at that commit."""
    snapshot = get(REPO, "refs/pr/1")
    assert snapshot.commit == stand_in.COMMIT
    weights = [path for path in hub.asked if path.endswith("model.safetensors")]
    assert {path.split("/resolve/")[1].partition("/")[0] for path in weights} == {stand_in.COMMIT}
    assert cached_snapshot(REPO, "refs/pr/1") == snapshot.path
    assert cached_snapshot(REPO, stand_in.COMMIT) == snapshot.path
    assert cached_snapshot(REPO) is None  # the main branch was not asked for


def test_offline_mode_asks_nobody(hub: stand_in.Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Offline, what is in the cache is given, and what is not is a ModelError that names the switch."""
    fetched = get(REPO)
    hub.asked.clear()
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    assert get(REPO) == fetched
    with pytest.raises(ModelError, match="HF_HUB_OFFLINE"):
        get("someone/else")
    assert load_model(REPO).config.n_layer == 2
    assert hub.asked == []


def test_loading_asks_nobody(hub: stand_in.Hub) -> None:
    """A model that is not in the cache is not looked for on the hub."""
    with pytest.raises(ModelError, match="relviz models get"):
        load_model(REPO)
    assert hub.asked == []


@pytest.mark.parametrize(
    ("repo", "revision", "reason"),
    [
        ("someone/nothing", None, "There is no model someone/nothing on the hub, or it is private"),
        (REPO, "no-branch", f"{REPO} has no revision no-branch"),
        ("not a name", None, "'not a name' is no name of a hub repository"),
        ("a/b/c", None, "'a/b/c' is no name of a hub repository"),
        ("someone/gated", None, "someone/gated is open only to those who accept its terms"),
        ("someone/empty", None, "someone/empty has no config.json"),
        ("someone/tensorflow", None, "someone/tensorflow has neither model.safetensors nor pytorch_model.bin"),
    ],
)
def test_what_cannot_be_fetched_is_said_in_one_sentence(
    repo: str, revision: str | None, reason: str, hub: stand_in.Hub, tmp_path: Path
) -> None:
    """No such repository or revision, no model in it, not for everybody: a ModelError with what to do."""
    for name in ("empty", "tensorflow"):
        (tmp_path / name).mkdir()
        hub.repos[f"someone/{name}"] = tmp_path / name
    hub.gated.add("someone/gated")
    hub.repos["someone/gated"] = hub.repos[REPO]
    (tmp_path / "tensorflow" / "config.json").write_text("{}")
    (tmp_path / "tensorflow" / "tf_model.h5").write_bytes(b"x")
    with pytest.raises(ModelError) as caught:
        get(repo, revision)
    assert str(caught.value).startswith(reason)
    assert "\n" not in str(caught.value)
    assert "tf_model.h5" not in hub.fetched


def test_a_hub_that_is_down_is_named(hub: stand_in.Hub) -> None:
    """A server that fails is a ModelError with its address, also if the cache has the model."""
    get(REPO)
    hub.broken = True
    with pytest.raises(ModelError, match=rf"hub at {hub.url} cannot be reached"):
        get(REPO)


def test_no_connection_is_said_at_once(hub: stand_in.Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody listens, it is a ModelError with the address and the reason."""
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(ModelError, match=r"hub at http://127\.0\.0\.1:9 cannot be reached \(.*refused"):
        get(REPO)


@pytest.mark.slow
def test_the_environment_says_where_the_hub_and_the_cache_are(hub: stand_in.Hub, tmp_path: Path) -> None:
    """In a process of its own, HF_ENDPOINT and HF_HOME are what the client goes by, and then HF_HUB_OFFLINE."""
    code = (
        "import json, sys\nfrom relviz.checkpoints import hub\n"
        f"found = hub.get({REPO!r})\nprint(json.dumps([str(found.path), found.commit, found.files]))"
    )
    environment = {**os.environ, "HF_ENDPOINT": hub.url, "HF_HOME": str(tmp_path / "home"), "NO_PROXY": "127.0.0.1"}
    environment.pop("HF_HUB_CACHE", None)
    outputs = []
    for offline in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            env={**environment, "HF_HUB_OFFLINE": offline},
        )
        assert done.returncode == 0, done.stderr
        outputs.append(json.loads(done.stdout))
        hub.broken = True
    assert outputs[0] == outputs[1]
    assert outputs[0][0].startswith(str(tmp_path / "home"))
    assert outputs[0][1:] == [stand_in.COMMIT, ["config.json", "README.md", "model.safetensors"]]


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        (
            ["corpus.bin", "config.json", "vocab.pkl", "vocab.bin", "vocab.json", "tf_model.h5", "pytorch_model.bin"],
            ("config.json", "vocab.json", "pytorch_model.bin"),
        ),
        (
            ["spiece.model", "config.json", "tokenizer_config.json", "model.safetensors", "rust_model.ot", "README.md"],
            ("config.json", "spiece.model", "tokenizer_config.json", "README.md", "model.safetensors"),
        ),
        (["tokenizer.json", "spiece.model", "MODEL_CARD.md", "README.md"], ("tokenizer.json", "MODEL_CARD.md")),
        ([], ()),
    ],
)
def test_of_each_kind_one_file_is_needed(names: list[str], wanted: tuple[str, ...]) -> None:
    """The safest file of each kind is chosen, and nothing that relviz does not read."""
    assert needed(names) == wanted


def test_a_folder_of_the_cache_says_whose_it_is(hub: stand_in.Hub, tmp_path: Path) -> None:
    """The name of the repository is in the path of its snapshot, and in no other path."""
    snapshot: Snapshot = get(REPO)
    assert repository_of(snapshot.path) == REPO
    assert repository_of(tmp_path) is None
    assert torch.equal(load_model(snapshot.path).network.output_bias, xlnet_models.weights()["lm_loss.bias"])
