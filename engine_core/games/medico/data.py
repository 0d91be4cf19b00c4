"""Card tables of Medico (placeholder class until the loader lands)."""


class MedicoData:
    """The validated card tables."""
