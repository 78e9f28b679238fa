"""Books: who can say which positions are known, from files and from the network."""
