"""Tuning texts side by side: which serves which test text, what they share and what one of them lacks (Green et al. 2013)."""

from __future__ import annotations

import math
from itertools import combinations, zip_longest

import numpy as np

from pitchpipe.analysis.domains import PHRASE_PAIR
from pitchpipe.arrays import Array
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.significance import SIGNIFICANT
from pitchpipe.pages import Figure, HeatMap, Section, Table, best_in_columns
from pitchpipe.pages.page import Example
from pitchpipe.pages.table import Cell
from pitchpipe.report.study.score_tables import WORSE, score_cell, word
from pitchpipe.study.adaptation import MOST_LEARNED, Adaptation, adaptations
from pitchpipe.study.results import Results
from pitchpipe.study.study import DEV, tuning_text
from pitchpipe.study.texts import read_text


def tuning_text_sections(results: Results) -> list[Section]:
    """Nothing before a method is done on two tuning texts."""
    found = [*adaptations(results)]
    if not found:
        return []
    served: list[Table | Figure | Example] = []
    for one in found:
        served += [domain_map(one, reach=max(map(_reach, found)))] if len(results.study.texts) > 2 else []
        served.append(domain_table(one))
    shared: list[Table | Figure | Example] = []
    learned: list[Table | Figure | Example] = []
    for one in filter(lambda each: each.has_sparse, found):
        shared += [overlap_map(one), tuning_overlap_table(one)]
        shared += [word_table(one)] if one.words else []
        learned += learned_tables(one)
    sections = [
        Section("Which tuning text serves which test text", [*served, text_table(results)], beside=True)
    ]
    if shared:
        sections.append(Section("What tuning texts share", shared, beside=True))
    if learned:
        said = (
            f"The {MOST_LEARNED} largest weights of each. A feature is learned from a text if it has a weight in every replica, and "
            "not from the other if it has none in any. Weights are means over replicas."
        )
        sections.append(Section("What one tuning text teaches and another does not", learned, said))
    return sections


def text_table(results: Results) -> Table:
    """The size of each tuning text, and how much of it stands in the test texts."""
    tests = {text: set(read_text(results.folder, text).sentences) for text in results.study.texts[1:]}
    rows: list[list[Cell]] = []
    used = {one.tune_on for one in results.study.methods}
    for name in filter(used.__contains__, (DEV, *results.study.tuning_texts)):
        text = read_text(results.folder, tuning_text(name))
        words = sum(len(line.split()) for line in text.sentences)
        inside = [sum(line in lines for line in text.sentences) for lines in tests.values()]
        rows.append([name, len(text), words, *inside])
    return Table(
        "tuning_texts",
        "Tuning texts",
        ["tuning text", "sentences", "words", *(f"in {text}" for text in tests)],
        rows,
        note="Words are those of the source. The last columns count sentences whose source stands in a test text too.",
    )


def domain_table(one: Adaptation) -> Table:
    """A row for each tuning text and a column for each test text; what is worse than the best of a column is marked."""
    results, tests = one.results, one.results.study.texts[1:]
    values = _means(one)
    rows: list[list[Cell]] = [[text] for text in one.methods]
    for test in tests:
        worse = one.worse(test)
        for row, (text, name) in zip(rows, one.methods.items(), strict=True):
            score = score_cell(results, name, one.metric, test, one.metric).rstrip(" *†")
            row.append(f"{score}{WORSE if text in worse else ''}")
    return Table(
        f"domains_{_name(one)}",
        f"{_title(one)}: {one.metric} by tuning text and test text",
        ["tuned on", *tests],
        rows,
        best=best_in_columns(values.tolist(), find_metric(one.metric).higher_is_better),
        note=f"† is significantly worse than the best of the column (p < {SIGNIFICANT}, corrected for all pairs of the study); "
        "what has no mark may be as good.",
    )


def domain_map(one: Adaptation, reach: float | None = None) -> Figure:
    """The same in colours: a tuning text serves the test texts where its row is blue. `reach` is how far colours go."""
    tests = one.results.study.texts[1:]
    values = _means(one)
    sign = 1.0 if find_metric(one.metric).higher_is_better else -1.0
    return Figure(
        f"domain_map_{_name(one)}",
        f"{_title(one)}: {one.metric} by tuning text and test text",
        HeatMap(
            [*one.methods],
            [*tests],
            values,
            x_label="test text",
            y_label="tuned on",
            colour_by=sign * (values - values.mean(axis=0)),
            centre=0.0,
            reach=reach,
        ),
        f"Blue is better and orange worse than the mean of the column, in points of {one.metric}; maps have one scale.",
    )


