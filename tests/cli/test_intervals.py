"""The interval of a share."""

from __future__ import annotations

import pytest

from services.cli.intervals import wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # Newcombe (1998), table I: the score method without continuity correction.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_published_intervals_come_out(successes: int, trials: int, low: float, high: float) -> None:
    found = wilson(successes, trials)
    assert list(found) == pytest.approx([low, high], abs=5e-5)


def test_it_stays_between_nothing_and_everything_and_is_symmetrical() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(7, 7)[1] == 1.0
    low, high = wilson(3, 10)
    other_low, other_high = wilson(7, 10)
    assert [low, high] == pytest.approx([1 - other_high, 1 - other_low])
