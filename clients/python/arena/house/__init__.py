"""House bots: what the platform itself can put on a seat."""

from arena.house.hardened import HardenedBot
from arena.house.registry import HOUSE_BOTS, HouseBot, UnknownBot, house_bot

__all__ = ["HOUSE_BOTS", "HardenedBot", "HouseBot", "UnknownBot", "house_bot"]
