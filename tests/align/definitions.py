"""The models by their definitions: sums over all alignments of tiny sentences, and EM in plain Python."""

from collections import defaultdict
from dataclasses import replace
from itertools import product

import numpy as np
from hypothesis import strategies as st

from pitchpipe.align.lexicon import collect
from pitchpipe.align.parameters import uniform
from pitchpipe.text import Corpus

words = st.sampled_from("abcd")
lines = st.lists(words, max_size=3).map(" ".join)
texts = st.lists(st.tuples(lines, lines), min_size=1, max_size=4).filter(
    lambda pairs: any(source and target for source, target in pairs)
)


def corpora(pairs):
    return Corpus.of([source for source, _ in pairs]), Corpus.of([target for _, target in pairs])


def random_parameters(lexicon, rng, null=0.2, window=None):
    """Any probabilities, of all word pairs and null words, and weights of jumps."""
    start = uniform(lexicon, null)
    shapes = start.pairs.shape, start.null_target.shape, start.null_source.shape
    pairs, target, source = (rng.uniform(0.01, 1, shape).astype(np.float32) for shape in shapes)
    jumps = rng.uniform(0.01, 1, (2, 0 if window is None else 2 * window + 1)).astype(np.float32)
    return replace(start, pairs=pairs, null_target=target, null_source=source, jumps=jumps)


def tables(lexicon, parameters):
    """For each direction, p(generated | generating) as a dictionary of word pairs; None is the null word."""
    forward = dict(zip_words(None, lexicon.target, parameters.null_target))
    backward = dict(zip_words(None, lexicon.source, parameters.null_source))
    for k, (s, t) in enumerate(zip(lexicon.sources.tolist(), lexicon.targets.tolist(), strict=True)):
        source, target = lexicon.source[s], lexicon.target[t]
        forward[source, target] = float(parameters.pairs[k, 0])
        backward[target, source] = float(parameters.pairs[k, 1])
    return forward, backward


def zip_words(given, words, probabilities):
    return [((given, word), float(p)) for word, p in zip(words, probabilities[:-1], strict=True)]


def every_alignment(generating, generated, table, null, jumps):
    """All ways in which the words of one line may come from those of the other, with their joint probability.

    An alignment is a list with the position of the generating word, or None, for each generated word. `jumps` are
    weights by distance, or empty for model 1. Also gives the jumps that were made, as (from, to), from -1 on.
    """
    window = len(jumps) // 2
    size = len(generating)

    def weight(distance):
        return jumps[min(max(distance, -window), window) + window]

    for alignment in product([None, *range(size)], repeat=len(generated)):
        probability, at, made = 1.0, -1, []
        for word, position in zip(generated, alignment, strict=True):
            if position is None:
                probability *= null * table[None, word]
                continue
            if len(jumps):
                step = weight(position - at) / sum(weight(other - at) for other in range(size))
                made.append((at, position))
                at = position
            else:
                step = 1 / size
            probability *= (1 - null) * step * table[generating[position], word]
        yield alignment, probability, made


def posteriors(generating, generated, table, null, jumps):
    """Posteriors of links [generating, generated], of null words, and the likelihood."""
    links = np.zeros((len(generating), len(generated)))
    nulls = np.zeros(len(generated))
    total = 0.0
    for alignment, probability, _ in every_alignment(generating, generated, table, null, jumps):
        total += probability
        for j, position in enumerate(alignment):
            if position is None:
                nulls[j] += probability
            else:
                links[position, j] += probability
    return links / total, nulls / total, total


def jump_counts(generating, generated, table, null, jumps):
    """Expected jumps by distance, and the number of words at that distance over the sum of weights, for each jump."""
    window = len(jumps) // 2
    taken, possible = np.zeros((2, len(jumps)))
    found = list(every_alignment(generating, generated, table, null, jumps))
    total = sum(probability for _, probability, _ in found)

    def bucket(distance):
        return min(max(distance, -window), window) + window

    for _, probability, made in found:
        for at, to in made:
            taken[bucket(to - at)] += probability / total
            reach = [bucket(other - at) for other in range(len(generating))]
            for place in reach:
                possible[place] += probability / total / sum(jumps[other] for other in reach)
    return taken, possible


def line_posteriors(source, target, lexicon, parameters):
    """Posteriors of the links [source, target] of a pair of lines, forward and backward, and of null words."""
    forward, backward = tables(lexicon, parameters)
    there = posteriors(source, target, forward, parameters.null, parameters.jumps[0].astype(float))
    back = posteriors(target, source, backward, parameters.null, parameters.jumps[1].astype(float))
    return (there[0], back[0].T), (there[1], back[1]), (there[2], back[2])


def model1_em(pairs, iterations, null):
    """Plain EM for p(target | source): a dictionary of word pairs; None is the null word."""
    targets = {word for _, target in pairs for word in target}
    together = defaultdict(set)
    for source, target in pairs:
        for word in source:
            together[word] |= set(target)
    table = {(s, t): 1 / len(others) for s, others in together.items() for t in others}
    table.update({(None, t): 1 / len(targets) for t in targets})
    for _ in range(iterations):
        counts, totals = defaultdict(float), defaultdict(float)
        for source, target in pairs:
            if not source:
                continue
            for t in target:
                shares = [(None, null * table[None, t])]
                shares += [(s, (1 - null) / len(source) * table[s, t]) for s in source]
                total = sum(share for _, share in shares)
                for s, share in shares:
                    counts[s, t] += share / total
                    totals[s] += share / total
        table = {(s, t): counts[s, t] / totals[s] for s, t in table if totals[s]}
    return table


def collected(pairs):
    return collect(*corpora(pairs))
