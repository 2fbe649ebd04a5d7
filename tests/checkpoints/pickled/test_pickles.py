"""Hostile pickles, in every place where a pickle can hide: refused by the name of what they ask for, and never run."""

from __future__ import annotations

import gzip
import json
import os
import pickle
import zipfile
from collections import Counter, OrderedDict
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from relviz.checkpoints import load_model
from relviz.checkpoints.pickled.pickles import COLLECTIONS, RestrictedUnpickler
from relviz.errors import ModelError
from tests.fixtures import hostile, layouts

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def sentinel(tmp_path: Path) -> Path:
    """A file that is there as soon as a payload was run."""
    return tmp_path / "it ran"


def _legacy_keys(pickled: bytes) -> bytes:
    return hostile.legacy(pickle.dumps({}, 2), keys=pickled)


def _legacy_system(pickled: bytes) -> bytes:
    return hostile.legacy(pickle.dumps({}, 2), system=pickled)


def _magic(pickled: bytes) -> bytes:
    return pickled + hostile.legacy(pickle.dumps({}, 2))


def _persistent_zip(pickled: bytes) -> bytes:
    return hostile.zipped(hostile.persistent(pickled))


def _persistent_legacy(pickled: bytes) -> bytes:
    return hostile.legacy(hostile.persistent(pickled))


XLNET = {"model_type": "xlnet", "vocab_size": 9, "d_model": 4, "n_layer": 1, "n_head": 2, "d_inner": 4}
CONTAINERS: dict[str, Callable[[bytes], bytes]] = {
    "zip": hostile.zipped,
    "legacy": hostile.legacy,
    "zip, by reference": _persistent_zip,
    "legacy, by reference": _persistent_legacy,
    "legacy, in its keys": _legacy_keys,
    "legacy, in its system": _legacy_system,
    "legacy, in its number": _magic,
}
FILES = ["pytorch_model.bin", "model.pt", "vocab.bin", "xlnet"]
PLACES = [*((name, file) for name in ("zip", "legacy") for file in FILES)]
PLACES += [(name, "vocab.pkl") for name in ("plain", "zip", "legacy")]
CASES = [
    *((payload, *place) for payload in hostile.payload_names() for place in PLACES),
    *((payload, name, file) for payload in ("system", "chain") for name in list(CONTAINERS)[2:] for file in FILES),
]


def plant(folder: Path, file: str, content: bytes) -> Path:
    """Put a file among others that are in order, and return what a user would open."""
    if file == "model.pt":
        (folder / file).write_bytes(content)
        return folder / file
    layouts.hugging_face(folder, "default")
    if file == "xlnet":
        (folder / "model.safetensors").unlink()
        (folder / "config.json").write_text(json.dumps(XLNET))
        file = "pytorch_model.bin"
    if file == "pytorch_model.bin":
        (folder / "model.safetensors").unlink(missing_ok=True)
    (folder / file).write_bytes(content)
    return folder


@pytest.mark.parametrize(("payload", "container", "file"), CASES)
def test_a_hostile_pickle_is_refused_by_name(
    payload: str, container: str, file: str, sentinel: Path, tmp_path: Path
) -> None:
    """Whatever it asks for, and wherever it is, the message names file and function, and nothing has run."""
    value, name = hostile.payloads(sentinel)[payload]
    pickled = hostile.dump(value)
    content = pickled if container == "plain" else CONTAINERS[container](pickled)
    opened = plant(tmp_path, file, content)
    with pytest.raises(ModelError) as caught:
        load_model(opened)
    message = str(caught.value)
    assert f"asks for {name}," in message
    assert (file if file != "xlnet" else "pytorch_model.bin") in message
    assert not sentinel.exists()


@pytest.mark.parametrize("protocol", range(6))
def test_every_protocol_is_refused_alike(protocol: int, sentinel: Path, tmp_path: Path) -> None:
    """A pickle of any protocol names what it asks for, and is not run."""
    pickled = hostile.dump(hostile.Call(os.system, f"touch '{sentinel}'"), protocol)
    with pytest.raises(ModelError, match=rf"vocab\.pkl asks for {os.system.__module__}\.system"):
        load_model(plant(tmp_path, "vocab.pkl", pickled))
    assert not sentinel.exists()


