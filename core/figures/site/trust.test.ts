import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeOperatorContext } from "#test/make/operators.ts";
import { makeProfessional } from "#test/make/people.ts";
import type { Context } from "../../context.server.ts";
import { DAY } from "../../durations.ts";
import type { JobMap } from "../../jobs.ts";
import { cents } from "../../money.ts";
import {
  dailyTrust,
  payments,
  professionalProfiles,
  refunds,
  stripeEvents,
} from "../../tables.server.ts";
import { countTrust } from "./count-trust.server.ts";
import { exportSiteFigures } from "./export-site-figures.server.ts";
import { showSiteFigures } from "./show-site-figures.server.ts";

const ago = (days: number) => new Date(NOW.getTime() - days * DAY);

/** A payment of 40 € with 4 € of commission, made and paid so many days ago. */
async function pay(db: Database, days: number, madeBefore = 0) {
  contradict(db, "I");
  const id = newId();
  await db.insert(payments).values({
    ...{ id, kind: "session_booking", reference: newId(), status: "paid" },
    ...{ amountCents: cents(4_000), applicationFeeCents: cents(400), description: "x" },
    ...{ payerEmail: "x@example.fr", successUrl: "/", expiresAt: NOW },
    ...{ createdAt: ago(days + madeBefore), paidAt: ago(days) },
  });
  return id;
}

const giveBack = (db: Database, paymentId: string, days: number, more: object = {}) =>
  db.insert(refunds).values({
    ...{ id: newId(), paymentId, amountCents: cents(1_000), reason: "client" as const },
    ...{ status: "succeeded" as const, createdAt: ago(days), ...more },
  });

/** Counts to the end, though a turn stops after ten seconds and leaves the rest to another. */
async function countAll(ctx: Context, asked: JobMap["count-trust"] = {}) {
  const turns = [asked];
  const send: Context["jobs"]["send"] = async (_tx, _name, data) =>
    void turns.push(data as JobMap["count-trust"]);
  for (const turn of turns) await countTrust({ ...ctx, jobs: { send } }, turn);
}

const counted = async (db: Database) =>
  (await db.select().from(dailyTrust).orderBy(dailyTrust.day))
    .map(({ countedAt: _, ...row }) => row)
    .filter(({ payments: paid, refundedCents, disputes, joined, gone }) =>
      [paid, refundedCents, disputes, joined, gone ?? 0].some((number) => number > 0),
    );

const NOTHING = {
  ...{ payments: 0, takenCents: 0, keptCents: 0, refundedCents: 0 },
  ...{ disputes: 0, joined: 0, gone: null },
};

describe("money and trust (rule: site-figures)", () => {
  dataTest("each day has what moved on it, once however often it is counted", async ({ db }) => {
    const first = await pay(db, 9);
    // A bank that took two days: it counts on the day on which it paid.
    await pay(db, 9, 2);
    await giveBack(db, first, 2);
    await giveBack(db, first, 2, { commissionCents: cents(1_000), reason: "goodwill", seats: 0 });
    await giveBack(db, first, 2, { status: "failed" });
    await db.insert(stripeEvents).values([
      ...["charge.dispute.created", "charge.dispute.closed"].map((type) => ({
        ...{ id: `evt_${type}`, type, livemode: false, createdAt: ago(3) },
      })),
    ]);
    const ctx = makeContext(db);
    await countAll(ctx);
    await countAll(ctx);
    expect(await counted(db)).toEqual([
      { ...NOTHING, day: "2026-11-11", payments: 2, takenCents: 8_000, keptCents: 800 },
      { ...NOTHING, day: "2026-11-17", disputes: 1 },
      { ...NOTHING, day: "2026-11-18", refundedCents: 2_000, keptCents: -1_100 },
    ]);
    expect((await db.select().from(dailyTrust)).length).toBe(729);
  });

  dataTest(
    "a professional comes once, and leaves when their account is deleted",
    async ({ db }) => {
      const { id, userId } = await makeProfessional(db);
      const createdAt = ago(5);
      await db
        .update(professionalProfiles)
        .set({ createdAt })
        .where(eq(professionalProfiles.id, id));
      await db.execute(sql`
      insert into professional_profiles (id, user_id, business_name, business_description, created_at)
      values (${newId()}, ${userId}, 'x', 'x', ${ago(1)})`);
      await db.update(professionalProfiles).set({ leftAt: ago(0) });
      await countAll(makeContext(db));
      expect(await counted(db)).toEqual([
        { ...NOTHING, day: "2026-11-15", joined: 1 },
        { ...NOTHING, day: "2026-11-20", gone: 1 },
      ]);
    },
  );

  dataTest("nobody knows who left before the first count: no zero stands there", async ({ db }) => {
    await countAll(makeContext(db, { now: ago(3) }));
    await countAll(makeContext(db));
    const ctx = await makeOperatorContext(makeContext(db));
    const hier = await showSiteFigures(ctx, { period: "hier" });
    expect(hier.trust.map(({ gone }) => gone)).toEqual([0, 0, null]);
    // The week holds days before the first count, of which the departures are unknown.
    expect((await showSiteFigures(ctx, {})).trust.map(({ gone }) => gone)).toEqual([
      ...[null, null, null],
    ]);
    const { content } = await exportSiteFigures(ctx, { table: "confiance", period: "hier" });
    expect(content).toContain("Praticiens partis;0;0;\r\n");
    // Nothing was booked, so that nobody could be absent.
    expect(content).toContain("Absences;;;\r\n");
  });

  dataTest("the next count goes on where the last one ended", async ({ db }) => {
    await countAll(makeContext(db, { now: ago(10) }), { from: "2026-11-09" });
    await pay(db, 30);
    await pay(db, 8);
    await countAll(makeContext(db));
    expect((await db.select().from(dailyTrust)).length).toBe(12);
    expect(await counted(db)).toMatchObject([{ day: "2026-11-12", payments: 1 }]);
  });

  dataTest(
    "the page has each beside the period before, a year ago and eight weeks",
    async ({ db }) => {
      await pay(db, 1);
      await pay(db, 8);
      await pay(db, 8);
      await pay(db, 365);
      const ctx = await makeOperatorContext(makeContext(db));
      await countAll(ctx);
      const { trust, weeks } = await showSiteFigures(ctx, { period: "7j" });
      expect(trust.map(({ payments: paid, takenCents }) => [paid, takenCents])).toEqual([
        [1, 4_000],
        [2, 8_000],
        [1, 4_000],
      ]);
      expect(weeks.map((week) => [week.from, week.trust.payments]).slice(-3)).toEqual([
        ["2026-10-30", 0],
        ["2026-11-06", 2],
        ["2026-11-13", 1],
      ]);
      const { content } = await exportSiteFigures(ctx, { table: "confiance" });
      expect(content.split("\r\n").slice(0, 3)).toEqual([
        "\uFEFFMesure;7 jours;Les 7 d'avant;Il y a un an",
        "Encaissé (€ TTC);40,00;80,00;40,00",
        "Paiements;1;2;1",
      ]);
    },
  );
});
