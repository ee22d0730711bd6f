import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { logIn } from "#core/accounts/logins/log-in.server.ts";
import { createDatabase, type Database } from "#platform/postgres.server.ts";
import { createReaders, type Readers } from "#platform/readers.server.ts";
import { WROTE_COOKIE } from "#site/cookies.ts";
import { type OwnPostgres, openOwnPostgres } from "./faults/outages/own-postgres.ts";
import { cookieWith } from "./make/browser.ts";
import { makeSession, makeSlot } from "./make/catalogue.ts";
import { makeConfig, makeContext, stopJobs } from "./make/context.ts";
import { makeUser } from "./make/people.ts";
import { openReplica, type Replica } from "./make/replica.ts";
import { openSite } from "./make/site.ts";
import { createPatientPool } from "./patient-pool.ts";

/*
 * The whole site on a primary and a streaming replica, both real. « Late » is a replica that replays
 * nothing, and the age of what it shows is told by a clock in the test's hand.
 */

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parenthese-replica-"));
let primary: OwnPostgres;
let replica: Replica;
let db: Database;
let onReplica: Database;
beforeAll(async () => {
  primary = await openOwnPostgres({ folder, settings: ["fsync=off", "synchronous_commit=off"] });
  const pool = createPatientPool(primary.url, "test");
  pool.on("error", () => {});
  db = createDatabase(pool);
  replica = await openReplica(primary, folder);
  const other = createPatientPool(replica.url, "test");
  other.on("error", () => {});
  onReplica = createDatabase(other);
});
afterAll(async () => {
  await stopJobs(db);
  await Promise.all([db.$client.end(), onReplica.$client.end()]);
  await replica.stop();
  await primary.close();
});

async function openWorld({ replicaUrl = replica.url, isOpen = true } = {}) {
  let time = 0;
  const turns: string[] = [];
  const readers = createReaders(db, {
    ...{ primaryUrl: primary.url, replicaUrl, name: "test" },
    clock: () => time,
    onTurn: (words) => turns.push(words),
    // A machine that does much else takes longer than a database that is away.
    patience: { look: 60_000, read: 60_000 },
  });
  const config = { ...makeConfig(), databaseUrl: primary.url, replicaUrl };
  const ctx = makeContext(db, { readers, config });
  const site = await openSite(ctx);
  onTestFinished(async () => {
    await site.close();
    await readers.close();
  });
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(site.origin + path, { redirect: "manual", ...init });
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    ask(path, {
      method: "POST",
      headers: { origin: site.origin, accept: "text/html", ...headers },
      body: new URLSearchParams(form),
    });
  /** Whether the list has a session, for somebody with these cookies. */
  const lists = async ({ id }: { id: string }, cookie = "") => {
    const answer = await ask("/sessions", cookie === "" ? {} : { headers: { cookie } });
    expect(answer.status).toBe(200);
    return (await answer.text()).includes(id);
  };
  if (isOpen) await caughtUp(readers, turns);
  return { ...{ ctx, readers, turns, ask, post, lists }, pass: (ms: number) => (time += ms) };
}

/** Waits until the replica has everything, and the readers know it. */
async function caughtUp({ look }: Readers, turns: readonly string[]) {
  await vi.waitFor(async () => {
    const written = sql`select pg_current_wal_insert_lsn()::text as at`;
    const { at } = (await db.execute<{ at: string }>(written)).rows[0] ?? {};
    await vi.waitFor(async () => {
      const reached = sql`select pg_last_wal_replay_lsn() >= ${at}::pg_lsn as reached`;
      expect((await onReplica.execute(reached)).rows[0]?.reached).toBe(true);
    });
    await look();
    expect(turns.at(-1)).toBe("lists are read from the replica");
  }, 20_000);
}

/** Until it says so itself, it may go on replaying. */
async function pause() {
  await onReplica.execute(sql`select pg_wal_replay_pause()`);
  const state = sql`select pg_get_wal_replay_pause_state() as state`;
  await vi.waitFor(async () => {
    expect((await onReplica.execute(state)).rows[0]?.state).toBe("paused");
  }, 10_000);
}
const resume = () => onReplica.execute(sql`select pg_wal_replay_resume()`);

async function offer(title: string) {
  const session = await makeSession(db, { title });
  const slot = await makeSlot(db, { session });
  return { session, slot };
}

