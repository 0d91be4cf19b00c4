"""Tournament files: what they may say, and errors that name line and key."""

from pathlib import Path

import protovalidate
import pytest

from arena.pb.azerland.v1 import options_pb2 as azerland_pb2
from arena.pb.medico.v1 import options_pb2
from services.common.tournament_file import (
    BadTournamentFile,
    HouseBots,
    Leg,
    RegisteredPlayer,
    TournamentFile,
    parse,
)

EXAMPLES = Path(__file__).parents[3] / "deploy" / "examples"
PLAYER = "01k5m1x0000000000000000000"
MINIMAL = """\
name = "Night"
game = "medico"
table_size = 2
rounds = 3

[[entrants]]
bot = "greedy"
count = 2
"""


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.name)
def test_the_examples_are_tournaments_that_the_schema_accepts(path: Path) -> None:
    protovalidate.validate(parse(path.read_text()).request("0" * 26))


def test_a_table_of_one_has_points_for_a_game_won_and_a_game_lost() -> None:
    solo = MINIMAL.replace('"medico"', '"azerland"').replace("table_size = 2", "table_size = 1")
    assert parse(solo.replace("rounds = 3", "rounds = 3\nplacement_points = [3, 1]")).placement_points == (3, 1)
    with pytest.raises(BadTournamentFile, match="it must list 2 whole numbers"):
        parse(solo.replace("rounds = 3", "rounds = 3\nplacement_points = [3]"))


def test_what_is_left_out_has_a_default() -> None:
    assert parse(MINIMAL) == TournamentFile(
        name="Night", game="medico", table_size=2, rounds=3, entrants=(HouseBots("greedy", 2),)
    )
    request = parse(MINIMAL).request("0" * 26)
    assert request.rated
    assert not request.HasField("options")
    assert not request.HasField("pairing_seed")
    assert not request.placement_points


def test_everything_that_is_said_is_in_the_request() -> None:
    text = f"""\
name = "Night"
game = "medico"
table_size = 3
rounds = 4
rated = false
pairing_seed = 18446744073709551615
placement_points = [5, 2, 0]

[options]
starting_markets = "matched"

[[entrants]]
bot = "greedy"
count = 2
label = "Grete"

[[entrants]]
player = "{PLAYER}"
"""
    parsed = parse(text)
    assert parsed.entrants == (HouseBots("greedy", 2, "Grete"), RegisteredPlayer(PLAYER))
    request = parsed.request("0" * 26)
    assert request.options.medico.starting_markets == options_pb2.STARTING_MARKETS_MATCHED
    assert (request.rated, request.pairing_seed, list(request.placement_points)) == (False, 2**64 - 1, [5, 2, 0])
    assert (request.table_size, request.rounds, request.name, request.game) == (3, 4, "Night", "medico")
    assert request.entrants[0].house_bot.label == "Grete"
    assert request.entrants[1].player_id == PLAYER
    protovalidate.validate(request)


MEDLEY = """\
name = "Medley"
table_size = 2

[[rounds]]
game = "medico"
count = 3
options = { starting_markets = "matched" }

[[rounds]]
game = "azerland"
[rounds.options]
solo_difficulty = "hard"

[[entrants]]
bot = "random"
count = 2
"""


def test_an_event_of_several_games_names_them_round_by_round() -> None:
    parsed = parse(MEDLEY)
    assert parsed.legs == (
        Leg("medico", 3, {"starting_markets": "matched"}),
        Leg("azerland", 1, {"solo_difficulty": "hard"}),
    )
    request = parsed.request("0" * 26)
    assert (request.game, request.rounds, request.HasField("options")) == ("", 4, False)
    assert [(leg.game, leg.rounds) for leg in request.legs] == [("medico", 3), ("azerland", 1)]
    assert request.legs[0].options.medico.starting_markets == options_pb2.STARTING_MARKETS_MATCHED
    assert request.legs[1].options.azerland.solo_difficulty == azerland_pb2.SOLO_DIFFICULTY_HARD
    protovalidate.validate(request)


