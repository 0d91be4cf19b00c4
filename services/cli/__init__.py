"""The command `arena`."""
