// A server of the fan-out bench: Node's `ws`. It carries out the same orders as the others, see orders.py.

import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocketServer } from "ws";

const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });

function publish(topic, version, state) {
  const frame = Buffer.from(JSON.stringify({ topic, version, state }));
  for (const viewer of server.clients) {
    viewer.send(frame, { binary: false });
  }
}

async function carryOut({ state, times, every_s, topics, together }, version) {
  const gap = together ? 0 : every_s / topics.length;
  const began = performance.now();
  for (let turn = 0; turn < times; turn += 1) {
    for (const [place, topic] of topics.entries()) {
      await sleep(Math.max(0, began + (turn * every_s + place * gap) * 1000 - performance.now()));
      publish(topic, version + turn, { ...state, id: `at:${process.hrtime.bigint()}` });
    }
  }
}

server.on("connection", (viewer) => viewer.on("error", () => {}));
server.on("listening", async () => {
  console.log(server.address().port);
  let version = 1;
  for await (const line of createInterface({ input: process.stdin })) {
    const order = JSON.parse(line);
    await carryOut(order, version);
    version += order.times;
    console.log(order.times);
  }
  process.exit();
});
