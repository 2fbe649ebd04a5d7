"""What a run tells: its table."""

from __future__ import annotations

from pathlib import Path

from relviz.training.run.report import write_metrics


def test_a_table_kept_elsewhere_and_private_stays_so(tmp_path: Path) -> None:
    """Written over a link to a private file, the rows go into that file, which stays private and linked to."""
    table, link = tmp_path / "disk" / "run.csv", tmp_path / "metrics.csv"
    table.parent.mkdir()
    table.touch(0o600)
    link.symlink_to(table)

    write_metrics(link, [{"step": 20, "seconds": 1.5}])

    assert link.is_symlink()
    assert table.stat().st_mode & 0o777 == 0o600
    head, row = table.read_text(encoding="utf-8").splitlines()
    assert dict(zip(head.split(","), row.split(","), strict=True))["seconds"] == "1.5"
