"""Tinctura: apothecaries plan the hours of a working week, serve patients, train, gather, trade and brew tea."""

from engine_core.games.tinctura.data import TincturaData, load_data
from engine_core.games.tinctura.game import TINCTURA, Tinctura
from engine_core.games.tinctura.options import Options
from engine_core.games.tinctura.state import TincturaState
from engine_core.games.tinctura.view import TincturaView

__all__ = ["TINCTURA", "Options", "Tinctura", "TincturaData", "TincturaState", "TincturaView", "load_data"]
