"""Addresses inside a plain JSON value, ``players[1].coins``, and laying one document over another."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from engine_core.errors import BadEncoding

_PART: Final = re.compile(r"\.?([A-Za-z_][A-Za-z0-9_]*)|\[([0-9]+)\]")

MISSING: Final = type("Missing", (), {"__repr__": lambda self: "nothing"})()
"""What :func:`look_up` finds where the document has nothing."""


def parts(path: str) -> list[str | int]:
    """``players[1].coins`` -> ``["players", 1, "coins"]``; :class:`BadEncoding` for anything that is no path."""
    found: list[str | int] = []
    position = 0
    while position < len(path):
        match = _PART.match(path, position)
        if match is None or (position == 0 and path[0] == "."):
            raise BadEncoding(f"{path!r} is no path; paths look like players[1].coins")
        name, index = match.groups()
        found.append(name if index is None else int(index))
        position = match.end()
    if not found:
        raise BadEncoding("the path is empty; paths look like players[1].coins")
    return found


def look_up(document: Any, path: str) -> Any:
    """What stands at the path, or :data:`MISSING`."""
    for part in parts(path):
        holds = Mapping if isinstance(part, str) else list
        if not isinstance(document, holds):
            return MISSING
        held: Any = document
        try:
            document = held[part]
        except (KeyError, IndexError):
            return MISSING
    return document


def at(path: str, value: Any) -> Any:
    """A document that holds the value at the path and nothing else: what :func:`overlay` lays over another."""
    document = value
    for part in reversed(parts(path)):
        document = {str(part): document}
    return document


def overlay(base: Any, top: Any, path: str = "") -> Any:
    """``base`` with everything that ``top`` says instead; neither is changed.

    Objects merge field by field. A list is replaced by a list, unless it holds objects: then the lists merge element by element and
    ``null`` leaves an element as it is; only an empty list replaces it. An object over a list replaces the elements it names by index,
    ``{"1": ...}``.
    """
    if isinstance(base, Mapping) and isinstance(top, Mapping):
        merged = dict(base)
        for key, value in top.items():
            inner = f"{path}.{key}" if path else str(key)
            merged[key] = overlay(base[key], value, inner) if key in base else value
        return merged
    if isinstance(base, list) and isinstance(top, Mapping):
        return _by_index(base, top, path)
    if isinstance(base, list) and isinstance(top, list) and top and any(isinstance(item, Mapping) for item in base):
        if len(top) > len(base):
            raise BadEncoding(f"{path}: there are {len(base)} of them, not {len(top)}")
        names = {str(i): item for i, item in enumerate(top) if item is not None}
        return _by_index(base, names, path)
    return top


def _by_index(base: list[Any], top: Mapping[Any, Any], path: str) -> list[Any]:
    merged = list(base)
    for key, value in top.items():
        index = str(key)
        if not index.isdecimal() or int(index) >= len(base):
            raise BadEncoding(f"{path}[{index}]: there are {len(base)} of them, counted from 0")
        merged[int(index)] = overlay(base[int(index)], value, f"{path}[{index}]")
    return merged
