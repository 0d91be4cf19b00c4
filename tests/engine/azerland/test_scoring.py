"""The end of the game (AZE-END): when, what counts, who wins."""

from __future__ import annotations

import pytest

from engine_core.game import SeatOutcome
from engine_core.games.azerland.actions import Finish, PlaceTile, ServeOrder
from engine_core.games.azerland.events import CauldronsExchanged, GameEnded
from engine_core.games.azerland.vocabulary import GAME_OVER, SERVE
from tests.engine.azerland.cards import showing
from tests.engine.azerland.table import Table, started, table


def over(seats: int = 3) -> Table:
    """The game is over; everybody is as bare as on the first day and cauldron k is held by seat k - 1."""
    t = table(seats)
    t.state.day = 6
    t.plan()
    t.until(GAME_OVER)
    for player in t.state.players:
        player.gold = 0
    return t


def categories(t: Table, seat: int = 0) -> dict[str, int]:
    return dict(t.outcome()[seat].categories)


@pytest.mark.rule("AZE-END-01")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_game_ends_with_the_last_serve_of_the_sixth_day(seats: int) -> None:
    t = started(seats)
    for day in range(1, 7):
        assert (t.state.day, t.state.phase == GAME_OVER) == (day, False)
        with pytest.raises(ValueError, match="not over"):
            t.outcome()
        t.skip_day("1 2 3 4 5")
    assert t.state.phase == GAME_OVER
    assert t.asked() == ()
    assert t.happened(GameEnded) == [GameEnded()]
    for seat in range(seats):
        assert t.legal(seat) == []
        t.rejects(Finish(), "AZE-END-01", seat=seat).rejects(PlaceTile(1, 0), "AZE-END-01", seat=seat)


@pytest.mark.rule("AZE-END-01")
def test_it_ends_when_the_last_participant_has_finished_serving() -> None:
    t = table(3).town(10, 11, 12)
    t.state.day = 6
    for player in t.state.players:
        player.potions = (1, 1, 1)
    t.column(SERVE, brake=False).play(0, ServeOrder(10), Finish())
    assert t.asked() == (1,)
    t.play(1, Finish())
    assert t.asked() == (2,)
    t.play(2, ServeOrder(11))
    assert t.state.phase != GAME_OVER
    t.play(2, Finish())
    assert t.state.phase == GAME_OVER


@pytest.mark.rule("AZE-END-01")
def test_nothing_ends_the_game_early() -> None:
    t = started(2)
    t.me.prestige = 500
    t.state.visitors = table(2).state.visitors
    t.skip_day()
    assert (t.state.day, t.asked()) == (2, (0, 1))


@pytest.mark.rule("AZE-END-02", "AZE-RUL-78")
def test_each_card_counts_every_applicable_visitor_again() -> None:
    t = over()
    display = (14, 20, 27, 28, 30, 40, 41)
    t.me.display, t.me.prestige = display, 50
    celerity, charm = len(showing("celerity", display)), len(showing("charm", display))
    both = sum(visitor in showing("celerity") and visitor in showing("charm") for visitor in display)
    only = min(celerity - both, charm - both)
    assert categories(t)["end_of_game_benefits"] == celerity + charm + 3 * (both + only) + 5 + 7
    assert categories(t)["prestige"] == 50


@pytest.mark.rule("AZE-END-03")
@pytest.mark.parametrize(("gold", "prestige"), [(0, 0), (1, 0), (2, 1), (7, 3), (10, 5)])
def test_one_prestige_per_two_gold(gold: int, prestige: int) -> None:
    t = over()
    t.me.gold = gold
    assert t.outcome()[0].points == categories(t)["gold"] == prestige


@pytest.mark.rule("AZE-END-04")
@pytest.mark.parametrize(("apprentices", "prestige"), [(0, 0), (1, 0), (2, 1), (7, 3), (10, 5)])
def test_one_prestige_per_two_apprentices(apprentices: int, prestige: int) -> None:
    t = over()
    t.me.apprentices = apprentices
    assert t.outcome()[0].points == categories(t)["apprentices"] == prestige


