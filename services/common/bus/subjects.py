"""The names on the bus: streams, buckets and subjects. Nobody else writes one as a literal.

    arena.match.<game>.<rules>.<match_id>.log   what a match accepted, in order     stream ARENA_MATCHES
    arena.match.<game>.<rules>.<match_id>.end   its last entry
    arena.live.<game>.<rules>.<match_id>.log    the same, republished once stored: what followers subscribe to
    arena.result.<game>.<match_id>              one message per finished match      stream ARENA_RESULTS
    arena.keys.<kid>                            a public token key was published or withdrawn

`<rules>` is the rules version, a whole number.
"""

import re

MATCHES = "ARENA_MATCHES"
RESULTS = "ARENA_RESULTS"

MATCH_ROOT = "arena.match"
LIVE_ROOT = "arena.live"
RESULT_ROOT = "arena.result"
KEYS_ROOT = "arena.keys"

KEYS_BUCKET = "arena_keys"
DATA_BUCKET = "arena_data"
DOUBTS_BUCKET = "arena_doubts"
MATCHMAKING_BUCKET = "arena_matchmaking"
BOTS_BUCKET = "arena_bots"
SCORING_BUCKET = "arena_scoring"

_TOKEN = re.compile(r"[A-Za-z0-9_-]+")


def _token(value: str | int) -> str:
    # A wildcard or a dot slipped in here would widen a guard or a read to other matches.
    token = str(value)
    if _TOKEN.fullmatch(token) is None:
        raise ValueError(f"not usable as one token of a subject: {value!r}")
    return token


def match_tree(game: str, rules: int, match_id: str) -> str:
    """Filter over everything of one match: what appends are guarded over and folds read."""
    return f"{MATCH_ROOT}.{_token(game)}.{_token(rules)}.{_token(match_id)}.>"


def match_log(game: str, rules: int, match_id: str) -> str:
    """Subject of the accepted inputs of one match."""
    return match_tree(game, rules, match_id)[:-1] + "log"


def match_end(game: str, rules: int, match_id: str) -> str:
    """Subject of the last entry of one match."""
    return match_tree(game, rules, match_id)[:-1] + "end"


def match_ends(game: str, rules: int) -> str:
    """Filter over the last entries of all matches of one game and rules version."""
    return f"{MATCH_ROOT}.{_token(game)}.{_token(rules)}.*.end"


def live_tree(game: str, rules: int, match_id: str | None = None) -> str:
    """Filter over republished entries: of one match, or (without an id) of all matches of the version."""
    tail = "*" if match_id is None else _token(match_id)
    return f"{LIVE_ROOT}.{_token(game)}.{_token(rules)}.{tail}.>"


def stored_subject(live_subject: str) -> str:
    """The subject under which a republished entry is stored."""
    if not live_subject.startswith(LIVE_ROOT + "."):
        raise ValueError(f"not a live subject: {live_subject!r}")
    return MATCH_ROOT + live_subject[len(LIVE_ROOT) :]


def match_id_of(subject: str) -> str:
    """The match id in a match, live or result subject."""
    parts = subject.split(".")
    if len(parts) == 6 and parts[1] in ("match", "live"):
        return parts[4]
    if len(parts) == 4 and parts[1] == "result":
        return parts[3]
    raise ValueError(f"no match id in subject {subject!r}")


def result(game: str, match_id: str) -> str:
    """Subject of the result of one match."""
    return f"{RESULT_ROOT}.{_token(game)}.{_token(match_id)}"


def results(game: str | None = None) -> str:
    """Filter over the results of one game, or of all."""
    return f"{RESULT_ROOT}.>" if game is None else f"{RESULT_ROOT}.{_token(game)}.*"
