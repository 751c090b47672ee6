"""Settings of all tests."""

import signal

from hypothesis import settings

# Writing files to disk takes as long as the machine likes.
settings.register_profile("pitchpipe", deadline=None)
settings.load_profile("pitchpipe")


def pytest_configure():
    """A shell that runs the tests in the background ignores interrupts, and commands would inherit that."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
