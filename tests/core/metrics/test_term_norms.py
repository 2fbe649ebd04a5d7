"""How large the terms are."""

from __future__ import annotations

import numpy as np
import torch

from relviz.core.metrics.term_norms import TermSizes


def test_sizes_by_hand() -> None:
    """Of visible cells 3, 4 and 5 the root mean square is sqrt(50 / 3), the standard deviation sqrt(2 / 3)."""
    sizes = TermSizes()
    visible = torch.tensor([[True, False], [True, True]])
    varying, flat = torch.tensor([[3.0, 99.0], [4.0, 5.0]]), torch.full((2, 2), 7.0)
    sizes.add([varying[None, None], flat[None, None]], visible)
    torch.testing.assert_close(sizes.norms[:, 0], torch.tensor([(50 / 3) ** 0.5, 7.0]).double())
    torch.testing.assert_close(sizes.spreads[:, 0], torch.tensor([(2 / 3) ** 0.5, 0.0]).double())


def test_segments_add_up() -> None:
    """Over several segments of several documents it is as over all their cells at once, head by head."""
    sizes, visible = TermSizes(), torch.ones(3, 4, dtype=torch.bool)
    parts = [torch.randn(2, 5, 3, 4) for _ in range(3)]
    for part in parts:
        sizes.add([part], visible)
    cells = torch.stack(parts).permute(2, 0, 1, 3, 4).flatten(1).numpy()  # (H, everything)
    np.testing.assert_allclose(sizes.norms[0].numpy(), np.sqrt((cells.astype(float) ** 2).mean(1)), rtol=1e-6)
    np.testing.assert_allclose(sizes.spreads[0].numpy(), cells.astype(float).std(1), rtol=1e-6)