def _means(one: Adaptation) -> Array:
    return np.column_stack([[*one.means(test).values()] for test in one.results.study.texts[1:]])


def _reach(one: Adaptation) -> float:
    """How far a score is from the mean of its column, where that is most."""
    values = _means(one)
    return float(np.abs(values - values.mean(axis=0)).max()) or 1.0


def tuning_overlap_table(one: Adaptation) -> Table:
    """How many sparse features have a weight after tuning on each of two texts, and after both (table 6)."""
    rows: list[list[Cell]] = [
        [
            a,
            b if a != b else "another seed",
            found.one,
            found.other,
            found.shared,
            f"{found.share:.0%}",
        ]
        for (a, b), found in one.overlaps.items()
    ]
    return Table(
        f"tuning_overlap_{_name(one)}",
        f"{_title(one)}: sparse features with a weight, by pairs of tuning texts",
        ["A", "B", "|A|", "|B|", "|A ∩ B|", "of A in B"],
        rows,
        note="Means over pairs of replicas (Green et al. 2013, table 6). What two seeds on one text share is about the most that two "
        "texts can be expected to.",
    )


def overlap_map(one: Adaptation) -> Figure:
    """What share of the features of each tuning text another has too."""
    texts = [*one.methods]
    shares = np.full((len(texts), len(texts)), np.nan)
    for (a, b), found in one.overlaps.items():
        row, column = texts.index(a), texts.index(b)
        shares[row, column] = 100 * found.share
        shares[column, row] = 100 * found.shared / found.other if found.other else 0.0
    several = not np.isnan(np.diag(shares)).any()
    return Figure(
        f"overlap_map_{_name(one)}",
        f"{_title(one)}: percent of the features of a row that the column has too",
        HeatMap(
            texts,
            texts,
            np.nan_to_num(shares, nan=100.0),
            x_label="have a weight here too",
            y_label="tuned on",
            digits=0,
        ),
        "The diagonal is between seeds." if several else "There is one seed, so that the diagonal is 100.",
    )


def learned_tables(one: Adaptation) -> list[Table]:
    """For every two tuning texts, the features of the largest weights that one teaches and the other does not (section 5.2)."""
    tables = []
    for a, b in combinations(one.methods, 2):
        sides = one.learned_only(a, b), one.learned_only(b, a)
        rows: list[list[Cell]] = [
            [*(cell for each in pair for cell in ((_shown(each.name), each.weight) if each else ("", None)))]
            for pair in zip_longest(*sides)
        ]
        largest = max((abs(each.weight) for side in sides for each in side), default=1.0)
        digits = max(2, 1 - math.floor(math.log10(largest)))
        if rows:
            tables.append(
                Table(
                    f"learned_{_name(one)}_{a}_{b}",
                    f"{_title(one)}: learned from {a} or {b}, and not from the other",
                    [f"only {a}", "weight", f"only {b}", "weight"],
                    rows,
                    digits=[0, digits, 0, digits],
                )
            )
    return tables


def _shown(feature: str) -> str:
    """A phrase pair as `PT Haus → house`; other features by their names."""
    if not feature.startswith(PHRASE_PAIR):
        return feature
    source, _, target = feature.removeprefix(PHRASE_PAIR).rpartition("~")
    return f"PT {source} → {target}".replace("_", " ")


def word_table(one: Adaptation) -> Table:
    """How often words stand in tuning texts, and in the phrase-table features learned from them (table 7)."""
    by_place = {(each.text, each.word): each for each in one.words}
    words = one.results.study.words
    rows: list[list[Cell]] = []
    for text in one.methods:
        found = [by_place[text, said] for said in words]
        rows.append([text, *(cell for each in found for cell in (each.tokens, round(each.rules, 1)))])
    return Table(
        f"words_{_name(one)}",
        f"{_title(one)}: words in tuning texts and in features",
        ["tuned on", *(name for said in words for name in (said, "PT"))],
        rows,
        digits=[0, *[0, 1] * len(words)],
        note="Tokens of the references, and then the phrase-table features (PT) with a weight that have the word on the "
        "target side, means over replicas (Green et al. 2013, table 7).",
    )


def _title(one: Adaptation) -> str:
    return f"{one.name}, tuned to {one.metric}" if len(one.results.study.metrics) > 1 else one.name


def _name(one: Adaptation) -> str:
    return f"{word(one.name)}_{word(one.metric)}"
