"""When two names are the same name."""

import unicodedata


def shown(name: str) -> str:
    """The name as it is kept and shown: composed characters, single spaces."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def compared(name: str) -> str:
    """Equal for names that a reader would take for the same: case, width and spacing do not count."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())
