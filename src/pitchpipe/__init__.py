"""pitchpipe: the best weights for anyone's scored candidates."""

from pitchpipe.errors import InputError

__all__ = ["InputError"]
