"""People's judgements of translations: campaigns made, served to judges, and reported on.

Nothing is imported here, so that the command line starts fast.
"""
