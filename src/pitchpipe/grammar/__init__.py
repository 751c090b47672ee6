"""Synchronous grammars: rules with gaps, extracted from aligned text, scored, and kept in tables."""

from pitchpipe.grammar.extraction import RuleExtraction, extract_rules, rule_settings
from pitchpipe.grammar.parses import check_parses, parses_by_side
from pitchpipe.grammar.rule_tables import RULE_FORMATS, read_rules, write_rules
from pitchpipe.grammar.symbols import GAPS
from pitchpipe.grammar.tree_extraction import TreeExtraction
from pitchpipe.grammar.trees import Trees

__all__ = [
    "GAPS",
    "RULE_FORMATS",
    "RuleExtraction",
    "TreeExtraction",
    "Trees",
    "check_parses",
    "extract_rules",
    "parses_by_side",
    "read_rules",
    "rule_settings",
    "write_rules",
]
