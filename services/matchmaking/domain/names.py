"""When two names are the same name, and which nobody can have."""

import re
import unicodedata
from collections.abc import Collection
from typing import Final

LONGEST_KEY: Final = 200
"""Characters of a name as it is compared: some single letters become eighteen."""

_BLANK: Final = dict.fromkeys(map(ord, "\u115f\u1160\u3164\uffa0"))
"""Letters by their class, nothing to the eye (the fillers of Hangul)."""

_LOOKS_LIKE: Final = str.maketrans(
    # Cyrillic, then Greek, as far as the small or the capital letter is drawn like a Latin one; then the dotless i.
    "авсԁеһіјкӏмнорԛѕтуүхԝ" + "αβεζηικμνορτυχγ" + "ı",
    "abcdehijklmhopqstyyxw" + "abezhikmnoptyxy" + "i",
)
_LIKE_A_BOT: Final = re.compile(r"(?P<bot>\S+)(?: \d+)?")
_SAID_TO_BE_ONE: Final = re.compile(r"\bhouse bot\b")


def shown(name: str) -> str:
    """The name as it is kept and shown: composed characters, single spaces, no letters without a shape."""
    return " ".join(unicodedata.normalize("NFC", name).translate(_BLANK).split())


def compared(name: str) -> str:
    """Equal for names that a reader would take for the same: case, width, spacing and the alphabet of a letter do not count."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(folded.translate(_BLANK).translate(_LOOKS_LIKE).split())


def is_readable(name: str) -> bool:
    """Whether there is something to see, and not more than can be kept."""
    return 0 < len(compared(name)) <= LONGEST_KEY


def is_of_the_house(name: str, bots: Collection[str]) -> bool:
    """Whether readers would take it for a house bot: named like one, with or without a number, or said to be one."""
    key = compared(name)
    like = _LIKE_A_BOT.fullmatch(key)
    return _SAID_TO_BE_ONE.search(key) is not None or (like is not None and like["bot"] in map(compared, bots))


def is_plain(text: str) -> bool:
    """Whether a line of text holds nothing that steers a terminal, turns the writing direction or hides: joiners excepted."""
    return all(
        letter in "\u200c\u200d" or unicodedata.category(letter) not in ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp")
        for letter in text
    )
