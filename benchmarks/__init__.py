"""Speed and quality, measured; run all with `make bench`."""
