"""What operators see of matchmaking (Prometheus). Nothing in it names a player, a seat or a match."""

from prometheus_client import Counter, Gauge

ACTIVE = Gauge("arena_matchmaking_active", "1 on the instance that holds the lease, 0 on a standby")
TICKETS_WAITING = Gauge("arena_matchmaking_tickets_waiting", "Tickets without a match", ["game"])
OLDEST_TICKET_SECONDS = Gauge("arena_matchmaking_oldest_ticket_seconds", "Age of the ticket that has waited longest")
TICKETS_BOUND = Gauge("arena_matchmaking_tickets_bound", "Tickets with a table whose match is not assigned yet")
MATCHES_UNFINISHED = Gauge("arena_matchmaking_matches_unfinished", "Matches without a result", ["game", "source"])
TOURNAMENTS_RUNNING = Gauge("arena_matchmaking_tournaments_running", "Tournaments being played")
RESULTS = Counter("arena_matchmaking_results_total", "Results taken over, by what they meant", ["verdict"])
TRIES_FAILED = Counter("arena_matchmaking_tries_failed_total", "Steps that had to be tried again", ["why"])
FAULTS = Counter("arena_matchmaking_faults_total", "Tables and tournaments stopped by a fault of ours", ["what"])
