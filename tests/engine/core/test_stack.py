"""The stack of frames: the innermost is the last, and the last that was pushed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine_core.stack import pop, push, swap_top


@dataclass
class Waiting:
    """A state with nothing but a stack."""

    pending: tuple[Any, ...] = ()


def test_the_last_frame_pushed_is_the_innermost() -> None:
    state = Waiting(("outer",))
    push(state, "middle", "inner")  # type: ignore[arg-type]
    assert list(state.pending) == ["outer", "middle", "inner"]
    pop(state)
    assert list(state.pending) == ["outer", "middle"]


def test_what_replaces_the_innermost_lies_where_it_lay_in_the_order_of_a_push() -> None:
    state = Waiting(("outer", "inner"))
    swap_top(state, "middle", "other")  # type: ignore[arg-type]
    assert list(state.pending) == ["outer", "middle", "other"]
    swap_top(state)
    assert list(state.pending) == ["outer", "middle"]


def test_a_copy_keeps_the_stack_that_it_was_given() -> None:
    before = Waiting(("outer",))
    after = Waiting(before.pending)
    pop(after)
    assert before.pending == ("outer",)
