"""The worker's side of the Schemes page."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

import numpy as np
import pytest

import relviz
from relviz.app.engine import lab as lab_module
from relviz.app.engine.lab import LabEngine, LabModels, LabRequest, Losses, is_installed, untrained
from relviz.checkpoints import save_model
from relviz.core.model.transformer import TransformerXL
from relviz.core.reading.reading import read
from relviz.core.schemes import lab_schemes
from relviz.errors import Cancelled
from tests.fixtures import models

TEXT = "It was a bright cold day in April, and the clocks were striking thirteen."


def _tell(share: float) -> None:
    assert 0 <= share <= 1


def _never() -> bool:
    return False


def test_the_example_is_the_articles(lab: Path) -> None:
    """Each scheme reads E F G H over A B C D, and shows what its own model scores when it is read by itself."""
    answer = LabEngine().compare(LabRequest(("shaw", "restart"), 1, 2), _tell, _never)

    assert [view.scheme for view in answer.views] == ["shaw", "restart"]
    for view in answer.views:
        assert "".join(view.key_tokens) == "ABCDEFGH"
        assert "".join(view.query_tokens) == "EFGH"
        model = relviz.load_model(lab / f"lab-{view.scheme}")
        alone = relviz.read(model, "ABCDEFGH", segment_length=4, memory_length=4).step(1).terms(layer=1, head=2)
        np.testing.assert_array_equal(view.score, alone.score)
        np.testing.assert_array_equal(view.attention, alone.attention)
    assert [(pair.memory.token, pair.segment.token) for pair in answer.collisions[1].pairs] == [
        ("A", "E"),
        ("B", "F"),
        ("C", "G"),
        ("D", "H"),
    ]


def test_the_segment_with_a_character_is_shown(lab: Path) -> None:
    """Of a text, the segment of T characters that holds the character asked for is read, and in it the memory."""
    answer = LabEngine().compare(LabRequest(("xl",), 0, 0, TEXT, 21, 8, 16), _tell, _never)

    assert (answer.segment, answer.start, answer.segments) == (2, 16, 10)
    assert "".join(answer.views[0].query_tokens).replace("·", " ") == TEXT[16:24]
    assert answer.views[0].memory == 16


def test_layers_and_heads_beyond_the_last_are_the_last(lab: Path) -> None:
    """A layer and head that only the window's model has are taken to the last there is."""
    answer = LabEngine().compare(LabRequest(("xl",), 11, 11), _tell, _never)

    assert (answer.layer, answer.head) == (1, 2)


def test_a_comparison_can_be_cancelled(lab: Path) -> None:
    """Cancelled before a segment, it says so."""
    with pytest.raises(Cancelled):
        LabEngine().compare(LabRequest(("xl",), 0, 0), _tell, lambda: True)


def test_a_probe_is_the_closed_form_or_nothing(lab: Path) -> None:
    """Far out the sinusoid is what its formula says, a learned table has no row, and a scheme without has nothing."""
    probed = LabEngine().probe(("count", "learned", "none"), 512_000, None, _tell, _never)
    count, learned, none = probed.probes

    assert count.vector is not None
    by_hand = [math.sin(512_000 / 10_000 ** (2 * pair / 22)) for pair in range(11)]
    np.testing.assert_allclose(count.vector[:11], by_hand, atol=1e-6)
    assert learned.vector is None
    assert none.vector is None
    assert probed.tables[2] is None
    assert probed.tables[1] is not None
    ended = np.isnan(probed.tables[1]).all(axis=1)
    np.testing.assert_array_equal(ended, probed.at >= 16)
    assert not np.isnan(probed.tables[1][~ended]).any()


def test_a_table_of_shaw_has_keys_and_values(lab: Path) -> None:
    """Column by column it is the vector of the distance, and after it what is added to the values."""
    probed = LabEngine().probe(("shaw",), 2, None, _tell, _never)
    scheme = relviz.load_model(lab / "lab-shaw").network.layers[0].attention.scheme
    assert probed.tables[0] is not None
    for row, place in enumerate(probed.at.tolist()):
        both = np.concatenate([scheme.vector(place), scheme.value_vector(place)])  # type: ignore[operator] # Shaw's own
        np.testing.assert_array_equal(probed.tables[0][row], both)


def test_random_weights_are_named_whether_installed_or_not(
    lab: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model of the lab whose weights are as they were drawn stands beside those that are not there."""
    for name in ("lab-xl", "lab-shaw", "lab-count"):
        shutil.copytree(lab / name, tmp_path / name)
    drawn = models.config(scheme="shaw", vocab_size=256, clip=3)
    save_model(tmp_path / "lab-shaw", TransformerXL(drawn), (lab / "lab-shaw" / "tokenizer.json").read_text("utf-8"))
    monkeypatch.setattr(lab_module, "models_folder", lambda: tmp_path)
    engine, schemes = LabEngine(), ("xl", "shaw", "t5")

    assert engine.compare(LabRequest(schemes, 0, 0), _tell, _never).untrained == ("shaw", "t5")
    assert engine.probe(schemes, 3, None, _tell, _never).untrained == ("shaw", "t5")
    monkeypatch.setattr(lab_module, "STREAMS", 1)
    monkeypatch.setattr(lab_module, "LENGTH", 128)
    losses = engine.measure(schemes, lambda _losses: None, _tell, _never)
    assert (losses.untrained, [*losses.by_position], [*losses.by_memory]) == (("shaw", "t5"), ["xl"], ["xl"])


def test_losses_become_known_bit_by_bit(lab: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Curves grow while they are measured, each is measured once, and the trained ranges come with them."""
    monkeypatch.setattr(lab_module, "STREAMS", 1)
    monkeypatch.setattr(lab_module, "LENGTH", 512)
    engine, heard = LabEngine(), list[Losses]()
    done = engine.measure(("xl",), heard.append, _tell, _never)
    lengths = [len(losses.by_position["xl"].at) for losses in heard if "xl" in losses.by_position]

    assert lengths == sorted(lengths)
    assert len(set(lengths)) > 3
    assert (done.trained_positions, done.trained_memory) == (16, 8)
    assert 0 < done.by_memory["xl"].bits[0] < 100
    again = engine.measure(("xl",), heard.append, _tell, _never)
    assert again.by_position["xl"] is done.by_position["xl"]


def test_losses_are_not_made_up(no_lab: None) -> None:
    """Without a trained model there is no curve, and the scheme is named."""
    done = LabEngine().measure(("xl", "shaw"), lambda _: None, _tell, _never)

    assert done.by_position == {}
    assert done.untrained == ("xl", "shaw")


@pytest.mark.parametrize("scheme", lab_schemes())
def test_a_missing_model_is_stood_in_for(scheme: str, no_lab: None) -> None:
    """Without a trained model one with random weights reads the article's letters, a token each, the same each time."""
    model = LabModels().get(scheme)
    step = read(model, "ABCDEFGH", 4, 4).step(1)

    assert not is_installed(scheme)
    assert "random" in model.name
    assert step.key_tokens == list("ABCDEFGH")
    np.testing.assert_array_equal(
        step.terms(0, 0).score, read(untrained(scheme), "ABCDEFGH", 4, 4).step(1).terms(0, 0).score
    )


def test_a_model_that_is_there_is_loaded_once(lab: Path) -> None:
    """The model in the folder is taken, and kept."""
    models = LabModels()

    assert is_installed("xl")
    assert models.get("xl").name == "lab-xl"
    assert models.get("xl") is models.get("xl")
