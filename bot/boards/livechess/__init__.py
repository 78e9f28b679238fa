"""DGT LiveChess: what it says over its WebSocket, and the connection to it. All that is assumed of it is here."""
