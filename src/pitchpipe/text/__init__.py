"""Text as flat arrays, and text on its way in and out."""

from pitchpipe.text.casing import capitalize
from pitchpipe.text.cleaning import Cleaned, clean
from pitchpipe.text.compounds import Compounds
from pitchpipe.text.corpus import Corpus, known_ids, read_parallel
from pitchpipe.text.known_forms import KnownForms
from pitchpipe.text.pieces import Pieces
from pitchpipe.text.plan import TextPlan, plan_text
from pitchpipe.text.preparation import Prepared, prepare, prepare_lines
from pitchpipe.text.raw_text import looks_raw
from pitchpipe.text.restoration import restore
from pitchpipe.text.texts import GroupedTexts, Texts
from pitchpipe.text.tokenized_lines import detokenize_lines, tokenize_lines
from pitchpipe.text.tokenizers import TOKENIZERS, Tokenizer, find_tokenizer
from pitchpipe.text.truecaser import Truecaser

__all__ = [
    "TOKENIZERS",
    "Cleaned",
    "Compounds",
    "Corpus",
    "GroupedTexts",
    "KnownForms",
    "Pieces",
    "Prepared",
    "TextPlan",
    "Texts",
    "Tokenizer",
    "Truecaser",
    "capitalize",
    "clean",
    "detokenize_lines",
    "find_tokenizer",
    "known_ids",
    "looks_raw",
    "plan_text",
    "prepare",
    "prepare_lines",
    "read_parallel",
    "restore",
    "tokenize_lines",
]
