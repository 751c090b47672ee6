import pytest

from pitchpipe import InputError, metric
from pitchpipe.metrics import METRICS, metric_of_signature
from pitchpipe.metrics.adapters import ADAPTERS
from pitchpipe.metrics.base import short_name

from .lexicons import WORDNET
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


@pytest.mark.parametrize("name", ["terp", "meteor-universal"])
def test_a_signature_changes_with_the_files_that_scores_depend_on(name, tmp_path):
    table = tmp_path / "table"
    table.write_text("0.5\na\nb\n")
    spec = f"{name}(synonyms={WORDNET}, paraphrases={table})"
    before = metric(spec).signature
    assert metric(spec).signature == before
    table.write_text("0.25\na\nb\n")
    assert metric(spec).signature != before
    assert metric(f"{name}(synonyms={WORDNET})").signature != metric(f"{name}(synonyms=none)").signature
    assert metric_of_signature(before) == metric(spec)


def test_the_signature_of_a_missing_table_names_it():
    with pytest.raises(InputError, match=r"nowhere\.gz: cannot be read"):
        _ = metric("terp(synonyms=none, paraphrases=nowhere.gz)").signature
