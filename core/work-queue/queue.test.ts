import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest, untilWaiting } from "#test/make/database.ts";
import { receiveMails } from "#test/make/mailbox.ts";
import { makeOperatorContext } from "#test/make/operators.ts";
import { makeUser } from "#test/make/people.ts";
import { closeMessage, fileAsRights } from "../contact/close-message.server.ts";
import {
  sendContactMessage,
  withdrawFromContract,
} from "../contact/send-contact-message.server.ts";
import { dayKey } from "../dates.ts";
import { DAY, HOUR, MINUTE } from "../durations.ts";
import { cents } from "../money.ts";
import { listActsOn } from "../operators/acts/list-acts.server.ts";
import { REASON_WANTED } from "../operators/acts/rules.ts";
import { payments, profiles, readings, takenWork } from "../tables.server.ts";
import { forgetDoneWork } from "./forget-done-work.server.ts";
import { distanceOf, elapsedPercent, urgencyOf } from "./rules.ts";
import { findOwnWork, showQueue } from "./show-queue.server.ts";
import { giveWorkBack, passWork, showPassing, takeWork } from "./take-work.server.ts";

const inTime = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);

const MESSAGE = {
  ...{ name: "Paul Ferrand", email: "paul@example.fr", subject: "technique" },
  message: "Où mettre le lien de la visio ?",
};

async function makePayment(db: Database, row: Partial<typeof payments.$inferInsert>) {
  const id = newId();
  await db.insert(payments).values({
    ...{ id, kind: "session_booking", reference: newId(), description: "Massage" },
    ...{ amountCents: cents(5_400), payerEmail: "zoe@example.fr", successUrl: "/" },
    ...{ expiresAt: NOW, createdAt: NOW, paidAt: NOW, ...row },
  });
  return id;
}

