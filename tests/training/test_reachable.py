"""The reachable part of a text, against forced decoding of each pair."""

from pathlib import Path

from pitchpipe.decoder import PhraseDecoder, SearchSettings
from pitchpipe.training.reachable import reachable
from tests.decoder.phrasebook import phrasebook

SENTENCES = ["das haus", "das haus", "ein haus", "ein haus"]
REFERENCES = [["the house"], ["the home", "house the"], ["a building"], ["a building", "a house", "house a"]]


def decoder(folder: Path, distortion_limit: int = 6) -> PhraseDecoder:
    words = {"das": ["the"], "haus": ["house"], "ein": ["a"]}
    return PhraseDecoder(phrasebook(folder, words), SearchSettings(distortion_limit=distortion_limit))


def test_each_sentence_has_its_first_reachable_reference(tmp_path: Path) -> None:
    assert reachable(decoder(tmp_path), SENTENCES, REFERENCES) == [0, 1, None, 1]


def test_a_distortion_limit_bounds_what_is_within_reach(tmp_path: Path) -> None:
    assert reachable(decoder(tmp_path, 0), SENTENCES, REFERENCES) == [0, None, None, 1]


def test_it_is_what_forced_decoding_finds_for_each_pair(tmp_path: Path) -> None:
    ours = decoder(tmp_path)
    for sentence, references in zip(SENTENCES, REFERENCES, strict=True):
        forced = [len(ours.force([sentence], [one]).candidates.texts) > 0 for one in references]
        wanted = forced.index(True) if any(forced) else None
        assert reachable(ours, [sentence], [references]) == [wanted]


def test_no_sentences_have_none(tmp_path: Path) -> None:
    assert reachable(decoder(tmp_path), [], []) == []
