import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, createPool } from "#platform/postgres.server.ts";
import { freshDatabase, retireDatabase } from "./database.ts";
import { makeActivity, makeActivitySlot, makeSession, makeSlot } from "./make/catalogue.ts";
import { makeContext } from "./make/context.ts";
import { openSite } from "./make/site.ts";
import { createPatientPool } from "./patient-pool.ts";

/*
 * The whole site, whose way to PostgreSQL is cut, as when a primary fails over. A read that fails
 * while nobody listens to it would fail this run, and would have stopped the site.
 */

const AT_ONCE = 10;
let open: (path: string) => Promise<Response>;
let way: Awaited<ReturnType<typeof openWay>>;
const paths: string[] = [];
const endings: (() => unknown)[] = [];

/** A way to a database on which the connections of the moment can be cut. */
async function openWay(url: string) {
  const { hostname, port, pathname, username, password } = new URL(url);
  const sockets = new Set<net.Socket>();
  /** After as many more packets of answers, everything is cut. */
  let left = Number.POSITIVE_INFINITY;
  const cut = () => {
    left = Number.POSITIVE_INFINITY;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
    far.on("data", () => {
      left -= 1;
      if (left === 0) cut();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const own = (server.address() as AddressInfo).port;
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${own}${pathname}`,
    cutAfter(packets: number): void {
      left = packets;
    },
    close(): void {
      server.close();
      cut();
    },
  };
}

beforeAll(async () => {
  const url = await freshDatabase();
  const direct = createDatabase(createPatientPool(url, "test"));
  const session = await makeSession(direct);
  await makeSlot(direct, { session });
  const activity = await makeActivity(direct);
  await makeActivitySlot(direct, { activity });
  await direct.$client.end();
  paths.push(`/session/${session.id}`, `/activites/${activity.id}`);

  way = await openWay(url);
  const pool = createPool(way.url, "test");
  pool.on("error", () => {});
  const site = await openSite(makeContext(createDatabase(pool)));
  open = (path) => fetch(site.origin + path);
  endings.push(
    site.close,
    () => pool.end(),
    way.close,
    () => retireDatabase(url),
  );
});
afterAll(async () => {
  for (const end of endings) await end();
});

test("connections that are cut while pages are made cost 503, and nothing after", async () => {
  for (const path of paths) {
    expect((await open(path)).status).toBe(200);
    const statuses = new Set<number>();
    for (let packets = 1; packets <= 50; packets += 5) {
      way.cutAfter(packets);
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => open(path)));
      for (const { status, headers } of answers) {
        statuses.add(status);
        expect(headers.get("retry-after"), String(status)).toBe(status === 503 ? "10" : null);
      }
    }
    expect([...statuses].sort()).toEqual([200, 503]);
    expect((await open(path)).status).toBe(200);
  }
});

test("while the database is away, a load balancer is told when to ask again", async () => {
  expect((await open("/readyz")).status).toBe(200);
  way.close();
  const { status, headers } = await open("/readyz");
  expect([status, headers.get("retry-after")]).toEqual([503, "10"]);
});