describe("the queue", () => {
  dataTest("has everything that waits by the time it is due", async ({ db }) => {
    // Payments by hand, of no booking.
    contradict(db, "I2", "I3", "I4", "I8");
    const ctx = makeContext(db);
    const operator = await makeOperatorContext(ctx);
    await sendContactMessage(ctx, MESSAGE);
    const contract = { name: "Inès Moulin", email: "ines.m@example.fr", contract: "Carte cadeau" };
    await withdrawFromContract(ctx, contract);
    const leaver = await makeUser(db, { isPro: true, deletionAskedAt: NOW });
    const reviewed = await makePayment(db, { status: "review", reviewReason: "amount" });
    const disputed = await makePayment(db, {
      ...{ status: "paid", disputeStatus: "needs_response", disputeDueAt: inTime(3 * DAY) },
      ...{
        createdAt: inTime(-20 * DAY),
        disputedAt: inTime(-6 * DAY),
        disputedCents: cents(1_500),
      },
    });
    const { works, total, nobodys, filters } = await showQueue(operator, {});
    expect(works.map(({ name, basis, within, dueAt }) => [name, basis, within, dueAt])).toEqual(
      [
        ["Paiement en examen", "promise", "24 heures", inTime(DAY)],
        ["Message", "promise", "24 heures", inTime(DAY)],
        ["Rétractation", "promise", "24 heures", inTime(DAY)],
        ["Litige", "bank", "9 jours", inTime(3 * DAY)],
        ["Suppression", "law", "1 mois", new Date("2026-12-20T09:00:00Z")],
      ].toSorted((one, other) => Number(one[3]) - Number(other[3])),
    );
    expect([total, nobodys]).toEqual([5, 5]);
    expect(filters.map(({ id, count }) => [id, count])).toEqual([
      ...[
        ["contenus", 0],
        ["verifications", 0],
        ["categories", 0],
        ["argent", 2],
      ],
      ...[
        ["droits", 1],
        ["fiscalite", 0],
        ["messages", 2],
      ],
    ]);
    const money = await showQueue(operator, { genre: "argent" });
    expect(money.works.map(({ id }) => id)).toEqual([reviewed, disputed]);
    expect(money.works[1]).toMatchObject({
      ...{ title: expect.stringMatching(/^15,00.€ · Massage$/), receivedAt: inTime(-6 * DAY) },
    });
    expect(await findOwnWork(operator, { kind: "deletion", id: leaver.id })).toMatchObject({
      context: "Exécutée à l'échéance, sauf retrait",
    });
    await db.update(profiles).set({ deletionAskedAt: null });
    expect(await findOwnWork(operator, { kind: "deletion", id: leaver.id })).toBeNull();
  });

  dataTest("leaves to its taker what came while somebody else looked", async ({ db }) => {
    const ctx = makeContext(db);
    const lea = await makeOperatorContext(ctx, ["assistance"], "Léa");
    const marc = await makeOperatorContext(ctx, ["finance"], "Marc");
    const [looks, key] = await db.transaction(async (tx) => {
      // The last that is read: by then there was no message.
      await tx.execute(sql`lock table tax_requests`);
      const looks = showQueue(marc, {});
      await untilWaiting(db, 1);
      const { messageId } = await sendContactMessage(ctx, MESSAGE);
      const key = { kind: "message" as const, id: messageId };
      await takeWork(lea, key);
      return [{ end: looks }, key];
    });
    await looks.end;
    expect((await findOwnWork(marc, key))?.takenBy).toEqual({ name: "Léa", isMe: false });
  });

  dataTest("says who has taken what, and forgets it once it is done", async ({ db }) => {
    const ctx = makeContext(db);
    const lea = await makeOperatorContext(ctx, ["assistance"], "Léa");
    const marc = await makeOperatorContext(ctx, ["finance"], "Marc");
    await sendContactMessage(ctx, MESSAGE);
    const [work] = (await showQueue(lea, {})).works;
    const key = { kind: "message" as const, id: String(work?.id) };
    await takeWork(lea, key);
    expect((await showQueue(lea, { pour: "moi" })).works[0]?.takenBy).toEqual({
      ...{ name: "Léa", isMe: true },
    });
    expect((await showQueue(marc, { pour: "personne" })).works).toEqual([]);
    await takeWork(marc, key);
    expect((await showQueue(lea, {})).works[0]?.takenBy).toEqual({ name: "Marc", isMe: false });
    const { colleagues } = await showPassing(marc, key);
    expect(colleagues).toMatchObject([{ name: "Léa", roles: ["assistance"] }]);
    expect(await passWork(marc, { ...key, to: colleagues[0]?.id })).toBe("Léa");
    expect((await showQueue(lea, {})).works[0]?.takenBy).toEqual({ name: "Léa", isMe: true });
    await expect(passWork(marc, { ...key, to: newId() })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(showPassing(marc, { ...key, id: newId() })).rejects.toMatchObject({
      code: "not_found",
    });
    await giveWorkBack(marc, key);
    expect((await showQueue(lea, {})).nobodys).toBe(1);

    // Found to be about their data, it has a month from when it came, and stays whose it was.
    await takeWork(lea, key);
    const asRights = { messageId: key.id, reason: "Il demande une copie." };
    await fileAsRights(lea, asRights);
    await expect(fileAsRights(lea, asRights)).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await showQueue(lea, { genre: "droits" })).toMatchObject({
      works: [{ kind: "rights", within: "1 mois", dueAt: new Date("2026-12-20T09:00:00Z") }],
    });
    expect((await showQueue(lea, { pour: "moi" })).works[0]?.takenBy?.name).toBe("Léa");
    const rights = { ...key, kind: "rights" as const };
    expect(await findOwnWork(lea, key)).toBeNull();

    await giveWorkBack(lea, rights);
    expect((await showQueue(lea, {})).nobodys).toBe(1);
    await takeWork(lea, rights);
    expect((await showQueue(lea, {})).mine).toBe(1);
    const closing = { messageId: key.id, reason: "Répondu par e-mail." };
    await expect(closeMessage(lea, { ...closing, reason: " " })).rejects.toMatchObject({
      fields: { reason: [REASON_WANTED] },
    });
    const answer = "Bonjour,\n\nVotre remboursement est parti.";
    await closeMessage(lea, { ...closing, answer });
    const received = await receiveMails(ctx);
    const sent = received.find(({ recipients }) => recipients.includes(MESSAGE.email));
    expect(sent?.text).toContain("Votre remboursement est parti.");
    expect(sent?.text).toContain(MESSAGE.message);
    await expect(closeMessage(lea, closing)).rejects.toMatchObject({ code: "conflict" });
    expect(await showQueue(lea, {})).toMatchObject({ works: [], total: 0 });
    expect(await db.$count(takenWork)).toBe(1);
    await forgetDoneWork(ctx);
    expect(await db.$count(takenWork)).toBe(0);
    const [act] = await listActsOn(lea, { kind: "message", id: key.id });
    expect(act).toMatchObject({ act: "message_closed", details: { reason: closing.reason } });
    expect(await db.$count(readings)).toBe(0);
  });
});

test("an instant is late, today's, soon or later", () => {
  const of = (milliseconds: number) => urgencyOf(inTime(milliseconds), NOW, dayKey);
  expect([of(0), of(HOUR), of(15 * HOUR), of(20 * DAY)]).toEqual([
    ...["late", "today", "soon", "later"],
  ]);
  const said = [-20 * MINUTE, 150 * MINUTE, 3 * DAY, 30 * HOUR].map((one) =>
    distanceOf(inTime(one), NOW),
  );
  expect(said).toEqual(["de 20 min", "dans 2 h 30", "dans 3 jours", "dans 30 h"]);
  const half = { receivedAt: inTime(-HOUR), dueAt: inTime(HOUR) };
  expect(elapsedPercent(half, NOW)).toBe(50);
  expect(elapsedPercent({ ...half, dueAt: NOW }, NOW)).toBe(100);
});
