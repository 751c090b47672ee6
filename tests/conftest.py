"""Settings of all tests."""

from hypothesis import settings

# Writing files to disk takes as long as the machine likes.
settings.register_profile("pitchpipe", deadline=None)
settings.load_profile("pitchpipe")
