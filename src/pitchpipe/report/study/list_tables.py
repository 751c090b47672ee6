"""What the lists of a study allow, and the features that were learned from them."""

from __future__ import annotations

from itertools import permutations
from statistics import fmean

from pitchpipe.analysis import ListFacts, TuningRecord, list_facts, overlap, weighted_features
from pitchpipe.lists import tokenized
from pitchpipe.pages import Table
from pitchpipe.pages.table import Cell as TableCell
from pitchpipe.report.list_table import list_table
from pitchpipe.report.study.score_tables import word
from pitchpipe.study.cell import Cell
from pitchpipe.study.results import Results
from pitchpipe.study.texts import read_lists


def lists_table(results: Results, metric: str) -> Table | None:
    """Of lists without a decoder a row for each text; else one for each method whose lists were kept (Liu and Huang 2014,
    tables 4 and 5)."""
    study = results.study
    if not study.has_decoder:
        pools = {text: tokenized(read_lists(results.folder, text), study.tokenize) for text in study.texts}
        facts = {text: [list_facts(pool, metric, threads=results.threads)] for text, pool in pools.items()}
        return list_table(facts, metric, name=f"lists_{word(metric)}")
    kept = {
        name: [found for cell in results.replicas(name, metric) if (found := _kept(results, cell))]
        for name in results.methods(metric)
    }
    facts = {name: found for name, found in kept.items() if found}
    note = "Of the tuning text, with the weights that were chosen; means over replicas. "
    return list_table(facts, metric, name=f"lists_{word(metric)}", note=note) if facts else None


def _kept(results: Results, cell: Cell) -> ListFacts | None:
    """Online methods have no lists, and most studies do not keep them."""
    place = cell.path(results.folder) / "loop"
    chosen = results.done[cell]["chosen"]
    if not (place / f"{chosen:02}.npz").exists():
        return None
    translations = TuningRecord.read(place).translations(chosen)
    return list_facts(translations, cell.metric, threads=results.threads)


def overlap_table(results: Results, metric: str) -> Table | None:
    """How many features have a weight, and how many of them have one elsewhere too (Green et al. 2013, table 6).

    Only where there are sparse features: dense ones all have a weight.
    """
    baseline = results.study.baseline
    sets = {
        name: [weighted_features(results.done[cell]["weights"]) for cell in results.replicas(name, metric)]
        for name in results.methods(metric)
    }
    if not any(found - set(results.start) for replicas in sets.values() for found in replicas):
        return None
    rows: list[list[TableCell]] = []
    for name, replicas in sets.items():
        others = [overlap(one, other).share for one, other in permutations(replicas, 2)]
        against = [] if name == baseline else sets.get(baseline, [])
        shared = [overlap(one, other).share for one in replicas for other in against]
        rows.append(
            [
                name,
                round(fmean(map(len, replicas))),
                *(f"{fmean(shares):.0%}" if shares else None for shares in (others, shared)),
            ]
        )
    return Table(
        f"overlap_{word(metric)}",
        "Features whose weight is not 0",
        ["method", "features", "in another replica", f"in {baseline}"],
        rows,
        note="Means over replicas. Shares are those of a method's features that have a weight there too (Green et al. 2013).",
    )
