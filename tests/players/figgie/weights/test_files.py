"""Weights are kept in tables that people can read, and a table that is none is refused in a sentence."""

from pathlib import Path

import pytest

from overtrick.core.mistake import Mistake
from overtrick.players.figgie.signs import WEIGHTS
from overtrick.players.figgie.weights.files import read, weights_of, write


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    weights = tuple(number / 8 for number in range(WEIGHTS))
    write(weights, tmp_path / "some.csv")
    assert read(str(tmp_path / "some.csv")) == pytest.approx(weights, rel=1e-3)
    assert weights_of("turn") != weights_of("tick")


def test_other_tables_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.csv"
    for text in ("habit,always\ntake,much\n", "habit,always\ntake,1\n", ""):
        path.write_text(text)
        with pytest.raises(Mistake, match=r"other\.csv has"):
            read(str(path))
