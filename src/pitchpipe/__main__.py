"""`python -m pitchpipe` is the script `pitchpipe`."""

from pitchpipe.cli import main

main()
