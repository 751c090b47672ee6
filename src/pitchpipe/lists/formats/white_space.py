"""What is left off at the ends of candidates and references."""

WHITE_SPACE = " \t\n\r\v\f"
