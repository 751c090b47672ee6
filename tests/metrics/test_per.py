from hypothesis import given

from pitchpipe.metrics import find_metric
from pitchpipe.text import GroupedTexts

from .corpora import corpora
from .error_rates import bag_distance, lowest_rate


@given(corpora())
def test_per_is_the_bag_distance_to_the_reference_with_the_lowest_rate(corpus):
    candidates, references = corpus
    rows = find_metric("per").statistics(GroupedTexts.singles(candidates), GroupedTexts.of(references))
    assert rows.tolist() == [
        lowest_rate(candidate.split(), [text.split() for text in group], bag_distance)
        for candidate, group in zip(candidates, references, strict=True)
    ]


def test_word_order_does_not_matter_but_how_often_a_word_comes_does():
    assert find_metric("per").corpus_score(["c b a"], [["a b c"]]) == 0
    assert find_metric("per").corpus_score(["a a a"], [["a b c d"]]) == 75
    assert find_metric("per").corpus_score(["a b c d a a"], [["a b c d"]]) == 50
