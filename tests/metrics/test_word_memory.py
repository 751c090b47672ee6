from pitchpipe.metrics import word_memory
from pitchpipe.metrics.word_memory import WordMemory


def test_each_word_is_looked_up_once(monkeypatch):
    asked = []

    def lengths(words):
        asked.append(words)
        return [len(word) for word in words]

    memory = WordMemory(lengths)
    assert memory.of(["a", "bb", "a"]) == [1, 2, 1]
    assert memory.of(["bb", "ccc"]) == [2, 3]
    assert memory.of(["ccc", "a"]) == [3, 1]
    assert asked == [["a", "bb", "a"], ["ccc"]]
    monkeypatch.setattr(word_memory, "LIMIT", 3)  # full: more words are looked up, and not kept
    assert memory.of(["a", "dddd"]) == memory.of(["a", "dddd"]) == [1, 4]
    assert asked[2:] == [["dddd"], ["dddd"]]