test("lists are read from the replica, and by whoever has just written from the primary", async () => {
  const { ask, post, lists, pass } = await openWorld();
  await pause();
  onTestFinished(async () => void (await resume()));
  const { session } = await offer("Respiration lente");
  expect(await lists(session)).toBe(false);
  expect((await ask(`/session/${session.id}`)).status).toBe(404);
  expect((await ask(`/api/v1/sessions/${session.id}`)).status).toBe(404);

  const written = await post(`/favoris/${session.id}`, { intent: "add" });
  const cookie = written.headers.getSetCookie().find((value) => value.startsWith(WROTE_COOKIE));
  expect(cookie).toMatch(/Max-Age=2;.*HttpOnly; SameSite=Lax/);
  const [own = ""] = cookie?.split(";") ?? [];
  expect(await lists(session, own)).toBe(true);
  expect((await ask(`/session/${session.id}`, { headers: { cookie: own } })).status).toBe(200);

  // Two seconds later everybody reads from the primary.
  pass(2_000);
  expect(await lists(session)).toBe(false);
  pass(1);
  expect(await lists(session)).toBe(true);
});

test("a replica that has caught up is asked again", async () => {
  const { readers, lists, turns, pass } = await openWorld();
  expect(turns).toEqual(["lists are read from the replica"]);
  await pause();
  onTestFinished(async () => void (await resume()));
  const { session: late } = await offer("Sieste sonore");
  await readers.look();
  pass(2_001);
  await readers.look();
  expect(await lists(late)).toBe(true);
  await resume();
  await caughtUp(readers, turns);
  expect(turns.slice(1)).toEqual([
    "lists are read from the primary",
    "lists are read from the replica",
  ]);
  await pause();
  const { session: later } = await offer("Sieste au soleil");
  expect(await lists(later)).toBe(false);
});

test("without its replica the site reads from the primary, in the middle of requests too", async () => {
  const { readers, lists, ask, turns } = await openWorld();
  const { session } = await offer("Bain de forêt");
  await replica.stop();
  // Nobody has looked since: the request itself finds out.
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask("/praticiens")));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(await lists(session)).toBe(true);
  await readers.look();
  expect(turns.at(-1)).toBe("lists are read from the primary");
  await replica.start();
  await caughtUp(readers, turns);
  expect(turns.at(-1)).toBe("lists are read from the replica");
});

test("a replica that refuses costs nobody a page", async () => {
  const { port } = new URL(replica.url);
  const { lists, turns } = await openWorld({
    replicaUrl: `postgres://parenthese:wrong@127.0.0.1:${port}/parenthese`,
    isOpen: false,
  });
  const { session } = await offer("Yoga du matin");
  expect(await lists(session)).toBe(true);
  expect(turns).toEqual([]);
});

test("with the primary away pages go on, and what is sent is kept for the next try", async () => {
  const { ctx, readers, ask, post, turns } = await openWorld();
  const { session, slot } = await offer("Massage assis");
  const { email } = await makeUser(db, { password: "un mot de passe" });
  const { login } = await logIn(ctx, { email, password: "un mot de passe" });
  const cookie = cookieWith(ctx, login);
  await caughtUp(readers, turns);
  // Logins are signed by what the process has read once.
  expect((await ask("/", { headers: { cookie } })).status).toBe(200);
  await primary.kill();
  onTestFinished(async () => {
    if (primary.isDead()) await primary.start();
  });

  const paths = [
    ...["/", "/sessions", `/session/${session.id}`, "/praticiens", "/activites", "/bien-etre"],
    ...["/filtres", "/sitemap.xml", "/api/v1/sessions", `/api/v1/sessions/${session.id}`],
    ...[`/praticiens/${session.professionalId}`, "/aide", "/sessions.data"],
  ];
  for (const headers of [{}, { cookie }, { cookie: `${WROTE_COOKIE}=1` }]) {
    const asked = paths.map(async (path) => `${path} ${(await ask(path, { headers })).status}`);
    expect(await Promise.all(asked)).toEqual(paths.map((path) => `${path} 200`));
  }
  await readers.look();
  expect(turns).toEqual(["lists are read from the replica"]);

  const note = "Un genou fragile, merci d'y penser.";
  const form = {
    slotId: slot.id,
    [`price-${slot.id}`]: "40",
    email: "zoe@example.fr",
    bookingNotes: note,
  };
  for (const headers of [{}, { cookie }]) {
    const refused = await post(`/session/${session.id}`, form, headers);
    const html = await refused.text();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "10"]);
    expect(html).toContain("Réessayez dans un instant");
    expect(html).toContain(note.replace("'", "&#x27;"));
  }
  const sent = await ask("/api/v1/functions/create-guest-session-payment", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      ...{ sessionId: session.id, slotId: slot.id, amount: 4_000, email: "zoe@example.fr" },
    }),
  });
  expect([sent.status, sent.headers.get("retry-after")]).toEqual([503, "10"]);
  expect((await sent.json()).error.code).toBe("unavailable");

  await primary.start();
  expect((await post(`/favoris/${session.id}`, { intent: "add" }, { cookie })).status).toBe(302);
});
