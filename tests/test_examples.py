"""The examples run as they stand, and show that tuning helps."""

import json
import re
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent / "examples"


def shown_by(name, tmp_path):
    done = subprocess.run(
        [sys.executable, EXAMPLES / name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert list(tmp_path.iterdir()) == []
    return done.stdout


def test_samples_of_a_language_model_are_reranked(tmp_path):
    shown = shown_by("rerank_llm_samples.py", tmp_path)
    logprob, quality, mixture, best = (float(number) for number in re.findall(r"chrF ([\d.]+)\n", shown))
    assert max(logprob, quality) < mixture < best
    assert "$ pitchpipe rerank" in shown


def test_votes_are_weighed_with_scores(tmp_path):
    shown = shown_by("weigh_votes.py", tmp_path)
    logprob, reward, votes, mixture, any_of_ten = (
        float(n) for n in re.findall(r"pass@\d+ ([\d.]+)\n", shown)
    )
    assert max(logprob, reward, votes) < mixture < any_of_ten
    low, high = map(float, re.findall(r"\(([\d.]+) to ([\d.]+)\)", shown)[0])
    assert low < mixture < high


def test_speech_is_tuned_to_the_word_error_rate(tmp_path):
    shown = shown_by("tune_speech_to_wer.py", tmp_path)
    alone, tuned, best = (float(number) for number in re.findall(r"WER ([\d.]+) %", shown))
    assert best < tuned < alone
    assert re.search(r"standard input +[\d.]+ +[\d.]+\n", shown)


def test_a_phrase_feature_makes_translations_longer_or_shorter(tmp_path):
    shown = shown_by("length_ratio.py", tmp_path)
    shorter, plain, longer = (float(number) for number in re.findall(r": ([\d.]+) target words", shown))
    assert shorter < plain < longer


def test_a_step_feature_keeps_the_decoder_from_jumping_over_punctuation(tmp_path):
    shown = shown_by("source_punctuation.py", tmp_path)
    free, kept = (int(number) for number in re.findall(r": (\d+) jumps", shown))
    assert kept < free / 2


def test_which_words_move_is_learned_by_a_sparse_feature_in_python(tmp_path):
    shown = shown_by("discriminative_distortion.py", tmp_path)
    before, tuned = (float(number) for number in re.findall(r"BLEU ([\d.]+) on", shown))
    assert tuned > before
    assert len(re.findall(r"^Jump:\S+ +-?[\d.]+$", shown, re.M)) == 5


def test_an_entailment_recogniser_in_both_directions_makes_a_learned_metric_better(tmp_path):
    shown = shown_by("entailment_metric.py", tmp_path)
    plain, both = (float(number) for number in re.findall(r"Pearson ([\d.]+)", shown))
    forward, backward = (float(number) for number in re.findall(r"entailment: ([+-][\d.]+)", shown))
    assert plain + 0.1 < both
    assert min(forward, backward) > 0


def test_the_notebook_runs_from_top_to_bottom(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cells = json.loads((EXAMPLES / "rerank.ipynb").read_text())["cells"]
    names = {"__name__": "notebook"}
    for number, cell in enumerate(cells):
        if cell["cell_type"] == "code":
            assert not cell["outputs"]
            exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)
    assert names["folds"].score > names["folds"].first
    assert names["scores"]["tuned"] < names["scores"]["first"]
    assert list(tmp_path.iterdir()) == []


def test_movement_is_predicted_from_words_and_the_tuner_uses_it(tmp_path):
    shown = shown_by("movement_model.py", tmp_path)
    for line in ("from", "to"):
        with_words, without = map(
            float, re.findall(rf"jumps {line} words: perplexity ([\d.]+), without words ([\d.]+)", shown)[0]
        )
        assert with_words < without
    before, tuned = (float(number) for number in re.findall(r"BLEU ([\d.]+) on", shown))
    assert tuned > before


def test_annotations_of_the_source_keep_subtrees_together(tmp_path):
    shown = shown_by("source_dependencies.py", tmp_path)
    free, kept = (int(number) for number in re.findall(r": (\d+) interruptions", shown))
    assert kept < free / 2
    assert "Tags:NOUN~" in shown or "Tags:OTHER~" in shown
