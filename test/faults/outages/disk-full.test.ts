import fs from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { HOUR } from "#core/durations.ts";
import { UPLOAD_FAILED } from "#core/media/labels.ts";
import { ORPHAN_LIFE } from "#core/media/rules.ts";
import { sweepImages } from "#core/media/sweep-images.server.ts";
import { reconcilePayments } from "#core/reconciliation/reconcile-payments.server.ts";
import { bookings, images, payments } from "#core/tables.server.ts";
import { createFiles } from "#platform/files.server.ts";
import { openDoors } from "../../make/api.ts";
import { actorOf, makeConfig, makeContext, NOW } from "../../make/context.ts";
import { expectInvariants, makeDatabase } from "../../make/database.ts";
import { openPaymentWorld, outcomeOf, untilSettled } from "../../make/payments.ts";
import { makeProfessional } from "../../make/people.ts";
import { fileOf, jpeg, makePicture } from "../../make/pictures.ts";
import { openSite } from "../../make/site.ts";
import { openOwnPostgres } from "./own-postgres.ts";
import { openSmallDisk, type SmallDisk } from "./small-disk.ts";

/*
 * A disk without room: refused in French, nothing half-written, and with room again everything
 * works.
 */

/** The test is skipped, with the reason, where the machine lets nobody make a small disk. */
function requireDisk(megabytes: number, skip: (reason: string) => never): SmallDisk {
  const disk = openSmallDisk(megabytes);
  if (typeof disk !== "string") return disk;
  console.warn(`skipped: ${disk}`);
  return skip(disk);
}

test("the database's disk is full", async ({ skip }) => {
  const disk = requireDisk(300, skip);
  onTestFinished(() => disk.close());
  const postgres = await openOwnPostgres({ folder: path.join(disk.folder, "own") });
  onTestFinished(() => postgres.close());
  const world = await openPaymentWorld({}, postgres.url);
  onTestFinished(() => world.stop());
  world.db.$client.on("error", () => {});
  const plain = await world.context();
  const config = { ...plain.config, trustedProxies: ["loopback"] };
  await plain.jobs.send(world.db, "sweep-listings", {});
  const site = await openSite(await world.context(undefined, { config }));
  onTestFinished(() => site.close());
  let visitors = 0;
  /** A guest, of an address of their own, holds a seat. */
  const book = async ({ sessionId, slotId }: { sessionId: string; slotId: string }) => {
    visitors += 1;
    const answer = await fetch(`${site.origin}/api/v1/functions/create-guest-session-payment`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Forwarded-For": `198.51.${visitors >> 8}.${visitors & 255}`,
      },
      body: JSON.stringify({
        ...{ sessionId, slotId, amount: 4_000, email: `invitee-${visitors}@example.fr` },
        bookingNotes: "Une note qui prend de la place. ".repeat(15),
      }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const offers = [];
  for (const _ of Array(6)) offers.push(await world.makeOffer({ spots: 50 }));
  const [offer] = offers;
  if (!offer) throw new Error("nothing is offered");
  expect((await book(offer)).status).toBe(200);

  disk.fill();
  const refused = [];
  let held = 1;
  for (const one of offers.flatMap((some) => Array<typeof some>(49).fill(some))) {
    const answer = await book(one);
    if (answer.status === 200) held += 1;
    else refused.push(answer);
    if (refused.length === 10) break;
  }
  expect(refused.length).toBe(10);
  for (const { status, text } of refused) {
    expect([500, 503]).toContain(status);
    const { error } = JSON.parse(text);
    expect(["unexpected", "provider_unavailable"]).toContain(error.code);
    expect(text).not.toMatch(/ENOSPC|could not|No space|\.ts|\.js|53100/);
  }
  disk.free();
  // Without room for its log PostgreSQL ends itself; whoever runs it starts it again.
  console.log(`${held} holds, then no room; PostgreSQL ${postgres.isDead() ? "ended" : "stayed"}`);
  if (postgres.isDead()) await postgres.start();
  await vi.waitFor(async () => expect((await book(offer)).status).toBe(200), 30_000);

  await expectInvariants(world.db);
  world.shift(61_000);
  await reconcilePayments(await world.context());
  world.shift(0);
  const kept = await world.db.select().from(bookings);
  // Every answered hold is there; one more may have outlived an answer that nobody got.
  expect(kept.length).toBeGreaterThan(held);
  expect(await world.db.$count(payments)).toBe(kept.length);
  expect(await world.db.$count(payments, eq(payments.status, "creating"))).toBe(0);
  const bookingId = String(kept.at(-1)?.id);
  await world.pay(bookingId);
  await untilSettled(world.db, bookingId);
  expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("confirmed");
});

test("the pictures' disk is full", async ({ skip }) => {
  const disk = requireDisk(2, skip);
  onTestFinished(() => disk.close());
  const { db, close } = await makeDatabase();
  onTestFinished(close);
  const { id, userId } = await makeProfessional(db);
  const config = makeConfig({ dataDir: disk.folder });
  const files = createFiles(config);
  const ctx = makeContext(db, { config, files, actor: await actorOf(db, userId) });
  const api = openDoors(ctx);
  const file = fileOf(await jpeg(makePicture(800, 600)));
  const send = async () => {
    const body = new FormData();
    body.set("bucket", "session-images");
    body.set("file", file);
    const answer = await api.request("/api/v1/images", { method: "POST", body });
    return { status: answer.status, body: await answer.json() };
  };
  const filesOf = () =>
    fs.readdirSync(path.join(disk.folder, "files", "images", "session-images", id));

  disk.fill();
  const refused = await send();
  expect(refused).toMatchObject({
    status: 503,
    body: { error: { code: "storage_unavailable", message: UPLOAD_FAILED } },
  });
  expect(JSON.stringify(refused.body)).not.toMatch(/ENOSPC|\.ts|\.js/);
  disk.free();

  const sent = await send();
  expect(sent.status).toBe(201);
  const kept = String(sent.body.url.match(/([^/]+)\.jpg$/)?.[1]);
  await db.update(images).set({ used: true }).where(eq(images.id, kept));
  await sweepImages({ ...ctx, now: () => new Date(NOW.getTime() + ORPHAN_LIFE + HOUR) });
  expect((await db.select().from(images)).map((image) => image.id)).toEqual([kept]);
  expect(filesOf()).toHaveLength(6);
  expect(filesOf().every((name) => name.startsWith(kept))).toBe(true);
});
