import pytest
from sacrebleu.metrics import BLEU

from pitchpipe import InputError, metric, score

OUTPUT = ["the house is small", "he go home now"]
REFERENCES = ["the house is tiny", "he goes home now"]


@pytest.mark.parametrize("spec", ["bleu", "ter", "chrf++", "bleu - wer"])
def test_one_reference_may_be_given_as_a_text_or_as_a_list(spec):
    listed = score(OUTPUT, [[text] for text in REFERENCES], spec)
    assert score(OUTPUT, REFERENCES, spec) == listed
    assert listed.score == metric(spec).corpus_score(OUTPUT, [[text] for text in REFERENCES])
    assert listed.signature == metric(spec).signature
    assert len(listed.sentences) == 2


def test_a_tokenised_score_is_that_of_sacrebleu():
    output, references = ["The house, it is small."], ["The house is small, it is."]
    expected = BLEU(tokenize="13a", effective_order=False).corpus_score(output, [references]).score
    found = score(output, references, "bleu", tokenize="13a")
    assert found.score == pytest.approx(expected, abs=1e-6)
    assert found.signature.endswith("|tokenize:13a")


@pytest.mark.parametrize(
    ("output", "references", "sentence"),
    [
        (["a"], ["a", "b"], "1 hypotheses but references for 2 sentences"),
        ([], [], "there is nothing to score"),
        (["a", "b"], ["a", []], r"sentence 1 \(from 0\) has no reference"),
        ("a", "a", "found one text as the hypotheses, expected a list of them"),
    ],
)
def test_what_does_not_fit_is_refused(output, references, sentence):
    with pytest.raises(InputError, match=sentence):
        score(output, references)
