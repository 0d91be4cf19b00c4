"""The stack of frames of a state: what waits to be decided or done, the innermost last (``docs/decisions/0021``).

A frame is a small immutable value of the game's own class. Rules only push and pop frames; no rule knows what lies below.
"""

from __future__ import annotations

from typing import Any, Protocol

from engine_core.values import Value


class HasStack(Protocol):
    """A state with a stack of frames."""

    pending: tuple[Any, ...]


def push(state: HasStack, *frames: Value) -> None:
    """Put frames on the stack; the last one comes first."""
    state.pending = (*state.pending, *frames)


def pop(state: HasStack) -> None:
    """The innermost frame is done."""
    state.pending = state.pending[:-1]


def swap_top(state: HasStack, *frames: Value) -> None:
    """Put other frames in the place of the innermost one; the last of them comes first."""
    state.pending = (*state.pending[:-1], *frames)
