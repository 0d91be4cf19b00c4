"""RP and plants: gaining, drawing from the bag, giving up to the discard (chapters Components, Discarding and Trading Plants)."""

from __future__ import annotations

from typing import Final

from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.events import PlantsGained, PlantsGivenUp, PointsGained
from engine_core.games.tinctura.melanie_plants import reserve_plants
from engine_core.games.tinctura.state import Player, TincturaState, is_melanie
from engine_core.games.tinctura.streams import BAG_STREAM
from engine_core.games.tinctura.vocabulary import Plants

NO_PLANTS: Final[Plants] = (0, 0, 0, 0)
ONE_OF: Final[tuple[Plants, ...]] = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
"""One tile of a type, by type."""


def plus(plants: Plants, more: Plants) -> Plants:
    """Tiles by type, with more of them."""
    h, b, m, r = plants
    return (h + more[0], b + more[1], m + more[2], r + more[3])


def minus(plants: Plants, fewer: Plants) -> Plants:
    """Tiles by type, with fewer of them."""
    h, b, m, r = plants
    return (h - fewer[0], b - fewer[1], m - fewer[2], r - fewer[3])


def replaced(row: Plants, place: int, value: int) -> Plants:
    """Four numbers with another one at a place."""
    first, second, third, fourth = row
    if place == 0:
        return (value, second, third, fourth)
    if place == 1:
        return (first, value, third, fourth)
    return (first, second, value, fourth) if place == 2 else (first, second, third, value)


def covers(plants: Plants, needed: Plants) -> bool:
    """Whether there are enough tiles of every type."""
    h, b, m, r = plants
    return h >= needed[0] and b >= needed[1] and m >= needed[2] and r >= needed[3]


def gain_points(state: TincturaState, seat: int, player: Player, points: int, source: int, sink: Sink | None) -> None:
    """RP at once, negative ones too (TIN-RUL-33)."""
    if points:
        player.points += points
        if sink:
            sink(EVERYONE, PointsGained(seat, source, points))


def gain_plants(
    state: TincturaState, seat: int, player: Player, plants: Plants, source: int, sink: Sink | None
) -> None:
    """Tiles that have left bag, forest or discard come into the supply; Melanie reserves what her patients need (TIN-SOLO-40)."""
    if plants == NO_PLANTS:
        return
    player.plants = plus(player.plants, plants)
    if sink:
        sink(EVERYONE, PlantsGained(seat, source, plants))
    if is_melanie(state, seat):
        reserve_plants(state, player, sink)


def draw_tile(state: TincturaState) -> int:
    """A random tile leaves the bag, each equally likely; its type. The bag must not be empty (TIN-RUL-06)."""
    herbs, berries, mushrooms, roots = bag = state.bag
    at = state.rng.below(BAG_STREAM, herbs + berries + mushrooms + roots)
    if at < herbs:
        plant = 0
    elif at < herbs + berries:
        plant = 1
    elif at < herbs + berries + mushrooms:
        plant = 2
    else:
        plant = 3
    state.bag = minus(bag, ONE_OF[plant])
    state._revealed = True
    return plant


def draw_plants(state: TincturaState, seat: int, player: Player, count: int, source: int, sink: Sink | None) -> None:
    """So many random tiles from the bag, as far as it has them (TIN-RUL-20)."""
    drawn = [0, 0, 0, 0]
    for _ in range(min(count, sum(state.bag))):
        drawn[draw_tile(state)] += 1
    gain_plants(state, seat, player, (drawn[0], drawn[1], drawn[2], drawn[3]), source, sink)


def give_up(state: TincturaState, seat: int, player: Player, plants: Plants, source: int, sink: Sink | None) -> None:
    """Tiles from the supply to the discard (TIN-PLT-01); the supply must cover them."""
    if plants == NO_PLANTS:
        return
    player.plants = minus(player.plants, plants)
    state.discard = plus(state.discard, plants)
    if sink:
        sink(EVERYONE, PlantsGivenUp(seat, source, plants))