@pytest.mark.parametrize(
    ("pickled", "reason"),
    [
        (b"(S'true'\nios\nsystem\n.", r"asks for os\.system"),
        (b"\x80\x02cos\nsystem\n(S'true'\no.", r"asks for os\.system"),
        (b"\x80\x02cos\nsystem\nX\x04\x00\x00\x00true\x85\x81.", r"asks for os\.system"),
        (b"\x80\x02\x82\x01.", "an operation of pickle"),
        (b"Ppersistent\n.", "an operation of pickle"),
        (b"\x80\x02X\x02\x00\x00\x00osQ.", "outside itself"),
        (b"\x80\x04\x8c\x02os\x8c\x06system\x93.", r"asks for os\.system"),
        (
            b"\x80\x04\x8c\x0bcollections\x8c\x1dOrderedDict.__init__.__self__\x93.",
            "asks for collections.OrderedDict.",
        ),
        (b"\x80\x02ccollections\nabc\n.", r"asks for collections\.abc"),
        (b"\x80\x02ccollections\nOrderedDict\n}X\x04\x00\x00\x00keysK\x01sb.", "damaged"),
        (b"\x80\x02K\x01)R.", "cannot be called"),
        (b"\x80\x02K\x01)\x81.", "cannot be called"),
        (b"\x80\x02}(((ttK\x01u.", "damaged"),
        (b"\x80\x02(" + b"(" * 100_000 + b"t" * 100_000 + b"K\x01d.", "cannot be a key"),
        (b"\x80\x02r\xff\xff\xff\xff.", "damaged"),
        (b"\x80\x02Nr\xff\xff\xff\xff.", "no vocabulary"),
        (b"\x80\x04\x95\xff\xff\xff\xff\xff\xff\xff\x7f.", "damaged"),
        (b"\x80\x02\x8b\xff\xff\xff\x7f1.", "damaged"),
        (b"\x80\x04\x8e\xff\xff\xff\xff\xff\xff\xff\x7f1.", "damaged"),
        (b"\x80\x63.", "damaged"),
        (b"L" + b"9" * 10_000 + b"L\n.", "damaged"),
        (b"", "empty"),
        (b"\x80\x02", "damaged"),
        (b"hello, this is text", "damaged"),
    ],
    ids=range(24),
)
def test_odd_pickles_are_refused(pickled: bytes, reason: str, tmp_path: Path) -> None:
    """Rare operations, chains of attributes, keys too deep to hash, lengths that are not there: one sentence each."""
    with pytest.raises(ModelError, match=rf"vocab\.pkl .*{reason}"):
        load_model(plant(tmp_path, "vocab.pkl", pickled))


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
@pytest.mark.parametrize("file", ["pytorch_model.bin", "model.pt", "vocab.bin", "vocab.pkl"])
def test_compressed_archives_are_not_unpacked(method: int, file: str, sentinel: Path, tmp_path: Path) -> None:
    """torch.save never compresses; an archive that does is refused by the name of the entry."""
    pickled = hostile.dump(hostile.Call(os.system, f"touch '{sentinel}'"))
    with pytest.raises(ModelError, match=rf"{file} has the entry archive/data\.pkl compressed"):
        load_model(plant(tmp_path, file, hostile.zipped(pickled, compression=method)))
    assert not sentinel.exists()


def test_a_gzipped_pickle_is_no_vocabulary(sentinel: Path, tmp_path: Path) -> None:
    """A compressed pickle is not unpacked."""
    pickled = gzip.compress(hostile.dump(hostile.Call(os.system, f"touch '{sentinel}'")))
    with pytest.raises(ModelError, match=r"vocab\.pkl is damaged"):
        load_model(plant(tmp_path, "vocab.pkl", pickled))
    assert not sentinel.exists()


def test_pickles_in_other_entries_are_not_read(sentinel: Path, tmp_path: Path) -> None:
    """A pickle in an entry of the archive that nobody needs is left alone, and the model opens."""
    folder = layouts.hugging_face(tmp_path, "default", "zip")
    evil = hostile.dump(hostile.Call(os.system, f"touch '{sentinel}'"))
    with zipfile.ZipFile(folder / "pytorch_model.bin", "a") as archive:
        archive.writestr("pytorch_model/evil.pkl", evil)
    assert load_model(folder).config.n_layer == 2
    assert not sentinel.exists()


def test_a_program_of_torchscript_is_refused(tmp_path: Path) -> None:
    """An archive with a program in it is called what it is."""
    content = hostile.zipped(pickle.dumps({}, 2), {"constants.pkl": pickle.dumps((), 2)})
    with pytest.raises(ModelError, match="TorchScript"):
        load_model(plant(tmp_path, "model.pt", content))


def test_a_stub_of_a_torch_module_does_nothing(sentinel: Path, tmp_path: Path) -> None:
    """A class of torch.nn in a model.pt is a stand-in: even a dangerous name below it is not looked up."""
    pickled = b"\x80\x02ctorch.nn.modules.module\nos.system\n(X\x04\x00\x00\x00truetR."
    with pytest.raises(ModelError, match=r"torch\.nn\.modules\.module\.os\.system, but relviz opens"):
        load_model(plant(tmp_path, "model.pt", hostile.zipped(pickled)))


def test_what_a_vocabulary_needs_is_read() -> None:
    """Counters, ordered dicts and plain data come back as they were, in every protocol."""
    value: dict[str, Any] = {
        "counter": Counter(a=3, b=1),
        "sym2idx": OrderedDict([("a", 0), ("b", 1)]),
        "idx2sym": ["a", "b", "ü", "字"],
        "special": ("<eos>",),
        "more": [None, True, 1.5, 10**30, -7, b"bytes", {"x": {1: 2}}],
    }
    for protocol in range(6):
        stream = BytesIO(pickle.dumps(value, protocol))
        if protocol < 3:
            value["more"][5] = None  # bytes were pickled as a call of a codec then
            stream = BytesIO(pickle.dumps(value, protocol))
        found = RestrictedUnpickler(stream, Path("vocab.pkl"), COLLECTIONS).restore()
        assert found == value
        value["more"][5] = b"bytes"


def test_nothing_is_given_for_names_that_are_not_admitted() -> None:
    """The allow-list of a vocabulary has two names."""
    assert set(COLLECTIONS) == {("collections", "OrderedDict"), ("collections", "Counter")}
