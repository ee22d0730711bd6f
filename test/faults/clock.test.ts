import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { eventsOf } from "#app/parts/seo/structured-data.server.ts";
import { resolveActor } from "#core/accounts/logins/log-in.server.ts";
import { issueTokens, refreshTokens } from "#core/accounts/tokens/issue-tokens.server.ts";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { cancelBooking } from "#core/bookings/cancellation/cancel-booking.server.ts";
import { canCancel, refundableUntil } from "#core/bookings/rules.ts";
import { showCalendarFile } from "#core/bookings/show-calendar-file.server.ts";
import { createOffering } from "#core/catalogue/authoring/create-offering.server.ts";
import { showOwnOffering } from "#core/catalogue/authoring/permit-publication.server.ts";
import { newSessionInput } from "#core/catalogue/authoring/schema.ts";
import { updateOffering } from "#core/catalogue/authoring/update-offering.server.ts";
import { nextSlotLabel } from "#core/catalogue/labels.ts";
import { generateSlots } from "#core/catalogue/schedule/generate-slots.server.ts";
import { occurrences } from "#core/catalogue/schedule/rules.ts";
import { dayKey, formatTime, fromParis, toParis, WEEKDAYS } from "#core/dates.ts";
import { HOUR, MINUTE } from "#core/durations.ts";
import { monthsOf, periodOf } from "#core/earnings/rules.ts";
import { cents } from "#core/money.ts";
import { measureState } from "#core/monitoring/measure-state.server.ts";
import { viewUndated } from "#core/prices/rules.ts";
import { reconcilePayments } from "#core/reconciliation/reconcile-payments.server.ts";
import { LAST_MINUTE_HOURS } from "#core/search/rules.ts";
import { quotaMonth } from "#core/subscriptions/rules.ts";
import { offerings, slots } from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import { createLogger } from "#platform/log.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { searchSessions } from "#test/make/search.ts";
import { makeSession, makeSlot } from "../make/catalogue.ts";
import { actorOf, makeContext } from "../make/context.ts";
import { dataTest } from "../make/database.ts";
import { checkoutOf, openPaymentWorld, outcomeOf, type PaymentWorld } from "../make/payments.ts";
import { makePlan, makeProfessional, makeUser } from "../make/people.ts";
import { size } from "./size.ts";

/*
 * Every quarter of an hour of the days on which a clock in Paris is put forward or back, and of a
 * leap day: one instant each, the same for whoever writes it and whoever reads it. And clocks that
 * are ten minutes wrong, between us, the database and the provider.
 */

const QUARTER = 15 * MINUTE;
/** How long before its start a slot can no longer be booked, unless its professional says otherwise. */
const NOTICE = 30 * MINUTE;
const DAYS = ["2026-03-29", "2026-10-25", "2027-03-28", "2027-10-31", "2028-02-29"];

/** Each quarter that passes: 92 of them in spring, 100 in autumn. */
function instantsOf(day: string): Date[] {
  const midnight = (date: Temporal.PlainDate) => date.toZonedDateTime("Europe/Paris");
  const date = Temporal.PlainDate.from(day);
  const [from, to] = [midnight(date), midnight(date.add({ days: 1 }))];
  const count = (to.epochMilliseconds - from.epochMilliseconds) / QUARTER;
  return Array.from({ length: count }, (_, n) => new Date(from.epochMilliseconds + n * QUARTER));
}

/** Each quarter that a form can name: always 96, « 02:30 » among them. */
function wallsOf(day: string): string[] {
  const two = (number: number) => String(number).padStart(2, "0");
  return Array.from(
    { length: 96 },
    (_, n) => `${day}T${two(Math.floor(n / 4))}:${two((n % 4) * 15)}`,
  );
}

const inParis = (instant: Date) =>
  Temporal.Instant.fromEpochMilliseconds(+instant).toZonedDateTimeISO("Europe/Paris");
/** In the short run the hour of the change and its neighbours, and both ends of the day. */
const isLookedAt = (wall: string) =>
  size(0, 1) === 1 || /T(02:|01:45|03:00|00:00|23:45)/.test(wall);

/** Its weekday, and an instant a day and a half before it. */
function aroundOf(day: string) {
  const weekday = WEEKDAYS[Temporal.PlainDate.from(day).dayOfWeek - 1] ?? "sunday";
  return { weekday, eve: new Date(+(fromParis(`${day}T00:00`) ?? 0) - 36 * HOUR) };
}

const FORM = {
  ...{ title: "Yoga de nuit", description: "Une heure pour souffler.", category: "Yoga" },
  ...{ price: 0, duration: 60, address: "1 rue de la Paix", city: "Lyon" },
};

