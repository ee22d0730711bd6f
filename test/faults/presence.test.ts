import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { enterCode, markPresence } from "#core/bookings/presence/mark-presence.server.ts";
import { WRONG_CODES, WRONG_CODES_IN_ALL } from "#core/bookings/presence/rules.ts";
import type { Context } from "#core/context.server.ts";
import { HOUR } from "#core/durations.ts";
import { isAppError } from "#core/errors.ts";
import { bookings } from "#core/tables.server.ts";
import { type Offer, openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { makeProfessional } from "#test/make/people.ts";
import { size } from "./size.ts";

/*
 * Codes of presence, guessed. A professional who has none to enter would like to have some; a
 * stranger would like to know which one is right.
 */

const LONG = { timeout: 600_000 };
const START = new Date("2100-03-05T17:30:00Z");
/** More than may be guessed wrongly at five each. */
const SLOTS = WRONG_CODES_IN_ALL / WRONG_CODES + 2;

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

const begun = (ctx: Context): Context => ({ ...ctx, now: () => START });
const wordOf = (work: Promise<unknown>) =>
  work.then(
    () => "right",
    (error: unknown) => {
      if (isAppError(error)) return error.code;
      throw error;
    },
  );

/** Slots of one professional, the last of which begins now, each with one client and their code. */
async function makeSlots(count: number) {
  const made = [];
  let professional: Offer["professional"] | undefined;
  for (let index = 0; index < count; index += 1) {
    const start = new Date(START.getTime() - index * 2 * HOUR);
    const asked = { start, priceCents: 0, ...(professional && { professional }) };
    const offer = await world.makeOffer(asked);
    professional = offer.professional;
    const { bookingId } = await bookSlot(await world.newClient(), offer);
    const [row] = await world.db.select().from(bookings).where(eq(bookings.id, bookingId));
    made.push({ slotId: offer.slotId, bookingId, code: String(row?.presenceCode) });
  }
  return { made, userId: String(professional?.userId) };
}

test("of one professional, tried by the thousand at once, name nobody", LONG, async () => {
  const { made, userId } = await makeSlots(SLOTS);
  const right = new Set(made.map(({ code }) => code));
  const codes = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, "0"))
    .filter((code) => !right.has(code))
    .slice(0, size(160, 10_000));
  const guess = async (code: string, place: number) => {
    const one = made[place % made.length] as (typeof made)[number];
    // Another login of the same account each time, from another network, at either door.
    const ctx = begun(await world.context(userId, { address: `198.51.100.${place % 250}` }));
    const asked =
      place % 3 === 0
        ? markPresence(ctx, { bookingId: one.bookingId, code })
        : enterCode(ctx, { slotId: one.slotId, code });
    return { slotId: one.slotId, word: await wordOf(asked) };
  };
  const answers = [];
  for (let from = 0; from < codes.length; from += 40) {
    answers.push(
      ...(await Promise.all(codes.slice(from, from + 40).map((code, n) => guess(code, from + n)))),
    );
  }
  const words = new Set(answers.map(({ word }) => word));
  expect([...words].sort()).toEqual(["invalid_input", "rate_limited"]);
  const judged = answers.filter(({ word }) => word === "invalid_input");
  expect(judged.length).toBeLessThanOrEqual(WRONG_CODES_IN_ALL);
  expect(judged.length).toBeGreaterThanOrEqual(WRONG_CODES);
  for (const { slotId } of made) {
    const own = judged.filter((answer) => answer.slotId === slotId);
    expect(own.length).toBeLessThanOrEqual(WRONG_CODES);
  }
  // By now the right ones are not told either.
  const owner = begun(await world.context(userId));
  for (const { slotId, bookingId, code } of made) {
    expect(await wordOf(enterCode(owner, { slotId, code }))).toBe("rate_limited");
    const [row] = await world.db.select().from(bookings).where(eq(bookings.id, bookingId));
    expect(row?.presence).toBeNull();
  }
});

test("by anybody else, sound the same whether right or wrong", LONG, async () => {
  const { made } = await makeSlots(1);
  const [{ slotId, bookingId, code }] = made as [(typeof made)[number]];
  const wrong = code === "0000" ? "1111" : "0000";
  const rival = await makeProfessional(world.db);
  const strangers = [
    await world.context(),
    await world.newClient(),
    await world.context(rival.userId),
  ].map(begun);
  for (const ctx of strangers) {
    const said = await Promise.all(
      [code, wrong].map(async (tried) => [
        await wordOf(enterCode(ctx, { slotId, code: tried })),
        await wordOf(markPresence(ctx, { bookingId, code: tried })),
      ]),
    );
    expect(said[0]).toEqual(said[1]);
    expect(said.flat()).not.toContain("right");
  }
});
