"""Files of torch.save: read as they are, and damaged in every way."""

from __future__ import annotations

import json
import pickle
import random
import subprocess
import sys
import zipfile
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import pytest
import torch

from relviz.checkpoints import load_model
from relviz.checkpoints.pickled.torch_files import open_torch_file, state_of
from relviz.errors import ModelError
from tests.fixtures import hostile, layouts

if TYPE_CHECKING:
    from pathlib import Path

FORMS: list[Any] = ["zip", "legacy"]


@pytest.mark.parametrize("form", FORMS)
def test_tensors_come_back_as_they_were_saved(form: str, tmp_path: Path) -> None:
    """Every kind of number, views, transposed and empty tensors and scalars are read as torch itself reads them."""
    whole = torch.arange(60, dtype=torch.float32).reshape(5, 12)
    saved = {
        **{str(kind): torch.tensor([[1, 0], [3, 4]]).to(kind) for kind in (torch.int64, torch.int8, torch.bool)},
        **{str(kind): torch.randn(3, 4).to(kind) for kind in (torch.float16, torch.bfloat16, torch.float64)},
        "part": whole[1:3, 4:],
        "turned": whole.T,
        "empty": torch.empty(0, 3),
        "scalar": torch.tensor(2.5),
        "parameter": torch.nn.Parameter(torch.ones(2)),
    }
    torch.save(saved, tmp_path / "t.bin", _use_new_zipfile_serialization=form == "zip")
    file = open_torch_file(tmp_path / "t.bin")
    found = state_of(file.root, tmp_path / "t.bin")
    assert list(found) == list(saved)
    for name, tensor in saved.items():
        file.check(name, found[name])
        read = file.tensor(name, found[name])
        assert read.dtype == tensor.dtype
        assert torch.equal(read, tensor)
    shared = [file.tensor(name, found[name]) for name in ("part", "turned")]
    assert shared[0].untyped_storage().data_ptr() == shared[1].untyped_storage().data_ptr()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["model.safetensors", "config.json", "vocab.json", "vocab.bin", "vocab.pkl"])
def test_damage_to_any_other_file_is_one_sentence(name: str, tmp_path: Path) -> None:
    """Flipped bits and missing ends in the files beside and around the weights do nothing else either."""
    folder = layouts.hugging_face(tmp_path, "default")
    if name.startswith("vocab"):
        words = [f"word{n}" for n in range(100)]
        saved = {"idx2sym": words, "sym2idx": OrderedDict((w, n) for n, w in enumerate(words)), "lower_case": True}
        write: dict[str, Any] = {
            "vocab.json": lambda path: path.write_text(json.dumps(saved["sym2idx"])),
            "vocab.bin": lambda path: torch.save(saved, path, _use_new_zipfile_serialization=False),
            "vocab.pkl": lambda path: path.write_bytes(pickle.dumps(saved)),
        }
        write[name](folder / name)
    content, drawn, refused = (folder / name).read_bytes(), random.Random(1), 0
    for turn in range(100):
        damaged = bytearray(content)
        if turn % 5 == 0:
            del damaged[drawn.randrange(len(damaged)) :]
        else:
            damaged[drawn.randrange(min(len(damaged), 3000))] ^= 1 << drawn.randrange(8)
        (folder / name).write_bytes(damaged)
        message = refusal(folder)
        if message is not None:
            refused += 1
            assert name in message or name == "config.json"  # a changed number may not fit the weights
            assert "\n" not in message
    assert refused >= 20


