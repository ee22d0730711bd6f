import { appendFile, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#platform/postgres.server.ts";
import { makeContext } from "#test/make/context.ts";
import { makeDatabase } from "#test/make/database.ts";
import { takeDelivery } from "#test/make/deliveries.ts";
import { checkoutOf, openPaymentWorld, outcomeOf, type PaymentWorld } from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import { fileOf, jpeg, makeFilesConfig } from "#test/make/pictures.ts";
import { bookSlot } from "../bookings/book-slot.server.ts";
import { HOUR } from "../durations.ts";
import { readImage, uploadImage } from "../media/upload-image.server.ts";
import { COMMAND_LINE } from "../operators/rules.ts";
import { checkInvariants } from "../reconciliation/check-invariants.server.ts";
import {
  reconcilePayments,
  resumeAfterRestore,
} from "../reconciliation/reconcile-payments.server.ts";
import { bookings, settings } from "../tables.server.ts";
import { backUp } from "./back-up.server.ts";
import { restoreBackup } from "./restore-backup.server.ts";
import { inOrder } from "./store.server.ts";

/*
 * The drill: what docs/operations.md tells an operator to do once a month, on a real PostgreSQL,
 * with people buying while the back-up runs.
 */

let world: PaymentWorld;
let files: Awaited<ReturnType<typeof makeFilesConfig>>;
let backups: string;
beforeAll(async () => {
  world = await openPaymentWorld();
  files = await makeFilesConfig();
  backups = await mkdtemp(path.join(os.tmpdir(), "parenthese-backup-"));
});
afterAll(async () => {
  await world.stop();
  await files.remove();
  await rm(backups, { recursive: true });
});

/** A row count and a checksum of all rows for each table. */
async function fingerprint(db: Database): Promise<Record<string, string>> {
  const tables = await db.execute<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`);
  const prints: Record<string, string> = {};
  for (const { name } of tables.rows) {
    const { rows } = await db.execute<{ print: string }>(sql`
      select count(*) || ':' || coalesce(md5(string_agg(t::text, E'\n' order by t::text)), '') as print
      from ${sql.identifier(name)} t`);
    prints[name] = String(rows[0]?.print);
  }
  return prints;
}

const rowsOf = (print: string | undefined) => Number(print?.split(":")[0]);

/** A restored database differs from its backup in this alone: nobody has said yet that it sells. */
async function takeMark(db: Database): Promise<void> {
  const marks = await db.delete(settings).where(eq(settings.key, "restored_at")).returning();
  expect(marks).toHaveLength(1);
}

/** Restores into a database and a store of files of their own. */
async function drill(folder: string) {
  const { db, close } = await makeDatabase();
  const store = await makeFilesConfig();
  const ctx = makeContext(db, { config: store.config });
  const manifest = await restoreBackup(ctx, { folder });
  await takeMark(db);
  return { db, ctx, manifest, close: () => Promise.all([close(), store.remove()]) };
}

test("a back-up made while people buy is one moment, whole and right; a quiet one is equal", async () => {
  const offer = await world.makeOffer({ spots: 40 });
  const seller = await world.context(offer.professional.userId, { config: files.config });
  const bucket = "session-images";
  const { url } = await uploadImage(seller, { file: fileOf(await jpeg()), bucket });
  await world.buy(offer);
  // Larger than any buffer on the way, and hard to compress.
  await world.db.execute(sql`
    insert into messages (id, kind, name, email, message)
    select gen_random_uuid(), 'contact', 'Julie', 'julie@example.fr',
      (select string_agg(md5(n::text || m::text), E'\\t\\n\\\\') from generate_series(1, 50) m)
    from generate_series(1, 1000) n`);

  const before = await fingerprint(world.db);
  let isDone = false;
  let bought = 0;
  const buying = (async () => {
    for (; !isDone; bought += 1) await world.buy(offer);
  })();
  const ctx = await world.context(undefined, { config: files.config });
  const made = await backUp(ctx, { folder: path.join(backups, "busy") });
  isDone = true;
  await buying;
  // All that the provider has said of the purchases is written down too.
  await world.simulator.untilDelivered();
  const after = await fingerprint(world.db);
  expect(bought).toBeGreaterThan(0);
  expect(made).toMatchObject({ gone: 0 });
  expect(made.files.length).toBe(6);

  const busy = await drill(path.join(backups, "busy"));
  const restored = await fingerprint(busy.db);
  for (const { name, rows } of made.tables) {
    expect(rowsOf(restored[name]), name).toBe(rows);
    if (name === "rate_limits") continue;
    expect(rows, name).toBeGreaterThanOrEqual(rowsOf(before[name]));
    expect(rows, name).toBeLessThanOrEqual(rowsOf(after[name]));
  }
  expect(await checkInvariants(busy.db)).toEqual([]);
  const [folder = "", name = ""] = url.split("/").slice(3);
  const picture = { bucket, folder, name };
  expect(await readImage(busy.ctx, picture)).toEqual(await readImage(seller, picture));
  const { rows: waiting } = await busy.db.execute<{ name: string }>(
    sql`select name from pgboss.job where state = 'created'`,
  );
  expect(waiting.map((job) => job.name).sort()).toEqual(made.jobs.map((job) => job.name).sort());
  expect(waiting.map((job) => job.name)).toContain("send-mail");
  // It lives: constraints are as valid as they were, and somebody can buy there.
  const { rows: unchecked } = await busy.db.execute(
    sql`select conname from pg_constraint where not convalidated`,
  );
  expect(unchecked).toEqual([]);
  await makeUser(busy.db);
  await busy.close();

  await backUp(ctx, { folder: path.join(backups, "quiet") });
  const quiet = await drill(path.join(backups, "quiet"));
  expect(await fingerprint(quiet.db)).toEqual(after);
  await quiet.close();
});

test.each([
  ["goes on from where it was at the back-up", true],
  ["begins at the back-up where there was none before", false],
])("after a restore the look for lost events %s, however old it is", async (how, hasLooked) => {
  const { bookingId } = await world.buy(
    await world.makeOffer({ start: new Date(Date.now() + 480 * HOUR) }),
  );
  const ctx = await world.context(undefined, { config: files.config });
  await reconcilePayments(ctx);
  if (!hasLooked) await world.db.delete(settings);
  const folder = path.join(backups, `old-${hasLooked}`);
  await backUp(ctx, { folder });

  const later = (days: number) => new Date(Date.now() + days * 24 * HOUR);
  await world.simulator.setClock(later(2));
  const { payment } = await outcomeOf(world.db, bookingId);
  await world.simulator.fault({ type: "create_dispute", charge: payment?.chargeId });
  await world.simulator.setClock(later(9));
  const old = await drill(folder);
  const disputeStatus = async () => (await outcomeOf(old.db, bookingId)).payment?.disputeStatus;
  expect(await disputeStatus()).toBeNull();
  await reconcilePayments({ ...old.ctx, stripe: ctx.stripe, now: () => later(9) });
  expect(await disputeStatus(), how).toBe("needs_response");
  await old.close();
  await world.simulator.setClock(null);
});

test("what was paid since the back-up is left alone in a drill, and booked again where the site sells", async () => {
  const ctx = await world.context(undefined, { config: files.config });
  const folder = path.join(backups, "sold-since");
  const offer = await world.makeOffer({ spots: 3 });
  await world.buy(offer);
  await backUp(ctx, { folder });
  const { bookingId } = await world.buy(offer);
  const checkoutId = await checkoutOf(world.db, bookingId);
  const begun = await bookSlot(await world.newClient(), offer);

  const { db, close } = await makeDatabase();
  const store = await makeFilesConfig();
  const restored = makeContext(db, { config: store.config, stripe: ctx.stripe });
  await restoreBackup(restored, { folder });
  const booked = () => db.$count(bookings, eq(bookings.id, bookingId));
  await reconcilePayments(restored);
  await takeDelivery(
    { ...restored, config: { ...store.config, stripe: ctx.config.stripe } },
    await world.deliveryOf(checkoutId),
  );
  expect(await booked()).toBe(0);
  // Somebody is paying at the same time, and it does not end that.
  const open = await ctx.stripe.checkout.sessions.retrieve(
    await checkoutOf(world.db, begun.bookingId),
  );
  expect(open.status).toBe("open");
  const { data: refunds } = await ctx.stripe.refunds.list({ limit: 100 });
  expect(refunds).toEqual([]);

  const byCommand = { ...restored, operator: COMMAND_LINE };
  const why = { reason: "L'ancienne base est perdue." };
  expect(await resumeAfterRestore(byCommand, why)).toBe(true);
  expect(await resumeAfterRestore(byCommand, why)).toBe(false);
  await reconcilePayments(restored);
  expect(await booked()).toBe(1);
  expect(await checkInvariants(db)).toEqual([]);
  await Promise.all([close(), store.remove()]);
});

test("nothing is restored over somebody's data, from half a back-up, or from a damaged one", async () => {
  const folder = path.join(backups, "small");
  const source = await makeDatabase();
  await makeUser(source.db);
  await makeContext(source.db).jobs.send(source.db, "sweep-listings", {});
  const made = await backUp(makeContext(source.db), { folder });
  await expect(backUp(makeContext(source.db), { folder })).rejects.toThrow("n'est pas vide");

  await expect(restoreBackup(makeContext(source.db), { folder })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("La base n'est pas vide"),
  });
  // Each process writes its secret at its start, which is nobody's data.
  const { db, close } = await makeDatabase();
  await db.insert(settings).values({ key: "auth_secret", value: "fresh" });
  const target = makeContext(db);
  await expect(restoreBackup(target, { folder: backups })).rejects.toThrow("manifest.json");
  await db.execute(sql`update drizzle.__drizzle_migrations set hash = 'other' where id = 1`);
  await expect(restoreBackup(target, { folder })).rejects.toThrow("prenez la version du site");
  await db.execute(
    sql`update drizzle.__drizzle_migrations set hash = ${made.migrations[0]} where id = 1`,
  );
  await restoreBackup(target, { folder });
  await takeMark(db);
  expect(await fingerprint(db)).toEqual(await fingerprint(source.db));

  const damaged = await makeDatabase();
  await appendFile(path.join(folder, "database", "users.copy.gz"), "x");
  await expect(restoreBackup(makeContext(damaged.db), { folder })).rejects.toThrow(
    "database/users.copy.gz est abîmé.",
  );
  await Promise.all([source.close(), close(), damaged.close()]);
});

test("the schema has what a restore counts on: an order of its tables, and no sequence", async () => {
  const { rows } = await world.db.execute(
    sql`select sequencename from pg_sequences where schemaname = 'public'`,
  );
  expect(rows).toEqual([]);
  const one = { name: "one", refersTo: ["one", "two"] };
  expect(inOrder([one, { name: "two", refersTo: [] }])).toEqual(["two", "one"]);
  expect(() => inOrder([one, { name: "two", refersTo: ["one"] }])).toThrow("one, two");
});
