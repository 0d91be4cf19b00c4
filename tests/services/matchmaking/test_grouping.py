"""Which waiting tickets make a table."""

from hypothesis import given
from hypothesis import strategies as st

from services.matchmaking.domain.grouping import Queue, Waiting, group

PAIR = Queue("medico", 2, b"", "")


def waiting(number: int, player: str, queue: Queue = PAIR) -> Waiting:
    return Waiting(f"t{number}", player, queue)


def test_first_come_first_served() -> None:
    tickets = [waiting(number, player) for number, player in enumerate("abcde")]
    assert group(tickets) == [tuple(tickets[0:2]), tuple(tickets[2:4])]


def test_tickets_meet_only_when_game_seats_options_and_pool_are_equal() -> None:
    others = [
        PAIR._replace(game="tinctura"),
        PAIR._replace(seats=3),
        PAIR._replace(options=b"\x01"),
        PAIR._replace(pool="club"),
    ]
    for number, other in enumerate(others):
        assert group([waiting(0, "a"), waiting(number + 1, "b", other)]) == []
    assert len(group([waiting(0, "a"), waiting(1, "b")])) == 1


def test_a_second_ticket_of_a_player_waits_for_the_next_table() -> None:
    tickets = [waiting(0, "a"), waiting(1, "a"), waiting(2, "b"), waiting(3, "c")]
    assert group(tickets) == [(tickets[0], tickets[2]), (tickets[1], tickets[3])]


def test_a_solo_queue_makes_a_table_of_every_ticket() -> None:
    solo = PAIR._replace(seats=1)
    tickets = [waiting(0, "a", solo), waiting(1, "a", solo)]
    assert group(tickets) == [(tickets[0],), (tickets[1],)]


queues = st.builds(
    Queue, st.just("medico"), st.integers(1, 4), st.sampled_from([b"", b"x"]), st.sampled_from(["", "p"])
)


@given(st.lists(st.tuples(st.sampled_from("abcdefg"), queues), max_size=40))
def test_tables_are_full_distinct_and_leave_no_table_behind(arrivals: list[tuple[str, Queue]]) -> None:
    tickets = [waiting(number, player, queue) for number, (player, queue) in enumerate(arrivals)]
    tables = group(tickets)
    used = [ticket for table in tables for ticket in table]
    assert len(used) == len(set(used))
    for table in tables:
        assert len(table) == table[0].queue.seats
        assert len({ticket.player_id for ticket in table}) == len(table)
        assert len({ticket.queue for ticket in table}) == 1
    left = [ticket for ticket in tickets if ticket not in used]
    for queue in {ticket.queue for ticket in left}:
        assert len({ticket.player_id for ticket in left if ticket.queue == queue}) < queue.seats
