"""Text from outside on a terminal: names, sentences and paths are shown, never obeyed."""

_INSTEAD = "\N{REPLACEMENT CHARACTER}"


def plain(text: str) -> str:
    """The text on one line, without anything that steers a terminal or cannot be printed (escape sequences, half characters)."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else " " if letter.isspace() else _INSTEAD for letter in text)
