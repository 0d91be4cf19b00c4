"""Potions of Azerland: apothecaries brew potions, drink them for their effects, and serve the visitors of a festival town."""

from engine_core.games.azerland.data import AzerlandData, load_data
from engine_core.games.azerland.game import AZERLAND, Azerland
from engine_core.games.azerland.options import Options
from engine_core.games.azerland.state import AzerlandState
from engine_core.games.azerland.view import AzerlandView

__all__ = ["AZERLAND", "Azerland", "AzerlandData", "AzerlandState", "AzerlandView", "Options", "load_data"]
