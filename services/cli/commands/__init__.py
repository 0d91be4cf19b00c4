"""One module per command; imported when the command is called, so that `arena play` starts fast."""
