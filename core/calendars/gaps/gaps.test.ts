import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Database } from "#platform/postgres.server.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeBusyTime, makeCalendar } from "#test/make/diary.ts";
import { receiveMails } from "#test/make/mailbox.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { withdrawSlot } from "../../catalogue/publishing/publish-slot.server.ts";
import { fromParis } from "../../dates.ts";
import { HOUR, MINUTE } from "../../durations.ts";
import { cents } from "../../money.ts";
import type { OpeningHour } from "../../professionals/working-time/rules.ts";
import { gaps, mails, offerings, openingHours, slots } from "../../tables.server.ts";
import type { EventHour } from "../schema.ts";
import { gapHours, gapQuestion, gapReason } from "./labels.ts";
import { declineGap, findGaps, publishGap, showGaps } from "./offer-gaps.server.ts";
import { fitting, gapIn } from "./rules.ts";

const paris = (local: string) => fromParis(local) ?? new Date(Number.NaN);
const stretch = (day: string, from: string, to: string) => ({
  start: paris(`${day}T${from}`),
  end: paris(`${day}T${to}`),
});
const TODAY = "2026-11-20";

describe("a gap", () => {
  const FRIDAY: OpeningHour[] = [
    { weekday: 5, opens: "09:00", closes: "12:30" },
    { weekday: 5, opens: "14:00", closes: "19:00" },
  ];
  const found = (
    gone: { start: Date; end: Date },
    { openings = FRIDAY, taken = [] as { start: Date; end: Date }[], now = NOW, notice = 30 } = {},
  ) => gapIn(gone, { now, notice, openings, taken });

  test("is the hour that was set free, within the opening hours", () => {
    const hour = stretch(TODAY, "18:00", "19:00");
    expect(found(hour)).toEqual(hour);
    expect(found(stretch(TODAY, "18:00", "20:30"))).toEqual(hour);
    expect(found(stretch(TODAY, "12:00", "14:00"))).toEqual(stretch(TODAY, "12:00", "12:30"));
    expect(found(stretch(TODAY, "12:30", "14:00"))).toBeNull();
    expect(found(stretch("2026-11-21", "10:00", "11:00"))).toBeNull();
  });

  test("begins on a whole minute, as every slot, although calendars count seconds", () => {
    const gone = {
      start: new Date(+paris(`${TODAY}T17:29`) + 1_000),
      end: paris(`${TODAY}T19:00`),
    };
    expect(found(gone)).toEqual(stretch(TODAY, "17:30", "19:00"));
    const taken = [{ start: paris(`${TODAY}T14:00`), end: new Date(+gone.start + 58_999) }];
    expect(found(stretch(TODAY, "14:00", "18:00"), { taken })).toEqual(
      stretch(TODAY, "17:30", "18:00"),
    );
  });

  test("lies between eight and eight for somebody who has not said when they work", () => {
    const saturday = stretch("2026-11-21", "19:00", "21:00");
    expect(found(saturday, { openings: [] })).toEqual(stretch("2026-11-21", "19:00", "20:00"));
  });

  test("is the longest part in which nothing else stands, of an absence of days too", () => {
    const taken = [stretch(TODAY, "14:30", "15:00"), stretch(TODAY, "16:00", "20:00")];
    expect(found(stretch(TODAY, "14:00", "19:00"), { taken })).toEqual(
      stretch(TODAY, "15:00", "16:00"),
    );
    const days = { start: paris("2026-11-19T00:00"), end: paris("2026-11-22T00:00") };
    expect(found(days, { taken })).toEqual(stretch(TODAY, "15:00", "16:00"));
    expect(found(days, { taken: [days] })).toBeNull();
  });

  test("begins after the notice, and within 72 hours", () => {
    const hour = stretch(TODAY, "10:30", "11:30");
    expect(found(hour, { notice: 30 })).toBeNull();
    expect(found(hour, { notice: 29 })).toEqual(hour);
    const next = stretch("2026-11-27", "10:00", "11:00");
    expect(found(next, { now: new Date(+next.start - 72 * HOUR) })).toEqual(next);
    expect(found(next, { now: new Date(+next.start - 72 * HOUR - MINUTE) })).toBeNull();
  });

  test("keeps the clock on the wall when the clocks change", () => {
    const sunday = { openings: [{ weekday: 7 as const, opens: "09:00", closes: "10:00" }] };
    for (const day of ["2027-03-28", "2026-10-25"]) {
      const now = paris(`${day}T00:30`);
      const whole = stretch(day, "00:00", "23:00");
      expect(found(whole, { ...sunday, now })).toEqual(stretch(day, "09:00", "10:00"));
    }
  });

  test("is for the first offering that lasts no longer", () => {
    const hour = stretch(TODAY, "18:00", "19:00");
    expect(fitting(hour, [{ minutes: 75 }, { minutes: 60 }, { minutes: 45 }])?.minutes).toBe(60);
    expect(fitting(hour, [{ minutes: 75 }])).toBeNull();
  });
});

