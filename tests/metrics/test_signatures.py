import pytest

from pitchpipe import InputError, metric
from pitchpipe.metrics import METRICS, metric_of_signature
from pitchpipe.metrics.adapters import ADAPTERS
from pitchpipe.metrics.base import short_name

from .test_contract import EXAMPLES


@pytest.mark.parametrize(
    "spec",
    [
        *(name for name in (*METRICS, *METRICS.presets) if name not in {**EXAMPLES, **ADAPTERS}),
        "bleu:2",
        "bleu(smooth=none, length=average)",
        "meteor(alpha=0.5)",
        "bleu - 0.5*ter",
        "bleu + 2*chrf - wer",
    ],
)
def test_a_metric_can_be_had_from_its_signature(spec):
    assert metric_of_signature(metric(spec).signature) == metric(spec)


@pytest.mark.parametrize("spec", EXAMPLES.values())
def test_a_scorer_from_its_signature_has_the_same_one(spec):
    signature = metric(spec).signature
    assert metric_of_signature(signature).signature == signature
    assert short_name(f"{signature} - {metric('ter').signature}") == f"{metric(spec).name} - ter"


def test_the_signature_of_nothing_is_refused():
    with pytest.raises(InputError, match="there is no metric 'blue'"):
        metric_of_signature("blue|order:4|version:1")
