"""The same systems tested by sacreBLEU."""

import pytest
from sacrebleu.metrics import BLEU, CHRF, TER
from sacrebleu.significance import PairedTest

from pitchpipe.metrics.significance import System, compare

from .outputs import output, references

PEERS = {
    "bleu": BLEU(tokenize="none"),
    "chrf": CHRF(),
    "ter": TER(normalized=False, case_sensitive=True),
}
SENTENCES = 100
# Chance moves an end of an interval by more than the 0.6 below for about one seed in five; these are not among them.
OUTPUTS = {"old": output(1, 5, SENTENCES), "near": output(8, 5, SENTENCES), "new": output(3, 4, SENTENCES)}


@pytest.mark.parametrize("test", ["ar", "bs"])
@pytest.mark.parametrize("metric", PEERS)
def test_p_values_are_sacrebleus_but_for_chance(monkeypatch, metric, test):
    """sacreBLEU does not count trials that differ just as much as the systems do; here they are not counted either."""
    monkeypatch.setattr("pitchpipe.metrics.significance.randomisation.ROUNDING", -1e-9)
    monkeypatch.setattr("pitchpipe.metrics.significance.bootstrap.ROUNDING", -1e-9)
    trials = 1000
    lines = list(references(SENTENCES))
    peer = PairedTest(list(OUTPUTS.items()), {metric: PEERS[metric]}, [lines], test, n_samples=trials)
    _, theirs = peer()
    expected = next(values for name, values in theirs.items() if name != "System")
    systems = [System.of(name, [out], lines, metric) for name, out in OUTPUTS.items()]
    found = compare(systems, metric, test, trials=trials).systems
    assert [one.score for one in found] == pytest.approx([one.score for one in expected], abs=1e-6)
    for one, peers in zip(found[1:], expected[1:], strict=True):
        assert 0.001 < peers.p_value < 0.9
        p = (one.difference.p + peers.p_value) / 2
        assert one.difference.p == pytest.approx(peers.p_value, abs=3 * (2 * p * (1 - p) / trials) ** 0.5)
    if test == "bs":
        for one, peers in zip(found, expected, strict=True):
            assert one.interval == pytest.approx((peers.mean - peers.ci, peers.mean + peers.ci), abs=0.6)
