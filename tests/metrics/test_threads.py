"""Threads that the machine does not give."""

import subprocess
import sys

CODE = """
import resource
from pitchpipe.metrics import Wer
from pitchpipe.text import GroupedTexts

texts = GroupedTexts.singles(["a b"] * 20_000)
size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + (64 << 20), size + (64 << 20)))
print(Wer().statistics(texts, texts, threads=1000).sum())
"""


def test_fewer_threads_than_asked_for_do_the_same_work():
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "40000.0\n", "")
