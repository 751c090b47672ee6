"""Online MIRA as Hopkins and May (2011, 5.4.2) run it, against a transcription of Chiang et al. (2008, 2009)."""

import numpy as np
import pytest
from scipy.optimize import minimize

from pitchpipe import InputError
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.background import BackgroundBleu
from pitchpipe.metrics.scoring import statistics
from pitchpipe.online import find_online, online_loop
from pitchpipe.online.epochs import batches_of
from pitchpipe.online.omira import SourceBackground

from ..tuning.loop.test_loop import START, FixedDecoder

BLEU = find_metric("bleu")
C = 1.0
METHOD = "omira(epochs=2, C=1)"


def learned(spec=METHOD, decoder=None, **settings):
    asked = decoder or FixedDecoder(shown=6)
    return online_loop(asked, asked.text, find_online(spec), BLEU, START, nbest=6, **settings)


def smallest_change(w, differences, losses):
    """argmin of 1/2 |w' - w|^2 + C max_j (loss_j - w' (x* - x_j)), by a general solver."""
    start = np.append(w, max(0.0, *(losses - differences @ w)))
    found = minimize(
        lambda v: 0.5 * ((v[:-1] - w) ** 2).sum() + C * v[-1],
        start,
        jac=lambda v: np.append(v[:-1] - w, C),
        constraints={
            "type": "ineq",
            "fun": lambda v: differences @ v[:-1] - losses + v[-1],
            "jac": lambda v: np.column_stack([differences, np.ones(len(losses))]),
        },
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-15},
    )
    return found.x[:-1]


def chiang(decoder, epochs, seed, hope="both", taken="best"):
    """The average of the weights after each update; the order of the sentences is ours."""
    names = list(START)
    w = np.array([START[name] for name in names])
    background, background_words = np.ones(BLEU.width), 0.0
    after = []
    for epoch in range(1, epochs + 1):
        for _, (sentence,), _ in batches_of(find_online(METHOD), len(decoder.text), seed, epoch):
            text = decoder.text.take([sentence])
            found = decoder.translate(text.sentences, weights=dict(zip(names, w, strict=True)), nbest=6)
            x = found.dense.astype(float)
            rows = statistics(list(found.texts), [text.references[0]] * len(found.texts), BLEU)
            words = len(text.sentences[0].split())
            b = (background_words + words) * BLEU.score(background + rows) / 100
            star = int(np.argmax(x @ w + b if hope == "both" else b))
            moved = smallest_change(w, x[star] - x, b[star] - b)
            best = int(np.argmax(x @ w)) if taken == "best" else star
            background = 0.9 * (background + rows[best])
            background_words = 0.9 * (background_words + words)
            if not np.allclose(moved, w, atol=1e-9):
                w = moved
                after.append(w)
    return dict(zip(names, np.mean(after, axis=0), strict=True))


@pytest.mark.parametrize("seed", [1, 2])
def test_the_weights_are_those_of_the_transcription(seed):
    decoder = FixedDecoder(shown=6)
    result = learned(decoder=decoder, seed=seed)
    assert result.chosen > 0
    assert result.weights == pytest.approx(chiang(decoder, result.chosen, seed), rel=1e-3, abs=1e-4)


@pytest.mark.parametrize("other", [{"hope": "gold"}, {"taken": "hope"}])
def test_other_hopes_and_backgrounds_give_other_weights(other):
    decoder = FixedDecoder(shown=6)
    assert chiang(decoder, 2, 1, **other) != pytest.approx(chiang(decoder, 2, 1), rel=1e-3, abs=1e-4)


def test_gold_is_chiangs_background_bleu():
    """Decay 0.9 of old and new counts, the words of the source."""
    rng = np.random.default_rng(1)
    background = BackgroundBleu.chiang(BLEU)
    method = find_online("omira")
    assert method.decay == background.decay == 0.9
    mine = SourceBackground(BackgroundBleu(BLEU, method.decay, scale="none"))
    counts, words = np.ones(BLEU.width), 0.0
    for _ in range(5):
        rows, length = rng.integers(5, 9, (3, BLEU.width)).astype(float), int(rng.integers(3, 9))
        assert mine.gold(rows, length) == pytest.approx((words + length) * BLEU.score(counts + rows) / 100)
        mine.take(rows[0], length)
        counts, words = 0.9 * (counts + rows[0]), 0.9 * (words + length)


def test_it_learns():
    result = learned()
    assert result.objective > result.epochs[0].objective + 5
    assert [find_online("omira").epochs, find_online("omira").C] == [30, 0.01]


def test_threads_do_not_matter_and_a_run_that_was_stopped_goes_on_to_the_same_weights(tmp_path, monkeypatch):
    whole = learned(threads=2)
    monkeypatch.setattr("pitchpipe.online.epochs.WRITTEN_EVERY", 0.0)

    class Stopped(FixedDecoder):
        def translate(self, sentences, **how):
            if len(self.calls) == 17:
                raise KeyboardInterrupt
            return super().translate(sentences, **how)

    with pytest.raises(KeyboardInterrupt):
        learned(decoder=Stopped(shown=6), folder=tmp_path)
    assert learned(folder=tmp_path).weights == whole.weights


@pytest.mark.parametrize(
    ("spec", "metric", "told"),
    [
        ("omira", "ter", "omira: found the metric ter, expected bleu"),
        ("omira(synchronous=false)", "bleu", "omira: found synchronous=false, expected true"),
    ],
)
def test_what_it_cannot_do_is_told(spec, metric, told):
    decoder = FixedDecoder()
    with pytest.raises(InputError, match=told):
        online_loop(decoder, decoder.text, find_online(spec), find_metric(metric), START)
