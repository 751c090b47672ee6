"""What every decoder promises: ours, a folder's, an outside program's, lists in a file, and a cluster's."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from pitchpipe import InputError
from pitchpipe.cluster import ClusterDecoder
from pitchpipe.decoder import ChartDecoder, Decoder, FolderDecoder, PhraseDecoder
from pitchpipe.lists.decoded import decoded, decoded_pool
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.lists.external import ExternalDecoder
from pitchpipe.lists.list_decoder import ListDecoder
from pitchpipe.model import Model
from pitchpipe.training import tune_decoder
from tests.cluster.systems import small_gaps, small_system, text

from .toy_grammar import small_grammar

TEXT = text(sentences=8)
KINDS = ("phrase", "gaps", "chart", "folder", "gaps folder", "chart folder", "cluster", "external", "lists")


@pytest.fixture(scope="module")
def decoders(tmp_path_factory):
    """A decoder of each kind that knows the same model, and the sentences as it wants them."""
    folder = tmp_path_factory.mktemp("contract") / "model"
    small_system(folder, templates=())
    ours = PhraseDecoder(Model.read(folder), threads=1)
    command = (
        f"{sys.executable} -m pitchpipe translate {folder} {{input}} -w {{weights}} --prepared "
        "--nbest {size} --nbest-file {nbest}"
    )
    small_gaps(folder.parent / "gaps")
    gaps = PhraseDecoder(Model.read(folder.parent / "gaps"), threads=1)
    chart = ChartDecoder(small_grammar(folder.parent / "grammar"), threads=1)
    lists = ListDecoder(decoded(ours, TEXT, ours.weights, nbest=30), ours.weights)
    with ThreadPoolExecutor(2) as executor:
        yield {
            "phrase": (ours, TEXT),
            "gaps": (gaps, TEXT),
            "chart": (chart, TEXT),
            "folder": (FolderDecoder.of(folder), TEXT),
            "gaps folder": (FolderDecoder.of(folder.parent / "gaps"), TEXT),
            "chart folder": (FolderDecoder.of(folder.parent / "grammar"), TEXT),
            "cluster": (ClusterDecoder(FolderDecoder.of(folder), executor, 3), TEXT),
            "external": (ExternalDecoder(command, ours.weights), TEXT),
            "lists": (lists, DevSet(lists.text.sentences, TEXT.references)),
        }


@pytest.fixture(params=KINDS)
def name(request):
    return request.param


@pytest.fixture
def kind(name, decoders):
    return decoders[name]


@pytest.fixture
def original(name, decoders):
    """The decoder that knows the same model."""
    first = name.split()[0]
    return decoders[first if first in ("gaps", "chart") else "phrase"][0]


def test_it_is_a_decoder(kind):
    assert isinstance(kind[0], Decoder)
    assert set(kind[0].dense_names) <= set(kind[0].weights)
    assert kind[0].fingerprint == kind[0].fingerprint


def test_all_of_a_model_translate_alike(kind, original):
    decoder, sentences = kind
    assert list(decoder.translate(sentences.sentences).best()) == list(
        original.translate(TEXT.sentences).best()
    )


def test_lists_are_best_first_and_no_longer_than_asked_for(kind):
    decoder, sentences = kind
    found = decoder.translate(sentences.sentences, nbest=5)
    assert len(found) == len(sentences)
    for begin, end in zip(found.groups[:-1], found.groups[1:], strict=True):
        assert 1 <= end - begin <= 5
        scores = found.scores[begin:end].tolist()
        assert scores == sorted(scores, reverse=True)


def test_scores_are_features_times_weights(kind):
    decoder, sentences = kind
    weights = {name: 0.1 * place for place, name in enumerate(decoder.dense_names)}
    found = decoder.translate(sentences.sentences, weights=weights, nbest=3)
    pool = decoded_pool(found, sentences.references)
    known = {name: value for name, value in weights.items() if name in pool.feature_names}
    assert pool.scores(pool.vector(known)) == pytest.approx(found.scores, abs=1e-2)


def test_a_decoder_without_a_search_says_so(kind, decoders):
    decoder, sentences = kind
    if decoder in [decoders[name][0] for name in ("external", "lists")]:
        with pytest.raises(InputError, match="has no search bins"):
            decoder.bins(sentences.sentences)
    else:
        found = decoder.bins(sentences.sentences, 2)
        assert found.covered is not None
        assert found.extended is not None


@pytest.mark.parametrize("name", ["phrase", "gaps", "folder", "gaps folder", "cluster"])
def test_bins_with_the_rest_are_ranked_by_features_times_weights(kind):
    decoder, sentences = kind
    weights = {name: 0.1 * (place % 5 + 1) for place, name in enumerate(decoder.dense_names)}
    found = decoder.bins(sentences.sentences, 4, weights=weights, with_rest=True)
    for i in range(len(sentences)):
        for one in found.of(i):
            total = sum(value * weights[name] for name, value in one.features.items())
            assert total == pytest.approx(one.score, abs=1e-2)


def test_all_are_tuned_to_the_same_weights_but_for_the_rounding_of_a_program(decoders):
    found = {}
    for name in ("phrase", "folder", "cluster"):
        decoder, sentences = decoders[name]
        (result,) = tune_decoder(decoder, sentences, method="kbmira(epochs=2)", nbest=10, iterations=2)
        found[name] = result.weights
    assert found["folder"] == found["phrase"] == found["cluster"]


@pytest.mark.parametrize("name", ["gaps", "chart"])
@pytest.mark.parametrize("method", ["kbmira(epochs=2)", "mert(restarts=2)", "pro"])
def test_models_with_gaps_are_tuned_like_any_other(kind, method):
    decoder, sentences = kind
    (result,) = tune_decoder(decoder, sentences, method=method, nbest=100, iterations=3)
    assert result.objective > result.curve[0] + 5


@pytest.mark.parametrize("name", ["phrase", "gaps", "chart"])
@pytest.mark.parametrize("aware", ["potential", "partial"])
def test_all_are_tuned_by_the_candidates_of_their_bins_or_spans(kind, aware):
    decoder, sentences = kind
    (result,) = tune_decoder(
        decoder, sentences, method="kbmira(epochs=2)", nbest=3, iterations=2, search_aware=aware
    )
    assert result.weights.keys() == set(decoder.dense_names)


def test_gaps_are_used_and_folders_tune_them_to_the_same_weights(decoders):
    found = []
    for name in ("gaps", "gaps folder"):
        decoder, sentences = decoders[name]
        (result,) = tune_decoder(
            decoder, sentences, method="kbmira(epochs=2)", nbest=10, iterations=2, search_aware="potential"
        )
        found.append(result.weights)
        lists = decoder.translate(sentences.sentences, nbest=30)
        for feature in ("SourceGap0", "TargetGap0", "SourceGapWords0", "TargetGapWords0"):
            assert any(one.features[feature] for i in range(len(sentences)) for one in lists.of(i))
    assert found[0] == found[1]
