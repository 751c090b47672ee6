"""Synchronous grammars: rules with gaps, extracted from aligned text, scored, and kept in tables."""

from pitchpipe.grammar.extraction import RuleExtraction, extract_rules
from pitchpipe.grammar.rule_tables import RULE_FORMATS, read_rules, write_rules
from pitchpipe.grammar.symbols import GAPS

__all__ = ["GAPS", "RULE_FORMATS", "RuleExtraction", "extract_rules", "read_rules", "write_rules"]
