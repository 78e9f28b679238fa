"""OBS as obs-websocket 5 shows it: scenes, inputs and their items, on the loopback; it can be made to misbehave."""

import asyncio
import base64
import hashlib
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import msgspec.msgpack
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

TALK = Subprotocol("obswebsocket.msgpack")
SALT, CHALLENGE = "salt", "challenge"
GOOD, UNKNOWN, NOT_RUNNING, NOT_FOUND, TAKEN, NO_KIND = 100, 204, 501, 600, 601, 605
FAILED_AUTHENTICATION = 4009
Data = dict[str, Any]


class Refusal(Exception):  # noqa: N818 - it says what the matter is
    """A request that is answered with an error."""

    def __init__(self, code: int, comment: str) -> None:
        super().__init__(comment)
        self.code, self.comment = code, comment


def refuse_missing(name: str) -> Refusal:
    return Refusal(NOT_FOUND, f"No source was found by the name of `{name}`.")


@dataclass
class Item:
    """A source in a scene."""

    id: int
    source: str
    enabled: bool = True
    transform: Data = field(default_factory=dict)


@dataclass
class StandIn:
    """What OBS has in it; `requests` are all that came, `pressed` the hotkeys, and replays that were saved.

    With `odd` it says what that makes of every right message; None: nothing. It can make no source of `broken_kind`.
    """

    password: str = "secret"
    kinds: list[str] = field(default_factory=lambda: ["browser_source", "color_source_v3"])
    scenes: dict[str, list[Item]] = field(default_factory=lambda: {"Scene": []})
    inputs: dict[str, tuple[str, Data]] = field(default_factory=dict)
    hotkeys: list[str] = field(default_factory=lambda: ["OBSBasic.Screenshot"])
    current: str = "Scene"
    broken_kind: str = ""
    replay: bool = False
    requests: list[str] = field(default_factory=list)
    pressed: list[str] = field(default_factory=list)
    tries: int = 0
    odd: Callable[[Data], object] | None = None
    url: str = ""
    _clients: set[ServerConnection] = field(default_factory=set)

    @asynccontextmanager
    async def running(self, port: int = 0) -> AsyncIterator["StandIn"]:
        """Serve, at any free port or at the one that it had before."""
        async with serve(self._client, "127.0.0.1", port, subprotocols=[TALK]) as server:
            self.url = f"ws://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}"
            yield self

    def hang_up(self) -> None:
        """End every connection without a word."""
        for client in self._clients:
            client.transport.abort()

    async def choose(self, scene: str) -> None:
        """Somebody puts a scene on air by hand."""
        self.current = scene
        event = {"eventType": "CurrentProgramSceneChanged", "eventIntent": 4, "eventData": {"sceneName": scene}}
        for client in tuple(self._clients):
            await client.send(msgspec.msgpack.encode({"op": 5, "d": event}))

    async def _client(self, client: ServerConnection) -> None:
        self.tries += 1
        try:
            hello: Data = {"obsWebSocketVersion": "5.1.0", "rpcVersion": 1}
            if self.password:
                hello["authentication"] = {"challenge": CHALLENGE, "salt": SALT}
            await self._send(client, {"op": 0, "d": hello})
            identify = msgspec.msgpack.decode(await client.recv(decode=False))["d"]
            if self.password and identify.get("authentication") != self._proof():
                await client.close(FAILED_AUTHENTICATION, "Authentication failed.")
                return
            await self._send(client, {"op": 2, "d": {"negotiatedRpcVersion": 1}})
            self._clients.add(client)
            while True:
                request = msgspec.msgpack.decode(await client.recv(decode=False))["d"]
                await self._send(client, await self._answer(request))
        except ConnectionClosed:
            pass
        finally:
            self._clients.discard(client)

    async def _send(self, client: ServerConnection, message: Data) -> None:
        sent = self.odd(message) if self.odd else message
        if sent is not None:
            await client.send(sent if isinstance(sent, str | bytes) else msgspec.msgpack.encode(sent))

    def _proof(self) -> str:
        secret = base64.b64encode(hashlib.sha256(f"{self.password}{SALT}".encode()).digest())
        return base64.b64encode(hashlib.sha256(secret + CHALLENGE.encode()).digest()).decode()

    async def _answer(self, request: Data) -> Data:
        name, answer = request["requestType"], None
        status: Data = {"result": True, "code": GOOD}
        self.requests.append(name)
        try:
            done = getattr(self, re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name), None)
            if done is None:
                raise Refusal(UNKNOWN, "Your request type is not valid.")
            answer = done(request.get("requestData", {}))
            if asyncio.iscoroutine(answer):
                answer = await answer
        except Refusal as refusal:
            answer, status = None, {"result": False, "code": refusal.code, "comment": refusal.comment}
        body = {"requestType": name, "requestId": request["requestId"], "requestStatus": status}
        return {"op": 7, "d": body | ({"responseData": answer} if answer else {})}

    # --- The requests, by their names: "CreateScene" is `_create_scene`

    def _get_version(self, _: Data) -> Data:
        return {"obsVersion": "29.0.2", "obsWebSocketVersion": "5.1.0"}

    def _get_input_kind_list(self, _: Data) -> Data:
        return {"inputKinds": self.kinds}

    def _get_video_settings(self, _: Data) -> Data:
        return {"baseWidth": 1280, "baseHeight": 720}

    def _get_scene_list(self, _: Data) -> Data:
        return {"scenes": [{"sceneName": name} for name in self.scenes]}

    def _get_input_list(self, _: Data) -> Data:
        return {"inputs": [{"inputName": name, "inputKind": kind} for name, (kind, _) in self.inputs.items()]}

    def _get_input_settings(self, data: Data) -> Data:
        kind, settings = self._input(data["inputName"])
        return {"inputKind": kind, "inputSettings": settings}

    def _set_input_settings(self, data: Data) -> None:
        kind, settings = self._input(data["inputName"])
        self.inputs[data["inputName"]] = kind, {**(settings if data["overlay"] else {}), **data["inputSettings"]}

    def _create_scene(self, data: Data) -> None:
        if data["sceneName"] in self.scenes or data["sceneName"] in self.inputs:
            raise Refusal(TAKEN, "A source already exists by that scene name.")
        self.scenes[data["sceneName"]] = []

    def _remove_scene(self, data: Data) -> None:
        for item in self._scene(data["sceneName"]):
            self.inputs.pop(item.source, None)
        del self.scenes[data["sceneName"]]

    def _create_input(self, data: Data) -> Data:
        items, name, kind = self._scene(data["sceneName"]), data["inputName"], data["inputKind"]
        if name in self.inputs or name in self.scenes:
            raise Refusal(TAKEN, "A source already exists by that input name.")
        if kind not in self.kinds or kind == self.broken_kind:
            raise Refusal(NO_KIND, "Your specified input kind is not supported by OBS.")
        self.inputs[name] = kind, data["inputSettings"]
        items.append(Item(len(items) + 1, name))
        return {"sceneItemId": items[-1].id}

    def _remove_input(self, data: Data) -> None:
        self._input(data["inputName"])
        del self.inputs[data["inputName"]]
        for items in self.scenes.values():
            items[:] = [item for item in items if item.source != data["inputName"]]

    def _get_scene_item_id(self, data: Data) -> Data:
        for item in self._scene(data["sceneName"]):
            if item.source == data["sourceName"]:
                return {"sceneItemId": item.id}
        raise Refusal(NOT_FOUND, "No scene items were found in the specified scene by that name or offset.")

    def _get_scene_item_enabled(self, data: Data) -> Data:
        return {"sceneItemEnabled": self._item(data).enabled}

    def _set_scene_item_enabled(self, data: Data) -> None:
        self._item(data).enabled = data["sceneItemEnabled"]

    def _get_scene_item_transform(self, data: Data) -> Data:
        return {"sceneItemTransform": self._item(data).transform}

    def _set_scene_item_transform(self, data: Data) -> None:
        self._item(data).transform.update(data["sceneItemTransform"])

    def _get_current_program_scene(self, _: Data) -> Data:
        return {"currentProgramSceneName": self.current}

    async def _set_current_program_scene(self, data: Data) -> None:
        self._scene(data["sceneName"])
        if data["sceneName"] != self.current:
            await self.choose(data["sceneName"])

    def _trigger_hotkey_by_name(self, data: Data) -> None:
        if data["hotkeyName"] not in self.hotkeys:
            raise Refusal(NOT_FOUND, "No hotkeys were found by that name.")
        self.pressed.append(data["hotkeyName"])

    def _get_hotkey_list(self, _: Data) -> Data:
        return {"hotkeys": self.hotkeys}

    def _get_replay_buffer_status(self, _: Data) -> Data:
        return {"outputActive": self.replay}

    def _save_replay_buffer(self, _: Data) -> None:
        if not self.replay:
            raise Refusal(NOT_RUNNING, "")
        self.pressed.append("replay")

    def _input(self, name: str) -> tuple[str, Data]:
        if name not in self.inputs:
            raise refuse_missing(name)
        return self.inputs[name]

    def _scene(self, name: str) -> list[Item]:
        if name not in self.scenes:
            raise refuse_missing(name)
        return self.scenes[name]

    def _item(self, data: Data) -> Item:
        for item in self._scene(data["sceneName"]):
            if item.id == data["sceneItemId"]:
                return item
        raise Refusal(NOT_FOUND, "No scene items were found in that scene with that ID.")