def refusal(path: Path) -> str | None:
    """Return why a model cannot be opened, None if it can."""
    try:
        load_model(path)
    except ModelError as error:
        return str(error)
    return None


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["pytorch_model.bin", "model.pt"])
def test_any_flipped_or_missing_byte_is_one_sentence(name: str, form: Any, tmp_path: Path) -> None:
    """A file with a flipped bit, or cut short anywhere, opens or is refused by its name; nothing else happens."""
    if name == "model.pt":
        opened = path = layouts.authors(tmp_path / name, "tied_uv", form)
    else:
        opened = layouts.hugging_face(tmp_path, "tied_uv", form)
        path = opened / name
    content = path.read_bytes()
    drawn = random.Random(0)
    refused = 0
    for turn in range(60):
        damaged = bytearray(content)
        if turn % 5 == 0:
            del damaged[drawn.randrange(len(damaged)) :]
        else:  # mostly where the structure is
            place = drawn.choice([drawn.randrange(len(damaged)), drawn.randrange(3000), -drawn.randrange(1, 3000)])
            damaged[place] ^= 1 << drawn.randrange(8)
        path.write_bytes(damaged)
        message = refusal(opened)
        if message is not None:
            refused += 1
            assert name in message
            assert "\n" not in message
    assert refused >= (12 if form == "legacy" else 40)


@pytest.mark.parametrize("name", ["model.pt", "pytorch_model.bin"])
def test_a_file_without_checksums_opens(name: str, tmp_path: Path) -> None:
    """What torch.save was told to write without them is read as it is."""
    torch.serialization.set_crc32_options(False)
    try:
        written = layouts.authors if name == "model.pt" else layouts.hugging_face
        path = written(tmp_path / name, "tied_uv", "zip")
    finally:
        torch.serialization.set_crc32_options(True)
    assert load_model(path).config.n_layer == 2


def test_a_flipped_bit_in_the_numbers_is_found_by_its_checksum(tmp_path: Path) -> None:
    """In the zip format the tensor that was damaged is named."""
    for name, opened in (
        ("model.pt", layouts.authors(tmp_path / "model.pt", "tied_uv", "zip")),
        ("pytorch_model.bin", layouts.hugging_face(tmp_path / "folder", "tied_uv", "zip")),
    ):
        path = opened / name if opened.is_dir() else opened
        with zipfile.ZipFile(path) as archive:
            entry = max(archive.infolist(), key=lambda entry: entry.file_size)
        content = bytearray(path.read_bytes())
        content[entry.header_offset + 30 + 200] ^= 1
        path.write_bytes(content)
        with pytest.raises(ModelError, match=rf"{name} is damaged: \S+ does not fit its checksum"):
            load_model(opened)


