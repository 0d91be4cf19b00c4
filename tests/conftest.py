"""What all tests share: hypothesis draws the same examples on every machine, and no test is timed by it."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "arena",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("arena")
