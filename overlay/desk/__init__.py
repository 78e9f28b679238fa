"""The operator's desk: what is on the air, and how. Everything here needs the rights of control."""