def _legacy_storage(count: int, declared: int | None = None, numbers: int = 0) -> bytes:
    tail = (count if declared is None else declared).to_bytes(8, "little", signed=True) + bytes(4 * numbers)
    return hostile.legacy(
        hostile.stored("FloatStorage", count, (4,), view=b"N"), keys=pickle.dumps(["0"], 2), tail=tail
    )


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (
            hostile.zipped(hostile.stored("FloatStorage", 2**42, (4,)), {"data/0": bytes(16)}),
            "bytes for the storage 0",
        ),
        (hostile.zipped(hostile.stored("FloatStorage", 4, (2**42,)), {"data/0": bytes(16)}), "a tensor of shape"),
        (
            hostile.zipped(hostile.stored("FloatStorage", 4, (2**42,), stride=(0,)), {"data/0": bytes(16)}),
            "a tensor of shape",
        ),
        (
            hostile.zipped(hostile.stored("FloatStorage", 4, (2, 2), stride=(9, 1)), {"data/0": bytes(16)}),
            "a tensor of",
        ),
        (hostile.zipped(hostile.stored("FloatStorage", 4, (-4,)), {"data/0": bytes(16)}), "damaged"),
        (hostile.zipped(hostile.stored("FloatStorage", 4, (4,)), {"data/0": bytes(12)}), "but has 12"),
        (hostile.zipped(hostile.stored("FloatStorage", 4, (4,))), "but has none"),
        (hostile.zipped(hostile.stored("FloatStorage", 4, (4,), "../../etc/passwd")), "but has none"),
        (hostile.zipped(hostile.stored("QInt8Storage", 4, (4,))), "asks for torch.QInt8Storage"),
        (hostile.zipped(hostile.stored("FloatStorage", -4, (4,)), {"data/0": bytes(16)}), "damaged"),
        (_legacy_storage(2**42), "bytes for the storage 0"),
        (_legacy_storage(4, declared=2**42, numbers=4), "does not have the length"),
        (_legacy_storage(4, numbers=3), "cut short within the storage 0"),
        (_legacy_storage(4), "cut short within the storage 0"),
        (hostile.legacy(hostile.stored("FloatStorage", 4, (4,), view=b"N")), "list of its storages"),
        (hostile.zipped(pickle.dumps({"weight": 1}, 2)), "no tensor at weight"),
        (hostile.zipped(pickle.dumps([1], 2)), "no tensors by name"),
        (hostile.zipped(pickle.dumps({}, 2), {"byteorder": b"big"}), "other byte order"),
        (hostile.legacy(pickle.dumps({}, 2), system=pickle.dumps({"little_endian": False}, 2)), "other byte order"),
        (b"PK\x03\x04 and no more", "damaged or cut short"),
        (b"\x80\x02K\x07.", "no file that torch.save wrote"),
        (b"\x89HDF\r\n\x1a\n" + bytes(99), "no file that torch.save wrote"),
        (b"ustar tar file", "no file that torch.save wrote"),
        (b"", "empty"),
    ],
    ids=range(24),
)
def test_what_is_declared_must_be_there(content: bytes, reason: str, tmp_path: Path) -> None:
    """Terabytes that a header claims, storages that are not there and shapes that do not fit: refused by a sentence."""
    folder = layouts.hugging_face(tmp_path, "default")
    (folder / "model.safetensors").unlink()
    (folder / "pytorch_model.bin").write_bytes(content)
    with pytest.raises(ModelError, match=rf"pytorch_model\.bin.*{reason}"):
        load_model(folder)


@pytest.mark.slow
def test_a_bomb_takes_no_memory(tmp_path: Path) -> None:
    """A compressed entry of 256 MB, a storage of terabytes and a huge index are refused, and memory stays as it was."""
    with (
        zipfile.ZipFile(tmp_path / "bomb.pt", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open("archive/data.pkl", "w", force_zip64=True) as entry,
    ):
        for _ in range(16):
            entry.write(bytes(2**24))
    (tmp_path / "claim.pt").write_bytes(_legacy_storage(2**40))
    (tmp_path / "index.pt").write_bytes(hostile.zipped(b"\x80\x02Nr\xff\xff\xff\x7f."))
    script = (
        "import resource, sys\nfrom pathlib import Path\n"
        "from relviz.checkpoints.pickled.torch_files import open_torch_file\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "for name in sys.argv[1:]:\n"
        "    try:\n        open_torch_file(Path(name)).root\n    except Exception as error:\n        print(error)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    names = [str(tmp_path / name) for name in ("bomb.pt", "claim.pt", "index.pt")]
    out = subprocess.run([sys.executable, "-c", script, *names], capture_output=True, check=True, text=True)
    *refusals, taken = out.stdout.splitlines()
    assert "bomb.pt has the entry archive/data.pkl compressed" in refusals[0]
    assert "claim.pt is damaged: it declares" in refusals[1]
    assert int(taken) * (1 if sys.platform == "darwin" else 1024) < 2**25


def test_modules_within_each_other_end(tmp_path: Path) -> None:
    """A module that holds itself is walked through once."""
    with pytest.MonkeyPatch.context() as patch:
        module = torch.nn.Linear(2, 2)
        patch.setitem(module._modules, "self", module)
        torch.save(module, tmp_path / "m.pt")
    file = open_torch_file(tmp_path / "m.pt", ["torch.nn.modules"])
    assert sorted(state_of(file.root, tmp_path)) == ["bias", "weight"]