def test_folders_of_card_tables_become_their_digests() -> None:
    one = parse(MINIMAL.replace("rounds = 3", 'rounds = 3\ndata = "my tables"'))
    assert one.folders == {("medico", "my tables")}
    assert one.request("0" * 26, {("medico", "my tables"): b"1" * 16}).data_digest == b"1" * 16
    with pytest.raises(KeyError):
        one.request("0" * 26)
    several = parse(
        MEDLEY.replace("count = 3", 'count = 3\ndata = "a"')
        + '[[rounds]]\ngame = "azerland"\ndata = "a"\n[[rounds]]\ngame = "medico"\n'
    )
    assert several.folders == {("medico", "a"), ("azerland", "a")}
    digests = {("medico", "a"): b"1" * 16, ("azerland", "a"): b"2" * 16}
    request = several.request("0" * 26, digests)
    assert [leg.data_digest for leg in request.legs] == [b"1" * 16, b"", b"2" * 16, b""]
    assert request.data_digest == b""
    protovalidate.validate(request)
    assert parse(MINIMAL).folders == set()


@pytest.mark.parametrize(
    ("change", "line", "key"),
    [
        (('name = "Medley"', 'name = "Medley"\ndata = "tables"'), 2, "data"),
        (("count = 3", "data = 3"), 6, "data"),
        (('name = "Medley"', 'name = "Medley"\ngame = "medico"'), 2, "game"),
        (('name = "Medley"', 'name = "Medley"\noptions = {}'), 2, "options"),
        (('game = "medico"\n', ""), 4, "game"),
        (('game = "azerland"', 'game = "Azerland"'), 10, "game"),
        (("count = 3", "count = 0"), 6, "count"),
        (("count = 3", "count = 1001"), 6, "count"),
        (("count = 3", "count = 1000"), 4, "rounds"),
        (("count = 3", "seats = 3"), 6, "seats"),
        (('{ starting_markets = "matched" }', '{ solo_difficulty = "hard" }'), 4, "solo_difficulty"),
        (('solo_difficulty = "hard"', 'solo_difficulty = "mean"'), 12, "solo_difficulty"),
        (('{ starting_markets = "matched" }', "3"), 7, "options"),
    ],
)
def test_errors_of_rounds_name_the_line_and_the_key(change: tuple[str, str], line: int, key: str) -> None:
    text = MEDLEY.replace(*change)
    assert text != MEDLEY
    with pytest.raises(BadTournamentFile) as caught:
        parse(text)
    assert (caught.value.line, caught.value.key) == (line, key)


@pytest.mark.parametrize("rounds", ["[]", '["medico"]'])
def test_a_list_that_holds_no_rounds_is_refused(rounds: str) -> None:
    with pytest.raises(BadTournamentFile, match=r"\[\[rounds\]\]") as caught:
        parse(MINIMAL.replace('game = "medico"\n', "").replace("rounds = 3", f"rounds = {rounds}"))
    assert (caught.value.line, caught.value.key) == (3, "rounds")


