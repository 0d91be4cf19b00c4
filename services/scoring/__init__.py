"""Scoring: ratings, leaderboards and finished matches, all projections of the published results."""
