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
from tests.cluster.systems import small_system, text

from .toy_grammar import small_grammar

TEXT = text(sentences=8)
KINDS = ("phrase", "chart", "folder", "chart folder", "cluster", "external", "lists")
LIKE_CHART = ("chart", "chart folder")


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
    chart = ChartDecoder(small_grammar(folder.parent / "grammar"), threads=1)
    lists = ListDecoder(decoded(ours, TEXT, ours.weights, nbest=30), ours.weights)
    with ThreadPoolExecutor(2) as executor:
        yield {
            "phrase": (ours, TEXT),
            "chart": (chart, TEXT),
            "folder": (FolderDecoder.of(folder), TEXT),
            "chart folder": (FolderDecoder.of(folder.parent / "grammar"), TEXT),
            "cluster": (ClusterDecoder(FolderDecoder.of(folder), executor, 3), TEXT),
            "external": (ExternalDecoder(command, ours.weights), TEXT),
            "lists": (lists, DevSet(lists.text.sentences, TEXT.references)),
        }


@pytest.fixture(params=KINDS)
def kind(request, decoders):
    return decoders[request.param]


@pytest.fixture
def original(request, kind, decoders):
    """The decoder that knows the same model."""
    return decoders["chart" if kind in [decoders[name] for name in LIKE_CHART] else "phrase"][0]


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


def test_all_are_tuned_to_the_same_weights_but_for_the_rounding_of_a_program(decoders):
    found = {}
    for name in ("phrase", "folder", "cluster"):
        decoder, sentences = decoders[name]
        (result,) = tune_decoder(decoder, sentences, method="kbmira(epochs=2)", nbest=10, iterations=2)
        found[name] = result.weights
    assert found["folder"] == found["phrase"] == found["cluster"]


@pytest.mark.parametrize("method", ["kbmira(epochs=2)", "mert(restarts=2)", "pro"])
def test_a_hierarchical_model_is_tuned_like_any_other(decoders, method):
    decoder, sentences = decoders["chart"]
    (result,) = tune_decoder(decoder, sentences, method=method, nbest=20, iterations=3)
    assert result.objective > result.curve[0] + 5


def test_charts_are_tuned_by_the_candidates_of_their_spans(decoders):
    decoder, sentences = decoders["chart"]
    (result,) = tune_decoder(
        decoder, sentences, method="kbmira(epochs=2)", nbest=3, iterations=2, search_aware="potential"
    )
    assert result.weights.keys() == set(decoder.dense_names)
