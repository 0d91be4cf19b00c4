"""Options in canonical form, from the description of a game."""

import pytest

from arena.pb.medico.v1 import options_pb2
from arena.pb.rules.v1 import catalogue_pb2, games_pb2
from services.matchmaking.domain.options import UnknownOption, canonical, canonical_bytes, require_seats
from tests.services.matchmaking.fakes import MEDICO

SPELLED_OUT = games_pb2.GameOptions(
    medico=options_pb2.Options(
        starting_markets=options_pb2.STARTING_MARKETS_NONE, start_places=options_pb2.START_PLACES_CHOSEN
    )
)


@pytest.mark.parametrize(
    "said",
    [
        None,
        games_pb2.GameOptions(),
        games_pb2.GameOptions(medico=options_pb2.Options()),
        games_pb2.GameOptions(medico=options_pb2.Options(starting_markets=options_pb2.STARTING_MARKETS_NONE)),
        SPELLED_OUT,
    ],
)
def test_nothing_said_and_the_default_spelled_out_are_the_same(said: games_pb2.GameOptions | None) -> None:
    assert canonical(said, MEDICO) == SPELLED_OUT
    assert canonical_bytes(canonical(said, MEDICO)) == canonical_bytes(SPELLED_OUT)


def test_another_value_is_kept_and_is_another_queue() -> None:
    said = games_pb2.GameOptions(medico=options_pb2.Options(starting_markets=options_pb2.STARTING_MARKETS_RANDOM))
    full = canonical(said, MEDICO)
    assert full.medico.starting_markets == options_pb2.STARTING_MARKETS_RANDOM
    assert full.medico.start_places == options_pb2.START_PLACES_CHOSEN
    assert canonical_bytes(full) != canonical_bytes(SPELLED_OUT)


def test_the_callers_message_is_not_changed() -> None:
    said = games_pb2.GameOptions()
    canonical(said, MEDICO)
    assert said == games_pb2.GameOptions()


def test_a_value_that_the_schema_does_not_have_is_refused() -> None:
    said = games_pb2.GameOptions(medico=options_pb2.Options(starting_markets=99))  # type: ignore[arg-type]  # rubbish on purpose
    with pytest.raises(UnknownOption, match="none, random") as caught:
        canonical(said, MEDICO)
    assert caught.value.subject == "options.medico.starting_markets"


def test_a_value_that_the_game_does_not_offer_is_refused() -> None:
    fewer = catalogue_pb2.DescribeGameResponse()
    fewer.CopyFrom(MEDICO)
    del fewer.options[0].values[1]
    said = games_pb2.GameOptions(medico=options_pb2.Options(starting_markets=options_pb2.STARTING_MARKETS_MATCHED))
    with pytest.raises(UnknownOption):
        canonical(said, fewer)


def test_an_option_that_the_game_does_not_offer_is_refused_only_when_it_is_said() -> None:
    fewer = catalogue_pb2.DescribeGameResponse()
    fewer.CopyFrom(MEDICO)
    del fewer.options[1]
    assert canonical(None, fewer).medico.start_places == options_pb2.START_PLACES_UNSPECIFIED
    with pytest.raises(UnknownOption) as caught:
        canonical(SPELLED_OUT, fewer)
    assert caught.value.subject == "options.medico.start_places"


def test_the_options_of_another_game_are_refused() -> None:
    with pytest.raises(UnknownOption, match="chess has no options"):
        canonical(SPELLED_OUT, catalogue_pb2.DescribeGameResponse(game="chess"))


@pytest.mark.parametrize(("said", "meant"), [(None, True), (True, True), (False, False)])
def test_a_switch_that_is_on_by_default_can_be_switched_off(said: bool | None, meant: bool) -> None:
    """Unset and "no" are two things: the field has presence."""
    words = [catalogue_pb2.OptionValue(name=word) for word in ("false", "true")]
    switch = catalogue_pb2.OptionDescription(name="rapid_growth_per_plant", values=words, default_value="true")
    offered = catalogue_pb2.DescribeGameResponse(game="tinctura", options=[switch])
    options = games_pb2.GameOptions()
    options.tinctura.SetInParent()
    if said is not None:
        options.tinctura.rapid_growth_per_plant = said
    assert canonical(options, offered).tinctura.rapid_growth_per_plant is meant


def test_a_field_that_this_service_does_not_know_is_refused_instead_of_ignored() -> None:
    unknown_field = bytes([9 << 3 | 0, 1])
    nested = bytes([2 << 3 | 2, len(unknown_field)]) + unknown_field
    for rubbish in (unknown_field, nested):
        with pytest.raises(UnknownOption, match="does not know"):
            canonical(games_pb2.GameOptions.FromString(rubbish), MEDICO)


@pytest.mark.parametrize(("value", "seats", "is_refused"), [(True, 1, True), (True, 2, False), (False, 1, False)])
def test_a_value_is_refused_with_seats_that_it_does_not_go_with(value: bool, seats: int, is_refused: bool) -> None:
    words = [
        catalogue_pb2.OptionValue(name="false", seat_counts=[1, 2]),
        catalogue_pb2.OptionValue(name="true", seat_counts=[2]),
    ]
    switch = catalogue_pb2.OptionDescription(name="events", values=words, default_value="false")
    offered = catalogue_pb2.DescribeGameResponse(game="tinctura", seat_counts=[1, 2], options=[switch])
    options = games_pb2.GameOptions()
    options.tinctura.events = value
    full = canonical(options, offered)
    if not is_refused:
        require_seats(full, offered, seats)
        return
    with pytest.raises(UnknownOption, match="events can be true with 2 seats, not with 1") as caught:
        require_seats(full, offered, seats)
    assert caught.value.subject == "options.tinctura.events"


def test_a_description_that_knows_no_seats_of_values_refuses_none() -> None:
    for seats in MEDICO.seat_counts:
        require_seats(SPELLED_OUT, MEDICO, seats)
