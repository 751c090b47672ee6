"""The attack on every reader: odd inputs, each of which must be read or refused in one sentence, in bounded time and memory.

    python -m tests.fuzz --seconds 3600            # all readers, an hour
    python -m tests.fuzz weights arpa --inputs 500 # some of them

`targets` has the readers, `mutations` and `sealed` what is done to good files, `worker` tries inputs in a process of its own,
and `findings/` has what was found once; `test_fuzz` runs a short share of it.
"""
