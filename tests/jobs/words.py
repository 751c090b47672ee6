"""The words of the sentences that tests of jobs make."""

WORDS = [
    "the",
    "a",
    "small",
    "old",
    "house",
    "dog",
    "cat",
    "tree",
    "is",
    "was",
    "runs",
    "sees",
    "now",
    "there",
]