@pytest.mark.rule("AZE-END-03", "AZE-END-04")
def test_gold_and_apprentices_are_not_paired_with_each_other() -> None:
    t = over()
    t.me.gold = t.me.apprentices = 3
    assert t.outcome()[0].points == 2


@pytest.mark.rule("AZE-END-05")
def test_two_prestige_per_potion_of_any_type() -> None:
    t = over()
    t.me.potions = (1, 2, 4)
    assert t.outcome()[0].points == categories(t)["potions"] == 14


@pytest.mark.rule("AZE-END-06")
def test_what_else_is_left_gives_nothing() -> None:
    t = over()
    t.me.ingredients, t.me.abilities, t.me.discs, t.me.pawn = (9, 9, 9), 7, (13, 13, 13), 10
    t.me.tiles, t.me.black_market = (0, 0, 0, 0, 0), (3, 4)
    assert t.outcome()[0].points == 0
    t.me.display = (1, 10, 43)
    assert t.outcome()[0].points == 0


@pytest.mark.rule("AZE-RUL-78")
def test_the_count_uses_the_holdings_of_the_moment_and_spends_nothing() -> None:
    t = over()
    t.me.gold, t.me.apprentices, t.me.potions, t.me.prestige = 7, 5, (1, 1, 0), 31
    t.me.display = (36, 38, 41)
    t.me.ingredients = (3, 0, 0)
    before = t.json()
    (first, *_), (second, *_) = t.outcome(), t.outcome()
    assert first == second
    assert t.json() == before
    count = dict(first.categories)
    assert count == {"prestige": 31, "end_of_game_benefits": 7 + 1 + 3, "gold": 0, "apprentices": 2, "potions": 4}
    assert first.points == sum(count.values()) == 48


@pytest.mark.rule("AZE-END-07")
def test_most_prestige_wins() -> None:
    t = over(4)
    for seat, prestige in enumerate((20, 35, 34, 21)):
        t.player(seat).prestige = prestige
    assert [seat.place for seat in t.outcome()] == [4, 1, 2, 3]
    t.player(0).gold = 31
    assert [seat.points for seat in t.outcome()] == [35, 35, 34, 21]
    t.player(0).gold = 32
    assert [seat.place for seat in t.outcome()] == [1, 2, 3, 4], "gold counts before places are given"


@pytest.mark.rule("AZE-END-08", "AZE-RUL-79")
@pytest.mark.parametrize("cauldrons", [(0, 1, 2, 3), (3, 1, 0, 2), (2, 3, 1, 0)])
def test_ties_go_to_the_lower_cauldron(cauldrons: tuple[int, ...]) -> None:
    t = over(4)
    t.state.cauldrons = cauldrons
    for player in t.state.players:
        player.prestige = 40
    places = {seat.seat: seat.place for seat in t.outcome()}
    assert [places[seat] for seat in cauldrons] == [1, 2, 3, 4]
    t.player(cauldrons[3]).prestige = 41
    places = {seat.seat: seat.place for seat in t.outcome()}
    assert [places[seat] for seat in cauldrons] == [2, 3, 4, 1]
    outcome: SeatOutcome = t.outcome()[cauldrons[0]]
    assert outcome.tie_breaks > t.outcome()[cauldrons[1]].tie_breaks


@pytest.mark.rule("AZE-RUL-79", "AZE-END-08")
def test_the_tie_break_uses_the_cauldrons_after_the_last_exchange() -> None:
    t = table(2)
    t.state.day = 6
    t.plan("g5 g4 g3 g2 1", "g5 g4 g3 g2 1")
    assert t.state.phase == GAME_OVER
    assert t.happened(CauldronsExchanged) == [CauldronsExchanged(0, 2, 1, 1)]
    assert t.state.cauldrons == (1, 0)
    assert [seat.points for seat in t.outcome()] == [5, 5]
    assert [seat.place for seat in t.outcome()] == [2, 1]


@pytest.mark.rule("AZE-RUL-78")
def test_the_points_are_the_sum_of_the_categories() -> None:
    t = started(3, seed=8)
    t.until(GAME_OVER)
    for seat in t.outcome():
        assert seat.points == sum(points for _, points in seat.categories)
