"""Medico: barber-surgeons walk round a ring of seven places."""

from engine_core.games.medico.data import MedicoData, load_data
from engine_core.games.medico.game import MEDICO, Medico
from engine_core.games.medico.options import Options
from engine_core.games.medico.state import MedicoState
from engine_core.games.medico.view import MedicoView

__all__ = ["MEDICO", "Medico", "MedicoData", "MedicoState", "MedicoView", "Options", "load_data"]
