import pytest

from pitchpipe import InputError, score
from pitchpipe.metrics.significance import System, compare

from .outputs import output, references

OLD, NEW, BAD = output(1, 5), output(2, 3), output(3, 12)


def systems(metric="bleu", **outputs):
    return [System.of(name, [lines], references(), metric) for name, lines in outputs.items()]


@pytest.mark.parametrize("test", ["ar", "bs"])
@pytest.mark.parametrize("metric", ["bleu", "ter", "chrf - wer", "nist", "meteor"])
def test_a_much_better_system_is_significantly_better(metric, test):
    old, bad, new = compare(systems(metric, old=OLD, bad=BAD, new=NEW), metric, test, trials=999).systems
    assert old.difference is None
    for other, lines in ((bad, BAD), (new, NEW)):
        assert other.score == pytest.approx(score(lines, references(), metric).score)
        assert other.difference.value == pytest.approx(other.score - old.score)
        low, high = other.difference.interval
        assert low < other.difference.value < high
        assert other.interval[0] < other.score < other.interval[1]
    assert bad.difference.p == 0.001
    assert bad.difference.corrected == 0.002
    assert bad.difference.wins < 0.01
    assert new.difference.wins > 0.8


@pytest.mark.parametrize("test", ["ar", "bs"])
def test_a_system_does_not_differ_from_itself(test):
    _, other = compare(systems(old=OLD, same=OLD), test=test, trials=500).systems
    assert other.difference.p == 1
    assert other.difference.interval == (0, 0)
    assert other.difference.wins == 0


@pytest.mark.parametrize("test", ["ar", "bs"])
def test_seeds_matter_and_threads_do_not(test):
    given = systems("meteor", old=OLD, new=output(4, 5))
    found = [compare(given, "meteor", test, trials=20_000, threads=threads) for threads in (1, 3)]
    assert found[0] == found[1]
    other = compare(given, "meteor", test, trials=20_000, seed=2)
    assert other.systems != found[0].systems
    assert other.systems[1].difference.p == pytest.approx(found[0].systems[1].difference.p, abs=0.02)


def test_replicas_have_a_mean_and_a_deviation():
    replicas = [output(seed, 5) for seed in (1, 2, 3)]
    several = System.of("several", replicas, references())
    one, _ = compare([several, System.of("one", [NEW], references())], trials=100).systems
    scores = [score(lines, references()).score for lines in replicas]
    assert one.scores == pytest.approx(scores)
    assert one.score == pytest.approx(sum(scores) / 3)
    assert one.deviation == pytest.approx((sum((x - one.score) ** 2 for x in scores) / 2) ** 0.5)


def test_a_lucky_replica_looks_better_alone_than_among_all():
    replicas = sorted(
        (output(seed, 5) for seed in range(6)), key=lambda lines: score(lines, references()).score
    )
    worst, best = replicas[0], replicas[-1]
    alone = compare(systems(old=worst, new=best), trials=999).systems[1].difference
    old, new = replicas[::2], replicas[1::2]
    assert worst in old
    assert best in new
    named = [System.of("old", old, references()), System.of("new", new, references())]
    among_all = compare(named, trials=999).systems[1].difference
    assert alone.p < 0.5 * among_all.p
    assert 0 < among_all.value < alone.value


@pytest.mark.parametrize(
    ("given", "settings", "sentence"),
    [
        ([OLD], {}, "found 1 systems, expected at least 2 to compare"),
        ([OLD, NEW], {"test": "art"}, "there is no test 'art'; did you mean 'ar'?"),
        ([OLD, NEW], {"correction": "hom"}, "there is no correction 'hom'; did you mean 'holm'?"),
        ([OLD, NEW], {"trials": 0}, "found 0 trials, expected at least 1"),
    ],
)
def test_what_cannot_be_compared_is_refused(given, settings, sentence):
    with pytest.raises(InputError) as refused:
        compare(systems(**{str(i): lines for i, lines in enumerate(given)}), **settings)
    assert str(refused.value) == sentence


def test_systems_of_other_texts_are_refused():
    short = System.of("short", [OLD[:10]], references()[:10])
    with pytest.raises(InputError, match="short: found 10 sentences, expected 200 as of old"):
        compare([*systems(old=OLD), short])
