import pytest

from pitchpipe.lists.known_features import readable
from pitchpipe.reordering import FEATURES


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("LM0", "language model"),
        ("LM1", "language model 2"),
        ("TranslationModel0_2", "p(e|f)"),
        ("TranslationModel1_0", "p(f|e) 2"),
        ("LexicalReordering0_0", "lexical monotone, before"),
        ("HierarchicalReordering0_5", "hier. jump, after"),
        ("WordPenalty0", "word penalty"),
    ],
)
def test_well_known_features_have_a_name_for_readers(name, said):
    assert readable(name) == said


@pytest.mark.parametrize("name", ["f0", "PT:ein:a", "TranslationModel0_4", "TranslationModel0", "KENLM0", ""])
def test_other_features_keep_their_own(name):
    assert readable(name) == name


def test_a_reordering_model_with_eight_features_tells_right_from_left():
    names = [f"HierarchicalReordering0_{i}" for i in range(8)]
    assert readable(names[3], names) == "hier. jump left, before"
    assert readable(names[4], names) == "hier. monotone, after"
    assert len({readable(name, names) for name in names}) == 8


def test_the_names_of_a_model_differ():
    names = [
        "LM0",
        "WordPenalty0",
        "PhrasePenalty0",
        "Distortion0",
        "UnknownWordPenalty0",
        "RuleCount0",
        "UniqueRule0",
    ]
    names += [f"TranslationModel0_{i}" for i in range(4)]
    names += [f"{feature}_{i}" for feature in set(FEATURES.values()) for i in range(6)]
    said = [readable(name) for name in names]
    assert len(set(said)) == len(names)
    assert max(map(len, said)) <= 26
