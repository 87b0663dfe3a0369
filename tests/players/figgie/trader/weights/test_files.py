"""Weights are kept in tables that people can read, networks beside them; what is none is refused in a sentence."""

from pathlib import Path

import numpy as np
import pytest

from overtrick.core.mistake import Mistake
from overtrick.players.figgie.trader.reading import NETWORK
from overtrick.players.figgie.trader.signs import WEIGHTS
from overtrick.players.figgie.trader.weights.files import Taught, network_of, read, read_network, weights_of, write


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    weights, network = (tuple(number / 8 for number in range(size)) for size in (WEIGHTS, NETWORK))
    write(Taught(weights, network), tmp_path / "some.csv")
    assert read(str(tmp_path / "some.csv")) == pytest.approx(weights, rel=1e-3)
    assert read_network(tmp_path / "some.npz") == pytest.approx(network, rel=1e-3)


def test_each_model_has_its_own_and_a_live_market_those_of_turns() -> None:
    assert weights_of("turn") == weights_of("live") != weights_of("tick")
    assert network_of("turn") == network_of("live") != network_of("tick")
    assert len(network_of("tick")) == NETWORK


def test_other_tables_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.csv"
    for text in ("habit,always\ntake,much\n", "habit,always\ntake,1\n", ""):
        path.write_text(text)
        with pytest.raises(Mistake, match=r"other\.csv has"):
            read(str(path))


def test_other_networks_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.npz"
    for network, sentence in ((np.zeros(3), "look at other things"), (np.zeros((2, 2)), "look at other things")):
        np.savez(path, network=network)
        with pytest.raises(Mistake, match=sentence):
            read_network(path)
    np.savez(path, others=np.zeros(NETWORK))
    with pytest.raises(Mistake, match="holds no network"):
        read_network(path)
    path.write_text("nothing")
    with pytest.raises(Mistake, match="holds no network"):
        read_network(path)
    with pytest.raises(Mistake, match="holds no network"):
        read_network(tmp_path / "missing.npz")
