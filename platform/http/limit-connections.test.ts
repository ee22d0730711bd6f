import { once } from "node:events";
import type { RequestListener } from "node:http";
import net, { type AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createHttpServer } from "./limit-connections.server.ts";

async function connect(listener: RequestListener, silence?: number): Promise<net.Socket> {
  const server = createHttpServer(listener, silence);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = net.connect(port, "127.0.0.1");
  client.on("error", () => {});
  onTestFinished(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });
  await once(client, "connect");
  return client;
}

const ASK = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

test("who asks without waiting for answers is cut off, and no more is done for them", async () => {
  let asked = 0;
  const client = await connect(() => {
    asked += 1;
  });
  client.write(ASK.repeat(1_000));
  await once(client, "close");
  expect(asked).toBe(20);
});

test("who asks for much and never reads is cut off once nothing moves any more", async () => {
  const client = await connect((_, outgoing) => outgoing.end(Buffer.alloc(32 * 1024 * 1024)), 200);
  client.pause();
  client.write(ASK);
  const closed = once(client, "close");
  // Some of it had already been sent and is read afterwards, but not all.
  let bytes = 0;
  client.on("data", (piece: Buffer) => {
    bytes += piece.length;
  });
  client.pause();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  client.resume();
  await closed;
  expect(bytes).toBeLessThan(32 * 1024 * 1024);
});

test("who is a little ahead is answered, each in turn", async () => {
  let asked = 0;
  const client = await connect((_, outgoing) => {
    asked += 1;
    const number = asked;
    setImmediate(() => outgoing.end(`<${number}>`));
  });
  let text = "";
  client.on("data", (piece: Buffer) => {
    text += piece;
  });
  for (let round = 0; round < 3; round++) {
    client.write(ASK.repeat(20));
    const count = 20 * (round + 1);
    await expect.poll(() => text.match(/<\d+>/g)?.length).toBe(count);
  }
  expect(text.match(/\d+(?=>)/g)).toEqual(Array.from({ length: 60 }, (_, i) => String(i + 1)));
});

test("a connection that nobody uses outlives the minute for which nginx keeps it", async () => {
  const client = await connect((_, outgoing) => outgoing.end(), 1_000);
  client.write(ASK);
  const [answer] = await once(client, "data");
  const [, seconds] = /^keep-alive: timeout=(\d+)/im.exec(String(answer)) ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
  // The silence that ends a connection is only of an answer that is under way.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  client.write(ASK);
  expect(String(await once(client, "data"))).toContain("200 OK");
});
