"""A few made-up entries in WordNet's format, METEOR's and TERp's."""

from pathlib import Path

FOLDER = Path(__file__).parent / "lexicon"
WORDNET, METEOR = FOLDER / "wordnet", FOLDER / "meteor"
PARAPHRASES, TERP_PARAPHRASES = FOLDER / "paraphrases", FOLDER / "terp-paraphrases"
