"""Gleaning: a small game that shows what a game consists of. It is no game of the platform; the tests add it to a copy of the tree."""

from engine_core.games.gleaning.data import GleaningData, load_data
from engine_core.games.gleaning.game import GLEANING, Gleaning
from engine_core.games.gleaning.options import Options
from engine_core.games.gleaning.state import GleaningState
from engine_core.games.gleaning.view import GleaningView

__all__ = ["GLEANING", "Gleaning", "GleaningData", "GleaningState", "GleaningView", "Options", "load_data"]
