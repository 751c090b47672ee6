import pytest

from pitchpipe import InputError, metric
from pitchpipe.metrics import METRICS, metric_of_signature


@pytest.mark.parametrize(
    "spec",
    [
        *METRICS,
        *METRICS.presets,
        "bleu:2",
        "bleu(smooth=none, length=average)",
        "meteor(alpha=0.5)",
        "bleu - 0.5*ter",
        "bleu + 2*chrf - wer",
    ],
)
def test_a_metric_can_be_had_from_its_signature(spec):
    assert metric_of_signature(metric(spec).signature) == metric(spec)


def test_the_signature_of_nothing_is_refused():
    with pytest.raises(InputError, match="there is no metric 'blue'"):
        metric_of_signature("blue|order:4|version:1")
