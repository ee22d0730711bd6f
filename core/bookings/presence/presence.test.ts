import { and, eq } from "drizzle-orm";
import decodeQR from "qr/decode.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawQr } from "#platform/qr.server.ts";
import { callerOf } from "#test/make/api.ts";
import { deliverMails, openMailbox, receiveMails } from "#test/make/mailbox.ts";
import { makeOperatorContext } from "#test/make/operators.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import type { Context } from "../../context.server.ts";
import { MINUTE, SECOND } from "../../durations.ts";
import { bookings, messages } from "../../tables.server.ts";
import { showQueue } from "../../work-queue/show-queue.server.ts";
import { listActivityBookings, listBookings } from "../lists/list-bookings.server.ts";
import { contestAbsence, showAbsence } from "./contest-absence.server.ts";
import { presenceCountLabel } from "./labels.ts";
import { enterCode, markPresence } from "./mark-presence.server.ts";
import { countPresence, showPresence } from "./show-presence.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

const START = new Date("2100-03-05T17:30:00Z");
const at = (ctx: Context, minutes: number): Context => ({
  ...ctx,
  now: () => new Date(START.getTime() + minutes * MINUTE),
});

/** A slot with so many paid bookings, each with its code. */
async function makeSlotOf(count = 1) {
  const offer = await world.makeActivityOffer({ spots: count + 1, start: START });
  const clients = [];
  for (let index = 0; index < count; index += 1) {
    const { client: ctx, bookingId } = await world.buy(offer);
    const [row] = await world.db.select().from(bookings).where(eq(bookings.id, bookingId));
    clients.push({ ctx, bookingId, code: String(row?.presenceCode) });
  }
  const owner = await world.context(offer.professional.userId);
  return { slotId: offer.slotId, owner, clients, first: clients[0] as (typeof clients)[number] };
}

const wrongOf = (codes: readonly { code: string }[]) =>
  ["0000", "1111", "2222", "3333", "4444", "5555", "6666", "7777"].filter((one) =>
    codes.every(({ code }) => code !== one),
  );

const presenceOf = async (bookingId: string) => {
  const [row] = await world.db.select().from(bookings).where(eq(bookings.id, bookingId));
  return [row?.presence, row?.presenceBy, row?.contestedAt !== null];
};

describe("the code (rule: presence-code)", () => {
  test("is its client's alone, four digits, another for each booking of a slot", async () => {
    const { clients, owner, first } = await makeSlotOf(4);
    const codes = clients.map(({ code }) => code);
    expect(new Set(codes).size).toBe(4);
    for (const code of codes) expect(code).toMatch(/^\d{4}$/);
    const [own] = (await listBookings(first.ctx, { when: "upcoming" })).bookings;
    expect(own?.presenceCode).toBe(first.code);
    const received = await listActivityBookings(owner);
    expect(received.bookings).toHaveLength(4);
    for (const view of received.bookings) expect(view).not.toHaveProperty("presenceCode");
    const arrived = await receiveMails(await world.context());
    const [toOwner] = arrived.filter(({ recipients }) =>
      recipients.includes(String(owner.actor?.email)),
    );
    const [toClient] = arrived.filter(({ recipients }) =>
      recipients.includes(String(first.ctx.actor?.email)),
    );
    expect(toClient?.text).toContain(first.code);
    expect(toOwner?.text).not.toContain("Votre code");
  });

  test("is a link in a QR that a camera reads", () => {
    const link = "https://parenthese.fr/presence/01a1f947-4d38-7636-b4fb-c69194333b29?code=0042";
    const svg = drawQr(link);
    const [, size = "0"] = /viewBox="0 0 (\d+)/.exec(svg) ?? [];
    const side = Number(size);
    const scale = 4;
    const image = new Uint8Array((side * scale) ** 2 * 4).fill(255);
    const paint = (x: number, y: number) => {
      for (let dy = 0; dy < scale; dy += 1) {
        for (let dx = 0; dx < scale; dx += 1) {
          const pixel = ((y * scale + dy) * side * scale + x * scale + dx) * 4;
          image.fill(0, pixel, pixel + 3);
        }
      }
    };
    let [x, y] = [0, 0];
    for (const [, move, a = "0", b = "0"] of svg.matchAll(/([Mmhv])(-?\d+)(?:[ ,]?(-?\d+))?/g)) {
      if (move === "M") [x, y] = [Number(a), Number(b)];
      if (move === "m") [x, y] = [x + Number(a), y + Number(b)];
      if (move === "h" && Number(a) === 1) paint(x, y);
    }
    expect(decodeQR({ width: side * scale, height: side * scale, data: image })).toBe(link);
  });

  test("entered by the professional of the slot, it proves who came", async () => {
    const { slotId, owner, clients } = await makeSlotOf(2);
    const [one, two] = clients;
    if (!one || !two) throw new Error("two are needed");
    const spaced = `${two.code.slice(0, 2)} ${two.code.slice(2)}`;
    expect(await enterCode(at(owner, -30), { slotId, code: spaced })).toMatchObject({
      ...{ bookingId: two.bookingId, presence: "present", by: "code" },
    });
    expect(await presenceOf(one.bookingId)).toEqual([null, null, false]);
    // Late all the same, by what stays proved.
    await markPresence(at(owner, 10), { bookingId: two.bookingId, status: "late" });
    expect(await presenceOf(two.bookingId)).toEqual(["late", "code", false]);
    await expect(
      markPresence(at(owner, 20), { bookingId: two.bookingId, status: "absent" }),
    ).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("Son code") });
    // The code of another booking of the slot is not this one's.
    await expect(
      markPresence(at(owner, 0), { bookingId: one.bookingId, code: two.code }),
    ).rejects.toMatchObject({ fields: { code: [expect.any(String)] } });
    expect(
      await markPresence(at(owner, 0), { bookingId: one.bookingId, code: one.code }),
    ).toMatchObject({ presence: "present", by: "code" });
  });

  test("five wrong ones close the field for an hour, also for the right one and many at once", async () => {
    const { slotId, owner, clients, first } = await makeSlotOf(1);
    const wrong = wrongOf(clients);
    const now = at(owner, 0);
    const guesses = await Promise.allSettled(wrong.map((code) => enterCode(now, { slotId, code })));
    const codes = guesses.map((one) => (one.status === "rejected" ? one.reason.code : "right"));
    expect(codes.filter((code) => code === "invalid_input").length).toBeLessThanOrEqual(5);
    expect(codes).not.toContain("right");
    // An hour from 18:30:59 on is over within the minute before this one.
    const late = { ...owner, now: () => new Date(START.getTime() + 59 * SECOND) };
    await expect(enterCode(late, { slotId, code: first.code })).rejects.toMatchObject({
      ...{ code: "rate_limited", message: expect.stringMatching(/se rouvre à 19:31\.$/) },
    });
    await expect(
      markPresence(now, { bookingId: first.bookingId, code: first.code }),
    ).rejects.toMatchObject({ code: "rate_limited" });
    // The other field stands open.
    const other = await makeSlotOf(1);
    await enterCode(at(other.owner, 0), { slotId: other.slotId, code: other.first.code });
  });

  test("right ones are counted by nobody", async () => {
    const { slotId, owner, first } = await makeSlotOf(1);
    for (let count = 0; count < 8; count += 1) {
      await enterCode(at(owner, 0), { slotId, code: first.code });
    }
    expect(await presenceOf(first.bookingId)).toEqual(["present", "code", false]);
  });
});

