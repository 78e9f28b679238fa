"""The ways in which the network may bring the bytes of a recorded stream."""


def whole(data: bytes) -> list[bytes]:
    return [data]


def by_line(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


def byte_by_byte(data: bytes) -> list[bytes]:
    return [data[i : i + 1] for i in range(len(data))]
