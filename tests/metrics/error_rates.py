"""Error rates by their definitions, plain and slow."""

from collections import Counter
from fractions import Fraction
from math import inf


def edit_distance(one, other):
    row = list(range(len(other) + 1))
    for i, symbol in enumerate(one, 1):
        above, row = row, [i]
        for j, wanted in enumerate(other, 1):
            row.append(min(above[j - 1] + (symbol != wanted), above[j] + 1, row[-1] + 1))
    return row[-1]


def bag_distance(one, other):
    return max(len(one), len(other)) - (Counter(one) & Counter(other)).total()


def lowest_rate(candidate, references, distance):
    """Edits and length of the reference with the lowest rate, the shorter one in a tie."""
    rows = [(distance(candidate, reference), len(reference)) for reference in references]
    return list(min(rows, key=lambda row: (_rate(*row), row[1])))


def _rate(edits, length):
    if length == 0:
        return inf if edits else 0
    return Fraction(edits, length)
