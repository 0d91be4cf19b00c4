"""What a rules replica measures. Nothing in it is hidden: counts, times and the names of games and outcomes only."""

from __future__ import annotations

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram

_LATENCIES = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20)


class RulesMetrics:
    """All instruments of one replica."""

    def __init__(self, registry: CollectorRegistry = REGISTRY) -> None:
        self.submissions = Counter(
            "arena_rules_submissions",
            "Submissions, resignations and aborts by game and what became of them (accepted, repeated or the reason of the rejection)",
            ("game", "outcome"),
            registry=registry,
        )
        self._counters: dict[tuple[str, str], Counter] = {}
        self.append_seconds = Histogram(
            "arena_rules_append_seconds",
            "Time from sending an entry to its acknowledgement",
            buckets=_LATENCIES,
            registry=registry,
        )
        self.conflicts = Counter(
            "arena_rules_conflicts",
            "Appends that did not get through at once: another entry came first, or no acknowledgement came",
            ("kind",),
            registry=registry,
        )
        self.folds = Counter(
            "arena_rules_folds", "Matches folded from the start of their log", ("why",), registry=registry
        )
        self.created = Counter("arena_rules_matches_created", "Matches created here", ("game",), registry=registry)
        self.results = Counter(
            "arena_rules_results", "Results written here, at once or completed later", ("how",), registry=registry
        )
        self.cached = Gauge("arena_rules_matches_cached", "Matches whose fold is in memory", registry=registry)
        self.running = Gauge("arena_rules_matches_running", "Matches in memory that have not ended", registry=registry)
        self.oldest_progress = Gauge(
            "arena_rules_oldest_progress_seconds",
            "Age of the last accepted input of the running match in memory that has waited longest; 0 without any",
            registry=registry,
        )
        self.streams = Gauge("arena_rules_streams", "Open streams", ("kind",), registry=registry)
        self.quarantined = Gauge(
            "arena_rules_matches_quarantined",
            "Matches not served here because our fold does not agree with their log: raise an alert on any",
            registry=registry,
        )

        self.platform_faults = Counter(
            "arena_rules_platform_faults",
            "Matches ended here because another replica, too, could not fold their log: raise an alert on any",
            ("game",),
            registry=registry,
        )

    def count_submission(self, game: str, outcome: str) -> None:
        """One submission, resignation or abort more."""
        # `labels` takes a lock and checks its arguments: too dear for every action.
        counter = self._counters.get((game, outcome))
        if counter is None:
            counter = self._counters[game, outcome] = self.submissions.labels(game, outcome)
        counter.inc()