describe("what a professional says", () => {
  test("« absent » comes 15 minutes after the start, and everything within its time", async () => {
    const { owner, first } = await makeSlotOf(1);
    const { bookingId } = first;
    const say = (minutes: number, status: "present" | "absent") =>
      markPresence(at(owner, minutes), { bookingId, status });
    await expect(say(-121, "present")).rejects.toMatchObject({ code: "conflict" });
    await expect(say(14, "absent")).rejects.toMatchObject({
      message: "« Absent » se note à partir de 15 minutes après le début.",
    });
    expect(await say(15, "absent")).toMatchObject({ presence: "absent", by: "professional" });
    expect(await say(20, "present")).toMatchObject({ presence: "present", by: "professional" });
    await expect(say(60 + 48 * 60 + 1, "present")).rejects.toMatchObject({ code: "conflict" });
  });

  test("an absence is told to the client, who contests it within 48 hours, once", async () => {
    const { owner, first } = await makeSlotOf(1);
    const { bookingId, ctx } = first;
    await expect(
      contestAbsence(at(ctx, 20), { by: { bookingId }, word: "came" }),
    ).rejects.toMatchObject({
      code: "conflict",
    });
    await markPresence(at(owner, 20), { bookingId, status: "absent" });
    const mailbox = await openMailbox();
    const deliver = async () =>
      deliverMails(await world.context(undefined, { mailer: mailbox.mailer }));
    await deliver();
    await expect(
      contestAbsence(at(owner, 30), { by: { bookingId }, word: "came" }),
    ).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(
      contestAbsence(at(ctx, 20 + 48 * 60 + 1), { by: { bookingId }, word: "came" }),
    ).rejects.toMatchObject({
      code: "conflict",
    });
    // The link in the mail asks for no login, and reading it changes nothing.
    const html = mailbox.mails.map((mail) => mail.html ?? "").join("");
    const [, token = ""] = /\/reservation\/absence\?jeton=([\w.-]+)/.exec(html) ?? [];
    const visitor = at(await world.context(), 20 + 48 * 60);
    expect(await showAbsence(visitor, token)).toMatchObject({ contestedAs: null, isOpen: true });
    const forged = { by: { token: `${token}x` }, word: "came" } as const;
    await expect(contestAbsence(visitor, forged)).rejects.toMatchObject({ code: "not_found" });
    await contestAbsence(visitor, { by: { token }, word: "not_held" });
    expect(await showAbsence(visitor, token)).toMatchObject({
      ...{ contestedAs: "not_held", isOpen: false },
    });
    await expect(
      contestAbsence(at(ctx, 21), { by: { bookingId }, word: "came" }),
    ).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await presenceOf(bookingId)).toEqual(["absent", "professional", true]);
    await deliver();
    const subjects = (who: Context) =>
      mailbox.mails
        .filter(({ recipients }) => recipients.includes(String(who.actor?.email)))
        .map(({ subject }) => subject);
    expect(subjects(ctx)).toContainEqual(expect.stringMatching(/^Vous étiez attendu/));
    expect(subjects(owner)).toContainEqual(expect.stringMatching(/dit que rien n'a eu lieu/));
    // An operator reads it among the messages, under the client's own name and account.
    const operator = await makeOperatorContext(ctx);
    const { works } = await showQueue(operator, {});
    const work = works.find(({ title }) => title.startsWith("« N'a pas eu lieu : "));
    expect(work).toMatchObject({ kind: "message", name: "Message" });
    const [message] = await world.db.select().from(messages);
    expect(message).toMatchObject({ authorId: ctx.actor?.userId, email: ctx.actor?.email });
    expect(message?.message).toContain(`Réservation ${bookingId}.`);
  });

  test("an absence is contested by a program in the same words", async () => {
    const { owner, clients } = await makeSlotOf(2);
    for (const { bookingId } of clients) {
      await markPresence(at(owner, 20), { bookingId, status: "absent" });
    }
    const contest = async ({ ctx, bookingId }: (typeof clients)[number], body?: object) => {
      const call = callerOf(at(ctx, 30));
      const { status } = await call("POST", `/bookings/${bookingId}/presence/contest`, body);
      const [row] = await world.db.select().from(bookings).where(eq(bookings.id, bookingId));
      return [status, row?.contestedAs];
    };
    const [one, two] = clients;
    if (!one || !two) throw new Error("two are needed");
    expect(await contest(one, { word: "late" })).toEqual([422, null]);
    expect(await contest(one, { word: "not_held" })).toEqual([204, "not_held"]);
    expect(await contest(two)).toEqual([204, "came"]);
  });

  test("is shown by the client who is late, until the end, and to nobody else", async () => {
    const { first, owner } = await makeSlotOf(1);
    const { bookingId, ctx, code } = first;
    const shown = (who: Context, minutes: number) => showPresence(at(who, minutes), { bookingId });
    expect((await shown(ctx, 20)).ownCode).toBe(code);
    expect((await shown(ctx, 60)).ownCode).toBeNull();
    expect((await shown(owner, 20)).ownCode).toBeNull();
  });

  test("is nobody else's to say, nor to see", async () => {
    const { slotId, first } = await makeSlotOf(1);
    const { bookingId, ctx, code } = first;
    const stranger = (await makeSlotOf(1)).owner;
    await expect(enterCode(stranger, { slotId, code })).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(enterCode(await world.context(), { slotId, code })).rejects.toMatchObject({
      code: "unauthenticated",
    });
    for (const act of [
      () => markPresence(stranger, { bookingId, status: "present" }),
      () => showPresence(stranger, { bookingId }),
      () => contestAbsence(stranger, { by: { bookingId }, word: "came" }),
    ]) {
      await expect(act()).rejects.toMatchObject({ code: "not_found" });
    }
    await expect(markPresence(at(ctx, 0), { bookingId, code })).rejects.toMatchObject({
      code: "forbidden",
    });
    for (const both of [{ code, status: "present" as const }, {}]) {
      await expect(markPresence(ctx, { bookingId, ...both })).rejects.toMatchObject({
        fields: { status: [expect.any(String)] },
      });
    }
    const none = and(eq(bookings.id, bookingId), eq(bookings.presence, "present"));
    expect(await world.db.$count(bookings, none)).toBe(0);
  });
});

test("is counted for the client over everybody, and a contested absence on neither side", async () => {
  const one = await makeSlotOf(1);
  const { ctx, bookingId } = one.first;
  expect(await countPresence(ctx)).toEqual({ present: 0, late: 0, absent: 0 });
  await enterCode(at(one.owner, 0), { slotId: one.slotId, code: one.first.code });
  const other = await world.makeActivityOffer({ spots: 2, start: START });
  const { bookingId: elsewhere } = await world.buy(other, ctx);
  const owner = await world.context(other.professional.userId);
  await markPresence(at(owner, 20), { bookingId: elsewhere, status: "absent" });
  expect(await countPresence(ctx)).toEqual({ present: 1, late: 0, absent: 1 });
  await markPresence(at(one.owner, 10), { bookingId, status: "late" });
  await contestAbsence(at(ctx, 30), { by: { bookingId: elsewhere }, word: "came" });
  expect(await countPresence(ctx)).toEqual({ present: 0, late: 1, absent: 0 });
  // A professional's own count holds nothing of her clients'.
  expect(await countPresence(owner)).toEqual({ present: 0, late: 0, absent: 0 });
  expect(presenceCountLabel({ present: 6, late: 1, absent: 2 })).toBe(
    "6 présences, 1 retard, 2 absences",
  );
  expect(presenceCountLabel({ present: 0, late: 0, absent: 0 })).toBe("");
});