describe.each(DAYS)("on %s", (day) => {
  const { weekday, eve } = aroundOf(day);

  test("what a form names is one instant, or refused because no clock shows it", () => {
    for (const wall of wallsOf(day)) {
      const [date, startTime] = wall.split("T");
      const told = Temporal.PlainDateTime.from(wall).toZonedDateTime("Europe/Paris");
      const isShown = told.toPlainDateTime().equals(wall);
      expect(newSessionInput.safeParse({ ...FORM, date, startTime }).success, wall).toBe(isShown);
      const start = fromParis(wall);
      expect(start && +start, wall).toBe(told.epochMilliseconds);
      if (isShown && start) expect(toParis(start)).toBe(wall);
    }
  });

  test("a rule makes one slot that day, whatever its hour", () => {
    for (const wall of wallsOf(day)) {
      const time = wall.slice(-5);
      const starts = occurrences({ days: [weekday], time, until: day }, eve);
      const told = Temporal.PlainDateTime.from(wall).toZonedDateTime("Europe/Paris");
      expect(starts.map(Number), wall).toEqual([told.epochMilliseconds]);
    }
  });

  test("labels, what is said to search engines and what is refunded mean the same instant", () => {
    for (const instant of instantsOf(day)) {
      const paris = inParis(instant);
      const now = new Date(+instant - 25 * HOUR);
      const { label, date } = nextSlotLabel(instant, now);
      expect(label).toBe(`Demain ${paris.toPlainTime().toString().slice(0, 5)}`);
      expect(date).toContain(` ${paris.day} `);
      expect(nextSlotLabel(instant, new Date(+now + HOUR + 1)).label).toMatch(/^Aujourd'hui /);
      expect(dayKey(instant)).toBe(day);

      const end = new Date(+instant + HOUR);
      const price = viewUndated({ priceCents: cents(0), discountedPriceCents: null });
      const [event] = eventsOf(
        {
          ...{ title: "Yoga", description: "…", isOnline: true, isAddressPublic: false },
          ...{ address: null, postalCode: null, city: null },
          slots: [
            {
              id: newId(),
              start: instant,
              end,
              availableSpots: 1,
              isResale: false,
              heldUntil: null,
              closed: null,
              price,
              steps: [],
            },
          ],
          professional: { businessName: "Cabinet" },
        },
        {
          url: "https://a.fr",
          picture: "https://a.fr/i",
          practitionerUrl: "",
        },
      );
      const said = event as { startDate: string; endDate: string };
      expect(+new Date(said.startDate), said.startDate).toBe(+instant);
      expect(+new Date(said.endDate), said.endDate).toBe(+end);

      const until = refundableUntil(instant);
      const booking = { status: "confirmed", start: instant, refundableUntil: until } as const;
      expect(+instant - +until).toBe(24 * HOUR);
      expect(canCancel(booking, "client", until)).toEqual({ allowed: true, refund: true });
      const tooLate = new Date(+until + 1);
      expect(canCancel(booking, "client", tooLate)).toEqual({ allowed: true, refund: false });
      expect(canCancel(booking, "client", instant).allowed).toBe(false);
    }
  });

  test("months of a quota and of earnings follow each other without a gap", () => {
    for (const anchor of instantsOf(day)) {
      let at = anchor;
      for (let month = 0; month < 14; month += 1) {
        const { since, renewsAt } = quotaMonth(anchor, at);
        expect(+since, toParis(anchor)).toBe(+at);
        expect(+renewsAt).toBeGreaterThan(+at);
        expect(quotaMonth(anchor, new Date(+renewsAt - 1))).toEqual({ since, renewsAt });
        at = renewsAt;
      }
      const { from, before } = periodOf(monthsOf(null, anchor).slice(-1));
      expect(+from <= +anchor && +anchor < +before).toBe(true);
      expect([toParis(from).slice(8), toParis(before).slice(8)]).toEqual(["01T00:00", "01T00:00"]);
    }
  });
});

/** One of each kind in the short run. */
describe.each(DAYS.slice(size(2, 0)))("in the database, on %s", (day) => {
  const { weekday, eve } = aroundOf(day);

  dataTest("slots are made, found, changed, put into calendars and called off", async ({ db }) => {
    const { ctx, asClient } = await makePeople(db, eve);
    for (const wall of wallsOf(day).filter(isLookedAt)) {
      const [date = "", startTime = ""] = wall.split("T");
      const start = fromParis(wall);
      if (!start || toParis(start) !== wall) continue;
      const { id: sessionId } = await createOffering(ctx, "session", { ...FORM, date, startTime });
      const own = await showOwnOffering(ctx, "session", sessionId);
      expect(own.slots.map((slot) => toParis(slot.start))).toEqual([wall]);
      // The form sends back what it showed: nothing moves.
      const [{ id = "" } = {}] = own.slots;
      const changes = { title: "Autre titre", slots: [{ id, start: wall }] };
      await updateOffering(ctx, "session", { id: sessionId, changes });
      const [slot] = await db.select().from(slots).where(eq(slots.id, id));
      expect(slot && +slot.startDatetime, wall).toBe(+start);
      expect(slot && +slot.endDatetime).toBe(+start + HOUR);

      const activity = { ...FORM, category: "Atelier" as const, date, startTime };
      const { id: activityId } = await createOffering(ctx, "activity", activity);
      const [other] = await db.select().from(slots).where(eq(slots.offeringId, activityId));
      expect(other && +other.startDatetime).toBe(+start);

      const { bookingId } = await bookSlot(asClient, { sessionId, slotId: id });
      const { content } = await showCalendarFile(asClient, { bookingId });
      const stamp = (at: Date) => `${at.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
      expect(content).toContain(`DTSTART:${stamp(start)}`);
      expect(content).toContain(`DTEND:${stamp(new Date(+start + HOUR))}`);
      const { booking } = await outcomeOf(db, bookingId);
      expect(+booking.refundableUntil).toBe(+start - 24 * HOUR);
      await cancelBooking(asClient, { bookingId });
    }
  });

  dataTest(
    "a rule's slots are there once each, and an edition takes none of them away",
    async ({ db }) => {
      const { ctx, professional } = await makePeople(db, eve);
      for (const wall of wallsOf(day).filter(isLookedAt)) {
        const session = await makeSession(db, {
          ...{ professional, recurrence: { days: [weekday], time: wall.slice(-5), until: day } },
        });
        const sessionId = session.id;
        await generateSlots(ctx, { kind: "session", id: sessionId });
        const { slots } = await showOwnOffering(ctx, "session", sessionId);
        expect(slots, wall).toHaveLength(1);
        const sent = slots.map(({ id, start }) => ({ id, start: toParis(start) }));
        await updateOffering(ctx, "session", { id: sessionId, changes: { slots: sent } });
        expect(await generateSlots(ctx, { kind: "session", id: sessionId }), wall).toBe(0);
        expect((await showOwnOffering(ctx, "session", sessionId)).slots, wall).toEqual(slots);
      }
    },
  );

  dataTest("the last minute is 72 hours, whatever clocks do meanwhile", async ({ db }) => {
    const professional = await makeProfessional(db);
    const found = async (now: Date) =>
      (await searchSessions(makeContext(db, { now }), { filter: "last-minute" })).count;
    for (const start of instantsOf(day).filter((at) => isLookedAt(toParis(at)))) {
      const session = await makeSession(db, { professional });
      const from = new Date(+start - LAST_MINUTE_HOURS * HOUR);
      await makeSlot(db, { session, start, now: from });
      expect(await found(new Date(+from - 1)), toParis(start)).toBe(0);
      expect(await found(from), toParis(start)).toBe(1);
      expect(await found(new Date(+start - NOTICE - 1))).toBe(1);
      expect(await found(new Date(+start - NOTICE))).toBe(0);
      await db.delete(slots).where(eq(slots.offeringId, session.id));
      await db.delete(offerings).where(eq(offerings.id, session.id));
    }
  });
});

/** A professional who may publish as much as they like, and a client, a day and a half before. */
async function makePeople(db: Database, now: Date) {
  const seller = await makeUser(db, {
    ...{ isPro: true, canCreateActivities: true },
    ...{ quotaAnchor: now, lastQuotaReset: now },
  });
  await makePlan(db, { userId: seller.id, planType: "expand" });
  const professional = await makeProfessional(db, { user: seller });
  const ctx = makeContext(db, { now, actor: await actorOf(db, seller.id) });
  const client = await makeUser(db);
  const asClient = makeContext(db, { now, actor: await actorOf(db, client.id) });
  return { ctx, asClient, professional };
}

dataTest("an instant that no form could say again is no start of a slot", async ({ db }) => {
  const { ctx } = await makePeople(db, new Date("2026-10-24T10:00:00Z"));
  const date = { date: "2026-10-24", startTime: "20:00" };
  const { id: sessionId } = await createOffering(ctx, "session", { ...FORM, ...date });
  const add = (start: string) =>
    updateOffering(ctx, "session", {
      id: sessionId,
      changes: { slots: [{ start }], slotsSeen: [] },
    });
  const refused = (why: string) => ({ fields: { "slots.0.start": [why] } });
  // 02:30 for the second time.
  const again = "À cette heure-là on passe à l'heure d'hiver : elle vient deux fois";
  await expect(add("2026-10-25T01:30:00Z")).rejects.toMatchObject(refused(again));
  await expect(add("2026-10-25T02:30:00+01:00")).rejects.toMatchObject(refused(again));
  const seconds = "L'heure s'indique à la minute";
  await expect(add("2026-10-25T09:30:20Z")).rejects.toMatchObject(refused(seconds));
  await add("2026-10-25T00:30:00Z");
  await add("2026-10-25T02:00:00Z");
  const { slots } = await showOwnOffering(ctx, "session", sessionId);
  expect(slots.map(({ start }) => formatTime(start))).toEqual(["20:00", "02:30", "03:00"]);
});

describe.each([
  ["ahead of", 10 * MINUTE],
  ["behind", -10 * MINUTE],
])("our clock ten minutes %s all others", (_which, wrong) => {
  let world: PaymentWorld;
  const lines: string[] = [];
  const log = createLogger("info", { write: (line) => lines.push(line) });
  beforeAll(async () => {
    world = await openPaymentWorld({ log });
  });
  afterAll(() => world.stop());
  afterEach(async () => {
    world.shift(0);
    lines.length = 0;
    await world.simulator.setClock(null);
  });

  /** Held while all clocks were right. */
  async function hold() {
    const offer = await world.makeOffer();
    const ctx = await world.newClient();
    const { bookingId } = await bookSlot(ctx, offer);
    return { offer, ctx, bookingId, checkoutId: await checkoutOf(world.db, bookingId) };
  }
  const stateOf = async (bookingId: string) => {
    const { booking, spots } = await outcomeOf(world.db, bookingId);
    return [booking.status, spots];
  };

  test("the provider's news count, or the log says why not and the reconciler asks", async () => {
    const { bookingId, checkoutId } = await hold();
    world.shift(wrong);
    await world.simulator.pay(checkoutId);
    if (wrong > 0) {
      // Ten minutes old, as it seems.
      await expect.poll(() => lines.join("")).toContain("compare this machine's clock");
      expect(await stateOf(bookingId)).toEqual(["pending", 0]);
      await reconcilePayments(await world.context());
    }
    await expect.poll(() => stateOf(bookingId)).toEqual(["confirmed", 0]);
  });

  test("a hold ends when the provider says so, neither sooner nor never", async () => {
    const { bookingId, checkoutId } = await hold();
    await world.simulator.fault({ type: "webhook_drop", event: "*", times: null });
    world.shift(25 * MINUTE + wrong);
    await reconcilePayments(await world.context());
    expect(await stateOf(bookingId)).toEqual(["pending", 0]);
    await world.simulator.setClock(new Date(Date.now() + 32 * MINUTE));
    world.shift(32 * MINUTE + wrong);
    await expect
      .poll(async () => {
        const ctx = await world.context();
        return (await ctx.stripe.checkout.sessions.retrieve(checkoutId)).status;
      })
      .toBe("expired");
    await reconcilePayments(await world.context());
    expect(await stateOf(bookingId)).toEqual(["cancelled", 1]);
    await world.simulator.clearFaults();
  });

  test("buying works or is refused in French, and no seat is lost", async () => {
    world.shift(wrong);
    const offer = await world.makeOffer();
    const ctx = await world.newClient();
    const asked = bookSlot(ctx, offer);
    if (wrong > 0) {
      const { bookingId } = await asked;
      await world.pay(bookingId);
      await reconcilePayments(ctx);
      expect(await stateOf(bookingId)).toEqual(["confirmed", 0]);
      return;
    }
    // The checkout would end in less than half an hour, the provider's minimum.
    const message = "Impossible de créer la session de paiement";
    await expect(asked).rejects.toMatchObject({ code: "provider_unavailable", message });
    expect(lines.join("")).toContain("at least 30 minutes");
    world.shift(0);
    const again = await bookSlot(await world.context(ctx.actor?.userId), offer);
    expect(again.confirmed).toBe(false);
  });

  test("tokens live an hour, give or take the difference, and can be renewed", async () => {
    const user = await makeUser(world.db, { password: "une phrase de passe" });
    const right = await world.context();
    const given = { email: user.email, password: "une phrase de passe" };
    const { accessToken, refreshToken } = await issueTokens(right, given);
    const actorAt = async (later: number) => {
      world.shift(later + wrong);
      const proof = { login: null, authorization: `Bearer ${accessToken}` };
      return (await resolveActor(await world.context(), proof)).actor?.userId ?? null;
    };
    expect(await actorAt(0)).toBe(user.id);
    expect(await actorAt(49 * MINUTE)).toBe(user.id);
    expect(await actorAt(71 * MINUTE)).toBeNull();
    const renewed = await refreshTokens(await world.context(), { refreshToken });
    expect(renewed.user.id).toBe(user.id);
  });

  test("is said by a number, beside the database's clock", async () => {
    world.shift(wrong);
    const ahead = async () => {
      const samples = await measureState(await world.context());
      return samples.find(({ name }) => name === "clock_ahead_of_database_seconds")?.value;
    };
    const seconds = (await ahead()) ?? 0;
    expect(Math.abs(seconds - wrong / 1000)).toBeLessThan(5);
  });
});
