"""A stand-in for LiveChess with simulated boards, for the demo and for tests: it speaks the protocol of the capture."""