const KINE: EventHour = {
  ...{ key: "kine.1", title: "Kiné" },
  ...stretch(TODAY, "18:00", "19:00"),
};

async function makeOwner(db: Database, { duration = 60 } = {}) {
  const user = await makeUser(db, { isPro: true });
  const professional = await makeProfessional(db, { user });
  const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
  const session = await makeSession(db, {
    ...{ professional, duration, priceCents: 4_500, title: "Sophrologie" },
  });
  const lose = (...gone: EventHour[]) =>
    db.transaction((tx) => findGaps(ctx, tx, professional.id, gone));
  return { user, professional, ctx, session, lose };
}

describe("an hour that vanishes from a calendar", () => {
  dataTest("is offered back by mail and in the agenda, once", async ({ db }) => {
    const { user, ctx, session, lose } = await makeOwner(db);
    await lose(KINE);
    await lose(KINE);
    const { gaps: found } = await showGaps(ctx);
    expect(found).toEqual([
      {
        ...{ id: found[0]?.id, start: KINE.start, end: KINE.end, title: "Kiné", foundAt: NOW },
        ...{ offeringId: session.id, offeringTitle: "Sophrologie", minutes: 60, priceCents: 4_500 },
      },
    ]);
    const [mail, ...more] = await receiveMails(ctx);
    expect(more).toEqual([]);
    expect(mail?.recipients).toEqual([user.email]);
    expect(mail?.subject?.replaceAll("\u00a0", " ")).toBe(
      "18:00–19:00 s'est libéré. Le publier à 45 € ?",
    );
    expect(mail?.text).toContain("« Kiné » a disparu de votre agenda privé à 10:00.");
    expect(mail?.text).toContain(`${ctx.config.appUrl}/agenda`);
  });

  dataTest(
    "is published with one tap at the price that was read, and not twice",
    async ({ db }) => {
      const { ctx, session, lose } = await makeOwner(db, { duration: 45 });
      await lose(KINE);
      const [gap] = (await showGaps(ctx)).gaps;
      const gapId = String(gap?.id);
      await db
        .update(offerings)
        .set({ priceCents: cents(5_000) })
        .where(eq(offerings.id, session.id));
      await expect(publishGap(ctx, { gapId, cents: 4_500 })).rejects.toMatchObject({
        ...{ code: "price_changed" },
      });
      const { slotId } = await publishGap(ctx, { gapId, cents: "5000" });
      expect(await publishGap(ctx, { gapId, cents: 5_000 })).toEqual({ slotId });
      const made = await db.select().from(slots).where(eq(slots.offeringId, session.id));
      expect(made).toMatchObject([
        {
          id: slotId,
          startDatetime: KINE.start,
          endDatetime: stretch(TODAY, "18:00", "18:45").end,
        },
      ]);
      expect((await showGaps(ctx)).gaps).toEqual([]);
      expect(await db.select().from(gaps)).toMatchObject([{ state: "published", slotId }]);
      await expect(declineGap(ctx, { gapId })).rejects.toMatchObject({ code: "conflict" });
      // A place that was published and withdrawn is not offered a second time.
      await withdrawSlot(ctx, { slotId });
      await lose(KINE);
      expect((await showGaps(ctx)).gaps).toEqual([]);
    },
  );

  dataTest("is left to its owner who declines, and nobody else's business", async ({ db }) => {
    const { ctx, lose } = await makeOwner(db);
    const rival = await makeOwner(db);
    await lose(KINE);
    const gapId = String((await showGaps(ctx)).gaps[0]?.id);
    expect((await showGaps(rival.ctx)).gaps).toEqual([]);
    for (const act of [publishGap, declineGap]) {
      await expect(act(rival.ctx, { gapId, cents: 4_500 })).rejects.toMatchObject({
        code: "not_found",
      });
    }
    await declineGap(ctx, { gapId });
    await declineGap(ctx, { gapId });
    expect((await showGaps(ctx)).gaps).toEqual([]);
    await expect(publishGap(ctx, { gapId, cents: 4_500 })).rejects.toMatchObject({
      ...{ code: "conflict" },
    });
  });

  dataTest(
    "is no gap where a slot of hers opens again, or something else stands",
    async ({ db }) => {
      const { professional, ctx, session, lose } = await makeOwner(db);
      await makeSlot(db, { session, start: KINE.start });
      const lunch = stretch(TODAY, "12:00", "13:00");
      await makeBusyTime(db, { professionalId: professional.id, source: "busy", ...lunch });
      await lose(KINE, { key: "lunch.1", title: "Déjeuner", ...lunch });
      expect((await showGaps(ctx)).gaps).toEqual([]);
      expect(await db.$count(mails)).toBe(0);
    },
  );

  dataTest(
    "is none outside the opening hours, after 72 hours, or for nothing that fits",
    async ({ db }) => {
      const { professional, ctx, lose } = await makeOwner(db);
      await db.insert(openingHours).values({
        ...{ professionalId: professional.id, weekday: 5, opens: "09:00", closes: "17:00" },
      });
      await lose(KINE);
      await lose({ key: "a.1", title: null, ...stretch("2026-11-27", "10:00", "11:00") });
      await lose({ key: "b.1", title: null, ...stretch(TODAY, "16:15", "17:15") });
      expect(await db.$count(gaps)).toBe(0);
      await lose({ key: "c.1", title: null, ...stretch(TODAY, "16:00", "17:15") });
      expect((await showGaps(ctx)).gaps).toMatchObject([{ title: null }]);
    },
  );

  dataTest("is forgotten when the hour is taken, and its mail with it", async ({ db }) => {
    const { professional, ctx, lose } = await makeOwner(db);
    await lose(KINE);
    await makeBusyTime(db, { professionalId: professional.id, source: "busy", ...KINE });
    expect((await showGaps(ctx)).gaps).toEqual([]);
    expect(await receiveMails(ctx)).toEqual([]);
  });

  dataTest("is gone from the agenda once nobody could book it any more", async ({ db }) => {
    const { ctx, lose } = await makeOwner(db);
    await lose(KINE);
    const late = new Date(+KINE.start - 30 * MINUTE);
    expect((await showGaps({ ...ctx, now: () => late })).gaps).toEqual([]);
    const early = new Date(+late - MINUTE);
    expect((await showGaps({ ...ctx, now: () => early })).gaps).toHaveLength(1);
  });

  dataTest("comes with when the calendars were read, and whether one cannot be", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    expect(await showGaps(ctx)).toMatchObject({ calendars: 0, readAt: null, isFailing: false });
    await makeCalendar(db, { professionalId: professional.id, goodAt: NOW });
    await makeCalendar(db, { professionalId: professional.id, failingSince: NOW });
    expect(await showGaps(ctx)).toMatchObject({ calendars: 2, readAt: NOW, isFailing: true });
  });
});

test("the words of a gap name its day unless that is today", () => {
  const gap = {
    ...{ id: "", ...KINE, foundAt: paris("2026-11-20T13:40"), offeringId: "" },
    ...{ offeringTitle: "", minutes: 60, priceCents: cents(4_500) },
  };
  expect(gapHours(gap)).toBe("18:00–19:00");
  expect(gapQuestion(gap, NOW)).toBe("s'est libéré. Le publier à 45\u00a0€ ?");
  const asked = (price: number) => gapQuestion({ ...gap, priceCents: cents(price) }, NOW);
  expect(asked(1_990)).toBe("s'est libéré. Le publier à 19,90\u00a0€ ?");
  expect(asked(0)).toBe("s'est libéré. Le publier gratuitement ?");
  expect(gapQuestion(gap, new Date(+NOW - 24 * HOUR))).toMatch(
    /^s'est libéré vendredi 20 novembre\. Le publier/,
  );
  expect(gapReason(gap)).toBe("« Kiné » a disparu de votre agenda privé à 13:40.");
  expect(gapReason({ ...gap, title: null })).toMatch(/^Un rendez-vous a disparu/);
});
