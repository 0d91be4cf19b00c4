"""``tree`` is no part of this tree: its tests run in the copy that it is laid over."""

from __future__ import annotations

collect_ignore = ["tree"]
