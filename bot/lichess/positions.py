"""Moves out of positions: Lichess shows a spectator FENs, and takes moves back without a word."""

from collections.abc import Iterator, Sequence

import chess


class Positions:
    """The moves of a game, rebuilt from its FENs one by one.

    A stream that was opened again replays all positions from the start. `rewind` prepares for that: what repeats
    the known game changes nothing, the first position that differs shows a takeback.
    """

    def __init__(self, start: chess.Board, moves: Sequence[chess.Move] = ()) -> None:
        """Begin with the start position and the moves known so far."""
        self._board = start.copy(stack=False)
        self._keys = [_key(self._board.fen())]
        for move in moves:
            self._push(move)
        self._replayed = len(self._keys)

    @property
    def moves(self) -> tuple[chess.Move, ...]:
        """All moves so far."""
        return tuple(self._board.move_stack)

    @property
    def at_end(self) -> bool:
        """Whether the last position taken is the last one of the game."""
        return self._replayed == len(self._keys)

    def rewind(self) -> None:
        """Expect the positions from the start again."""
        self._replayed = 0

    def add(self, fen: str, last_move: str | None = None) -> bool | None:
        """Take the next position; `last_move` is the server's hint.

        True if the moves changed, False if the position was known already, None if no move leads to it: then
        lines were lost, or the position contradicts the moves.
        """
        key = _key(fen)
        if not self.at_end and key[:4] == self._keys[self._replayed][:4]:
            self._replayed += 1
            return False
        if self._replayed and key == self._keys[self._replayed - 1]:
            return False
        if not self.at_end and key in self._keys[self._replayed :]:
            self._replayed = self._keys.index(key, self._replayed) + 1  # lines of the replay were lost
            return False
        found = self._find(key, last_move)
        if found is None:
            return None
        ply, move = found
        while len(self._board.move_stack) > ply:
            self._board.pop()
            self._keys.pop()
        self._push(move)
        self._replayed = len(self._keys)
        return True

    def _push(self, move: chess.Move) -> None:
        self._board.push(move)
        self._keys.append(_key(self._board.fen()))

    def _find(self, key: tuple[str, ...], last_move: str | None) -> tuple[int, chess.Move] | None:
        """The longest beginning of the game from which one move leads to the position, and that move.

        Move number and the clock of the 50-move rule tell repeated positions apart; where they fit nowhere they are
        not trusted.
        """
        target = _placement(key[0] if key else "")
        if target is None or len(key) <= 3:
            return None
        found: tuple[int, chess.Move] | None = None
        fitting = 3
        board = self._board.copy()
        while True:
            if _one_move_apart(board, target):
                for move in _candidates(board, last_move):
                    fields = _fields_in_common(board, move, key)
                    if fields == len(key):
                        return len(board.move_stack), move
                    if fields > fitting:
                        found, fitting = (len(board.move_stack), move), fields
            if not board.move_stack:
                return found
            board.pop()


def _key(fen: str) -> tuple[str, ...]:
    """The fields of a FEN: the first four are the position, the counters after them may be wrong."""
    return tuple(fen.split()[:6])


def _placement(text: str) -> chess.BaseBoard | None:
    try:
        return chess.BaseBoard(text)
    except ValueError:
        return None


def _one_move_apart(board: chess.Board, target: chess.BaseBoard) -> bool:
    """Whether a move might lead to the position; it empties one or two squares of a side, and fills as many."""
    return all((board.occupied_co[side] ^ target.occupied_co[side]).bit_count() <= 4 for side in chess.COLORS)


def _fields_in_common(board: chess.Board, move: chess.Move, key: tuple[str, ...]) -> int:
    """How many fields from the first on the position after a move shares with a key."""
    board.push(move)
    pairs = zip(_key(board.fen()), key, strict=False)
    common = next((count for count, (ours, theirs) in enumerate(pairs) if ours != theirs), len(key))
    board.pop()
    return common


def _candidates(board: chess.Board, last_move: str | None) -> Iterator[chess.Move]:
    """All legal moves, those first that the hint means: it may lack a promotion or spell castling either way."""
    legal = list(board.legal_moves)
    hinted = [move for move in legal if last_move and last_move[:4] in _spellings(board, move)]
    yield from hinted
    yield from (move for move in legal if move not in hinted)


def _spellings(board: chess.Board, move: chess.Move) -> tuple[str, ...]:
    plain = move.uci()[:4]
    if not board.is_castling(move):
        return (plain,)
    rank = plain[1]
    king_side = chess.square_file(move.to_square) > chess.square_file(move.from_square)
    return plain, f"{plain[:2]}{'g' if king_side else 'c'}{rank}", f"{plain[:2]}{'h' if king_side else 'a'}{rank}"
