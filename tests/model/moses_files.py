"""The files of a small Moses model."""

from __future__ import annotations

INI = """\
[feature]
UnknownWordPenalty
WordPenalty
PhrasePenalty
PhraseDictionaryMemory name=TranslationModel0 num-features=2 path=phrases table-limit=20
LexicalReordering name=LexicalReordering0 num-features=6 type=wbe-msd-bidirectional-fe-allff path=reordering
Distortion
KENLM name=LM0 path=lm.arpa order=1

[distortion-limit]
4

[weight]
LexicalReordering0= 0.1 0.1 0.1 0.1 0.1 0.1
Distortion0= 0.2
LM0= 0.5
WordPenalty0= -1
PhrasePenalty0= 0.2
TranslationModel0= 0.2 0.3
"""
PHRASES = "das ||| the ||| 0.5 0.25 ||| 0-0 ||| 2 2 1 |||\nhaus ||| house ||| 0.5 0.5 ||| 0-0 ||| 2 2 1 |||\n"
REORDERING = "".join(
    f"{pair} ||| 0.5 0.25 0.25 0.5 0.25 0.25\n" for pair in ("das ||| the", "haus ||| house")
)
ARPA = "\\data\\\nngram 1=5\n\n\\1-grams:\n" + "".join(
    f"-1\t{word}\n" for word in ("<unk>", "<s>", "</s>", "the", "house")
)
