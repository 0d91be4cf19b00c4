"""One tournament in memory."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from services.matchmaking.domain.event import EventState, EventTable, MatchState, Progress
from services.matchmaking.live_event import LiveEvent
from tests.services.matchmaking.events import event, identifier, result

RUNNING = Progress(EventState.RUNNING)


def scored(table: EventTable) -> EventTable:
    return replace(table, state=MatchState.SCORED, result=result(table.match_id, table.player_ids))


def opened(live: LiveEvent) -> list[EventTable]:
    drawn = live.draw_next()
    live.enter(replace(live.progress, current_round=drawn[0].round))
    live.take(drawn)
    return drawn


def test_before_the_first_round_nothing_is_played_and_nothing_is_open() -> None:
    live = LiveEvent(event(entrants=5), RUNNING, ())
    assert live.round_is_over
    assert (live.matches_done, live.matches_total, live.current_tables) == (0, 6, [])


def test_a_table_counts_once_however_often_it_is_taken() -> None:
    live = LiveEvent(event(entrants=5), RUNNING, ())
    tables = opened(live)
    assert not live.round_is_over
    for _ in range(3):
        live.take([scored(tables[0])])
    assert live.matches_done == 1
    assert sum(line.score.games for line in live.standings()) == 2
    assert [table.state for table in live.current_tables] == [MatchState.SCORED, MatchState.DRAWN]
    live.take([scored(tables[1])])
    assert live.round_is_over


def test_a_replayed_table_is_shown_with_its_new_match_and_a_void_one_brings_nobody_a_game() -> None:
    live = LiveEvent(event(entrants=4), RUNNING, ())
    tables = opened(live)
    again = replace(tables[0], match_id=identifier("again"), attempt=2)
    live.take([again])
    assert live.current_tables[0].match_id == identifier("again")
    assert not live.round_is_over
    live.take([replace(again, state=MatchState.VOID, result=result(again.match_id, again.player_ids))])
    live.take([scored(tables[1])])
    assert live.round_is_over
    assert live.matches_done == 2
    assert sum(line.score.games for line in live.standings()) == 2


@given(st.integers(4, 13), st.integers(2, 4), st.integers(1, 6))
def test_read_anew_it_is_the_same_and_draws_the_same(entrants: int, table_size: int, rounds: int) -> None:
    held = event(entrants=entrants, table_size=table_size, rounds=rounds)
    live = LiveEvent(held, RUNNING, ())
    kept: list[EventTable] = []
    for _ in range(rounds):
        tables = opened(live)
        done = [scored(table) for table in tables]
        live.take(done)
        kept += done
    anew = LiveEvent(held, live.progress, kept)
    assert anew.standings() == live.standings()
    assert (anew.matches_done, anew.matches_total) == (live.matches_total, live.matches_total)
    assert [table.player_ids for table in anew.draw_next()] == [table.player_ids for table in live.draw_next()]
    games = [line.score.games for line in live.standings()]
    assert max(games) - min(games) <= 1
