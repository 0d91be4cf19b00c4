"""The projections in SQL."""