@pytest.mark.parametrize(
    ("change", "line", "key"),
    [
        (("rounds = 3", "rounds = "), 4, ""),
        (('name = "Night"\n', ""), 0, "name"),
        (('name = "Night"', 'name = ""'), 1, "name"),
        (('name = "Night"', "name = 3"), 1, "name"),
        (('name = "Night"', f'name = "{"x" * 101}"'), 1, "name"),
        (('"medico"', '"Medico!"'), 2, "game"),
        (("table_size = 2", "table_size = 17"), 3, "table_size"),
        (("table_size = 2", "table_size = 0"), 3, "table_size"),
        (("table_size = 2", "table_size = true"), 3, "table_size"),
        (("table_size = 2", "table_size = 2.0"), 3, "table_size"),
        (("table_size = 2\n", ""), 0, "table_size"),
        (("rounds = 3", "rounds = 1001"), 4, "rounds"),
        (("rounds = 3", "rounds = 3\nrated = 1"), 5, "rated"),
        (("rounds = 3", "rounds = 3\npairing_seed = -1"), 5, "pairing_seed"),
        (("rounds = 3", "rounds = 3\npairing_seed = 18446744073709551616"), 5, "pairing_seed"),
        (("rounds = 3", "rounds = 3\nseats = 4"), 5, "seats"),
        (("rounds = 3", "rounds = 3\ndata = ''"), 5, "data"),
        (("rounds = 3", "rounds = 3\ndata = ['tables']"), 5, "data"),
        (("rounds = 3", "rounds = 3\nplacement_points = [1]"), 5, "placement_points"),
        (("rounds = 3", "rounds = 3\nplacement_points = [0, 1]"), 5, "placement_points"),
        (("rounds = 3", "rounds = 3\nplacement_points = [2, true]"), 5, "placement_points"),
        (("rounds = 3", "rounds = 3\nplacement_points = [1001, 0]"), 5, "placement_points"),
        (("rounds = 3", "rounds = 3\nplacement_points = 3"), 5, "placement_points"),
        (("rounds = 3", "rounds = 3\noptions = 4"), 5, "options"),
        (("rounds = 3", "rounds = 3\n[options]\nmarkets = 'none'"), 6, "markets"),
        (("rounds = 3", "rounds = 3\n[options]\nstarting_markets = 'some'"), 6, "starting_markets"),
        (("rounds = 3", "rounds = 3\n[options]\nstarting_markets = 'unspecified'"), 6, "starting_markets"),
        (("rounds = 3", "rounds = 3\n[options]\nstarting_markets = 1.5"), 6, "starting_markets"),
        (("count = 2", "count = 1"), 6, "entrants"),
        (("count = 2", "count = 0"), 8, "count"),
        (("count = 2", "count = 1025"), 8, "count"),
        (("count = 2", "count = 2\nlabel = ''"), 9, "label"),
        (("count = 2", f"count = 2\nlabel = '{'x' * 33}'"), 9, "label"),
        (("count = 2", "count = 2\ncolour = 'red'"), 9, "colour"),
        (('bot = "greedy"', 'bot = "Greedy!"'), 7, "bot"),
        (('bot = "greedy"', ""), 6, "entrants"),
        (('bot = "greedy"', f'bot = "greedy"\nplayer = "{PLAYER}"'), 6, "entrants"),
        (("[[entrants]]", "[entrants]"), 6, "entrants"),
        (("count = 2", "count = 2\n[[entrants]]\nplayer = 'anna'"), 10, "player"),
        (("count = 2", f"count = 2\n[[entrants]]\nplayer = '{PLAYER}'\ncount = 2"), 11, "count"),
        (
            ("count = 2", f"count = 2\n[[entrants]]\nplayer = '{PLAYER}'\n[[entrants]]\nplayer = '{PLAYER}'"),
            12,
            "player",
        ),
    ],
)
def test_errors_name_the_line_and_the_key(change: tuple[str, str], line: int, key: str) -> None:
    text = MINIMAL.replace(*change)
    assert text != MINIMAL
    with pytest.raises(BadTournamentFile) as caught:
        parse(text)
    assert (caught.value.line, caught.value.key) == (line, key)
    assert f"line {line}: " in str(caught.value) or line == 0


def test_entrants_that_are_missing_altogether_are_asked_for() -> None:
    with pytest.raises(BadTournamentFile, match=r"\[\[entrants\]\]"):
        parse(MINIMAL[: MINIMAL.index("[[entrants]]")])


def test_options_of_a_game_that_the_schema_does_not_have_are_refused() -> None:
    with pytest.raises(BadTournamentFile, match="chess"):
        parse(MINIMAL.replace("medico", "chess").replace("rounds = 3", "rounds = 3\n[options]\nclock = 'fast'"))


@pytest.mark.parametrize("text", ["x={" * 5000, "x=" + "[" * 5000, "rounds = " + "9" * 5000])
def test_what_the_parser_cannot_bear_is_refused_too(text: str) -> None:
    with pytest.raises(BadTournamentFile, match="too deep or too long"):
        parse(text)


def test_an_enormous_file_is_refused() -> None:
    with pytest.raises(BadTournamentFile, match="1 MiB"):
        parse(MINIMAL + "#" * (1 << 20))


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ('events = "yes"', "line {}: events: it cannot be 'yes'; it can be false, true"),
        ("bonus_tracks = true", "line {}: bonus_tracks: it cannot be true; it can be standard, simple, powder"),
    ],
)
def test_a_value_that_an_option_does_not_have_is_answered_with_those_that_it_has(option: str, says: str) -> None:
    text = MINIMAL.replace('"medico"', '"tinctura"') + f"\n[options]\n{option}\n"
    with pytest.raises(BadTournamentFile) as caught:
        parse(text)
    assert str(caught.value) == says.format(len(text.splitlines()))
