"""Matchmaking: players and their tokens, queues, tournaments."""
