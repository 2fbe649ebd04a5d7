"""What all tests share: a screen that is not there, small models, and a look at what Qt tests leave behind."""

from __future__ import annotations

import builtins
import os
from pathlib import Path
from typing import TYPE_CHECKING

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["QT_SCALE_FACTOR"] = "1"
os.environ["QT_API"] = "pyside6"
os.environ.setdefault("OMP_NUM_THREADS", "1")  # the models here are so small that threads wait more than they work

import pytest

from relviz.resources import resource

if TYPE_CHECKING:
    from collections.abc import Iterator

    from relviz.core.model.model import Model
    from relviz.core.text.tokens import Tokenizer
    from tests.fixtures.bundle import Bundle
    from tests.fixtures.hub import Hub

TESTS = Path(__file__).parent
BUNDLED_TOKENIZERS = sorted(resource("models").glob("*/tokenizer.json"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for a ``device`` on every device that is here."""
    if "device" in metafunc.fixturenames:
        from relviz.core.device import available_devices

        metafunc.parametrize("device", available_devices())


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Share out the whole of the tests; a part, in this process: each other one takes seconds until it can begin."""
    places = {(config.invocation_params.dir / place).resolve() for place in config.args}
    return None if places & {TESTS, TESTS.parent} else 0


@pytest.fixture(autouse=True)
def _imports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Opening a window gives imports back to Python (``relviz.app.display``); a test's process takes that back."""
    monkeypatch.setattr(builtins, "__import__", builtins.__import__)


@pytest.fixture(scope="session")
def tokenizer_json() -> str:
    """A byte-level BPE of 600 tokens, made as the trainer makes its own, as the text of a ``tokenizer.json``."""
    from tests.fixtures.texts import train_tokenizer

    return train_tokenizer(600)


@pytest.fixture(scope="session")
def tokenizer(tokenizer_json: str) -> Tokenizer:
    """A small byte-level BPE."""
    import tokenizers

    from relviz.core.text.tokens import Tokenizer

    return Tokenizer(tokenizers.Tokenizer.from_str(tokenizer_json))


@pytest.fixture(params=[None, *BUNDLED_TOKENIZERS], ids=["small", *(path.parent.name for path in BUNDLED_TOKENIZERS)])
def each_tokenizer(request: pytest.FixtureRequest, tokenizer: Tokenizer) -> Tokenizer:
    """The small byte-level BPE, and that of every bundled model."""
    from relviz.core.text.tokens import Tokenizer

    path: Path | None = request.param
    return tokenizer if path is None else Tokenizer.from_file(path)


@pytest.fixture(scope="session")
def model(tokenizer: Tokenizer) -> Model:
    """A small model with random weights and a tokenizer."""
    from tests.fixtures import models

    return models.model(tokenizer=tokenizer, vocab_size=tokenizer.vocab_size)


@pytest.fixture(scope="session")
def model_folder(model: Model, tokenizer_json: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small model, saved; not to be written to."""
    from relviz.checkpoints import save_model

    folder = tmp_path_factory.mktemp("models") / "tiny"
    save_model(folder, model.network, tokenizer_json, "# tiny\n")
    return folder


@pytest.fixture
def two_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bundle:
    """Let two models come with relviz: en-small, and a tiny one that has learnt Chinese words."""
    from tests.fixtures.bundle import bundle

    made = bundle(tmp_path / "bundle")
    for module in (
        "app.engine.models",
        "checkpoints.native",
        "checkpoints.load",
        "cli.models",
    ):
        monkeypatch.setattr(f"relviz.{module}.resource", made.resource)
    return made


@pytest.fixture(scope="session")
def lab_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small model for every scheme of the lab; not to be written to."""
    from tests.fixtures.lab import write_lab

    return write_lab(tmp_path_factory.mktemp("lab"))


@pytest.fixture
def lab(lab_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small models, where relviz looks for those of the lab."""
    from relviz.app.engine import lab as lab_module

    monkeypatch.setattr(lab_module, "models_folder", lambda: lab_folder)
    return lab_folder


@pytest.fixture
def no_lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No models of the lab."""
    from relviz.app.engine import lab as lab_module

    monkeypatch.setattr(lab_module, "models_folder", lambda: tmp_path / "nothing")


@pytest.fixture
def empty_hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """A hub without repositories, and the client set to it and to an empty cache, as HF_ENDPOINT and HF_HOME would."""
    import huggingface_hub

    from tests.fixtures import hub

    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with hub.hub() as running:
        constants = "huggingface_hub.constants"
        monkeypatch.setattr(f"{constants}.ENDPOINT", running.url)
        monkeypatch.setattr(
            f"{constants}.HUGGINGFACE_CO_URL_TEMPLATE", running.url + "/{repo_id}/resolve/{revision}/{filename}"
        )
        monkeypatch.setattr(f"{constants}.HF_HUB_CACHE", str(tmp_path / "cache"))
        monkeypatch.setattr(f"{constants}.HF_HUB_OFFLINE", False)
        yield running
        huggingface_hub.close_session()


@pytest.fixture(autouse=True)
def _no_window_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """After a test with Qt: delete what waits to be deleted; no window is left on the screen, and no button held."""
    yield
    if "qapp" not in request.fixturenames:
        return
    from PySide6 import QtCore, QtTest, QtWidgets

    QtCore.QCoreApplication.sendPostedEvents(None, QtCore.QEvent.Type.DeferredDelete.value)
    QtCore.QCoreApplication.processEvents()
    left = [widget for widget in QtWidgets.QApplication.topLevelWidgets() if widget.isVisible()]
    for widget in left:
        widget.close()
    assert not left, f"the test left windows on the screen: {left}"
    held = QtWidgets.QApplication.mouseButtons()
    for button in held:  # or the language of a later test would wait
        QtTest.QTest.mouseRelease(QtWidgets.QWidget(), button)
    assert not held, f"the test left a mouse button pressed: {held}"
