"""What a bot author imports: ``arena.runner`` plays with a bot, ``arena.seat`` by hand, ``arena.client`` finds a match.

Nothing is imported here, so that house bots and local play start without the network libraries. Start with docs/bots.md.
"""
