"""What scoring measures."""

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge


class ScoringMetrics:
    """All instruments of one process."""

    def __init__(self, registry: CollectorRegistry = REGISTRY) -> None:
        self.results = Counter(
            "arena_scoring_results",
            "Results taken from the bus by what became of them: rated, unrated, repeated (the match was counted before),"
            " unreadable (raise an alert on any)",
            ("outcome",),
            registry=registry,
        )
        self.transactions = Counter(
            "arena_scoring_transactions", "Transactions that counted results: several of them each", registry=registry
        )
        self.sequence = Gauge(
            "arena_scoring_counted_sequence", "Stream sequence of the last result counted", registry=registry
        )
        self.lag = Gauge("arena_scoring_lag_results", "Results on the bus that are not counted yet", registry=registry)
        self.failures = Counter(
            "arena_scoring_failures",
            "Tries that have to be repeated, by what did not answer",
            ("what",),
            registry=registry,
        )
        self.ratings = Gauge(
            "arena_scoring_ratings", "Ratings by game and number of seats", ("game", "seats"), registry=registry
        )
        self.records = Counter(
            "arena_scoring_records_kept", "Records of finished matches copied from the rules service", registry=registry
        )
        self.active = Gauge(
            "arena_scoring_active", "1 while this instance is the one that counts, 0 on standby", registry=registry
        )
