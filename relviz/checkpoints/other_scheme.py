"""A model under another position scheme than its own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from relviz.checkpoints.formats.tensors import Found, Tensors, build, empty_network
from relviz.checkpoints.load import load_model
from relviz.checkpoints.native import bundled_models
from relviz.checkpoints.watch import Watch
from relviz.core.schemes import SCHEMES
from relviz.core.sentence import Sentence, either
from relviz.errors import ModelError, SettingError
from relviz.resources import resource

if TYPE_CHECKING:
    from torch import nn

    from relviz.core.model.model import Model

FAMILY = "lab-"
"""How the names of the bundled models begin that differ in their position scheme alone: ``lab-xl``, ``lab-count``."""


def with_scheme(model: Model, scheme: str) -> Model:
    """Return a model that reads by another position scheme.

    For a model of the lab family, which were trained alike, one for each scheme, it is the bundled one of that scheme.
    Any other model keeps its own weights, if the scheme needs none that it lacks; one without weights of its own, e.g.
    ``count`` or ``none``, fits every model. It was not trained for that scheme, as
    its new name says; what is seen is what its content alone would make of those positions.

    Args:
        model: a model of any scheme.
        scheme: a key of ``relviz.core.schemes.SCHEMES``; for the model's own, the model comes back.

    Raises:
        SettingError: there is no such scheme, or the model lacks weights for it; the message names those it can be
            read with.
    """
    if scheme == model.config.scheme:
        return model
    sibling = f"{FAMILY}{scheme}"
    if model.name.startswith(FAMILY) and {model.name, sibling} <= set(bundled_models()):
        return load_model(resource("models", sibling), model.device)  # whatever folder of its name is at hand
    own = dict(model.network.named_parameters())
    if scheme not in SCHEMES:
        raise SettingError("There is no position scheme {0!r}: choose {1}.", scheme, _choice(model, own))
    if not _fits(model, own, scheme):
        raise SettingError(
            "{0} cannot be read with the scheme {1}, which needs weights or settings that it lacks: choose {2}.",
            model.name,
            scheme,
            _choice(model, own),
        )
    config = replace(model.config, scheme=scheme)
    wanted = dict(empty_network(config).named_parameters())
    found = {name: Found(own[name], name) for name in wanted}
    network = build(config, found, Tensors(Path(model.name), own), Watch()).to(model.device)
    return replace(model, name=f"{model.name} as {scheme}", network=network)


def _fits(model: Model, own: dict[str, nn.Parameter], scheme: str) -> bool:
    """Whether a model has all the weights that another scheme needs."""
    try:
        wanted = empty_network(replace(model.config, scheme=scheme)).named_parameters()
    except ModelError:  # it needs other settings, too
        return False
    return all(name in own and own[name].shape == parameter.shape for name, parameter in wanted)


def _choice(model: Model, own: dict[str, nn.Parameter]) -> str:
    """Return the schemes that a model can be read with, for a sentence."""
    others = [name for name in SCHEMES if name != model.config.scheme and _fits(model, own, name)]
    return either([Sentence("{0} (its own)", model.config.scheme), *others])
