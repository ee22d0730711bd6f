import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { HOUR, MINUTE } from "#core/durations.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeActivity, makeActivitySlot, makeSession, makeSlot } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { receiveMails } from "#test/make/mailbox.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import type { Context } from "../context.server.ts";
import { notePriceSteps } from "../listings/note-news.server.ts";
import { refreshListings, refreshSeats, refreshSlot } from "../listings/refresh-listings.server.ts";
import { chooseTopics } from "../notifications/topics/choose-topics.server.ts";
import { writeCuts } from "../prices/write-prices.server.ts";
import { listOfferings } from "../search/offering-list/list-offerings.server.ts";
import { alertFinds, alerts, mails, slots } from "../tables.server.ts";
import { countSeekers } from "./count-seekers.server.ts";
import { noteCandidates } from "./finds/note-candidates.server.ts";
import { tellAlerts } from "./finds/tell-alerts.server.ts";
import {
  changeAlert,
  keepAlert,
  listAlerts,
  listFound,
  removeAlert,
  setAlertPaused,
} from "./keep-alert.server.ts";
import { alertWishes, seekersLabel, whereLabel } from "./labels.ts";
import { rereadAlerts } from "./reread-alerts.server.ts";
import { MAX_ALERTS } from "./rules.ts";

const hours = (count: number, from = NOW) => new Date(from.getTime() + count * HOUR);

async function makeSeeker(db: Database): Promise<Context> {
  const user = await makeUser(db);
  return makeContext(db, { actor: await actorOf(db, user.id) });
}

/** Works both jobs at an instant. @returns the number of new mails. */
async function work(ctx: Context, at = NOW): Promise<number> {
  await noteCandidates({ ...ctx, now: () => at });
  return tellAlerts({ ...ctx, now: () => at });
}

/** The mails that this person gets at that instant. */
async function receive(ctx: Context, at = NOW) {
  return (await receiveMails({ ...ctx, now: () => at })).filter(({ recipients }) =>
    recipients.includes(String(ctx.actor?.email)),
  );
}

const headerOf = (mail: { headers: { key: string; value: string }[] } | undefined, name: string) =>
  mail?.headers.find(({ key }) => key === name)?.value;

describe("an alert (rule: alerts)", () => {
  dataTest("in words that nobody knew yet is read again", async ({ db }) => {
    const ctx = await makeSeeker(db);
    const asked = [
      { q: "yin yoga" },
      { q: "cours en ligne" },
      { q: "zzyzx" },
      { category: "Yoga" },
    ];
    for (const search of asked) await keepAlert(ctx, { ...search, place: "Lyon" });
    const types = async () =>
      (await db.select().from(alerts).orderBy(alerts.createdAt, alerts.id)).map(
        ({ type }) => type !== 0n,
      );
    expect(await types()).toEqual([false, true, false, true]);
    const session = await makeSession(db, { title: "Yin yoga", category: "Yoga" });
    await makeSlot(db, { session, start: hours(9) });
    await rereadAlerts(ctx, {});
    expect(await types()).toEqual([true, true, false, true]);
  });

  dataTest(
    "tells by mail of a place that comes, with a link to it and one to end such mails",
    async ({ db }) => {
      const ctx = await makeSeeker(db);
      await keepAlert(ctx, { q: "yoga", place: "Lyon", radius: "10", seats: "2" });
      const near = await makeSession(db, {
        title: "Yin yoga",
        city: "Villeurbanne",
        postalCode: "69100",
      });
      const slot = await makeSlot(db, { session: near, start: hours(9) });
      const alone = await makeSlot(db, { session: near, start: hours(10), availableSpots: 1 });
      const far = await makeSession(db, {
        title: "Yoga au loin",
        city: "Lille",
        postalCode: "59000",
      });
      await makeSlot(db, { session: far, start: hours(9) });
      expect(await work(ctx)).toBe(1);
      const [mail, ...more] = await receive(ctx);
      expect(more).toEqual([]);
      expect(mail?.subject).toBe("Aujourd'hui à 19:00 : Yin yoga");
      expect(mail?.html).toContain(`/session/${near.id}?creneau=${slot.id}&amp;seats=2`);
      expect(mail?.text).toMatch(/Villeurbanne, à \d.km, 2 places, 80,00.€/);
      expect(mail?.text).toContain("Réserver");
      expect(mail?.text).not.toContain(alone.id);
      // Seats for one are none for two.
      const found = async () => (await listFound({ ...ctx, now: () => NOW }))[0]?.found;
      expect(await found()).toBe(1);
      await db.transaction(async (tx) => {
        const seats = { availableSpots: 1 };
        await tx.update(slots).set(seats).where(eq(slots.id, slot.id));
        const change = 1 - slot.availableSpots;
        await refreshSeats(tx, { slotId: slot.id, free: 1, change }, NOW);
      });
      expect(await found()).toBe(0);
      expect(mail?.text).not.toContain("au loin");
      expect(headerOf(mail, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
      // Nothing new, nothing told.
      expect(await work(ctx, hours(1))).toBe(0);
    },
  );

  dataTest("tells of an activity, of freed seats, and of another hour", async ({ db }) => {
    const ctx = await makeSeeker(db);
    await keepAlert(ctx, { q: "relâcher" });
    const session = await makeSession(db, { description: "Pour relâcher le dos.", capacity: 1 });
    const slot = await makeSlot(db, { session, start: hours(30), availableSpots: 0 });
    expect(await work(ctx)).toBe(0);
    await db.transaction(async (tx) => {
      await tx.update(slots).set({ availableSpots: 1 }).where(eq(slots.id, slot.id));
      await refreshSeats(tx, { slotId: slot.id, free: 1, change: 1 }, NOW);
    });
    expect(await work(ctx)).toBe(1);
    await db.transaction(async (tx) => {
      const start = hours(31);
      await tx
        .update(slots)
        .set({ startDatetime: start, endDatetime: hours(32) })
        .where(eq(slots.id, slot.id));
      await refreshSlot(tx, slot.id, NOW);
    });
    expect(await work(ctx, hours(1))).toBe(1);
    const activity = await makeActivity(db, { description: "Relâcher tout." });
    await makeActivitySlot(db, { activity, start: hours(40) });
    expect(await work(ctx, hours(2))).toBe(1);
    const [mail] = (await receive(ctx, hours(2))).filter(({ html }) =>
      html?.includes("/activites/"),
    );
    expect(mail?.html).toContain(`/activites/${activity.id}?creneau=`);
  });

  dataTest("is told together, three times a day, and never at night", async ({ db }) => {
    const ctx = await makeSeeker(db);
    await keepAlert(ctx, { q: "séance", category: "Yoga" });
    const offer = async () => makeSlot(db, { session: await makeSession(db), start: hours(60) });
    await offer();
    await offer();
    expect(await work(ctx)).toBe(1);
    expect((await receive(ctx))[0]?.subject).toBe("2 places répondent à votre recherche");
    for (const hour of [1, 2, 3, 4]) {
      await offer();
      expect(await work(ctx, hours(hour))).toBe(hour <= 2 ? 1 : 0);
    }
    // 21:00 in Paris, midnight, 7:59, and 8:00 on the next day: both that waited are told together.
    expect(await work(ctx, hours(11))).toBe(0);
    expect(await work(ctx, hours(14))).toBe(0);
    expect(await work(ctx, new Date(hours(22).getTime() - MINUTE))).toBe(0);
    expect(await work(ctx, hours(22))).toBe(1);
    const [morning] = (await receive(ctx, hours(22))).slice(-1);
    expect(morning?.subject).toBe("2 places répondent à votre recherche");
  });

  dataTest("is silent about what is gone when the mail is sent", async ({ db }) => {
    const ctx = await makeSeeker(db);
    await keepAlert(ctx, { category: "Yoga" });
    const slot = await makeSlot(db, { start: hours(30) });
    expect(await work(ctx)).toBe(1);
    await db.transaction(async (tx) => {
      await tx.update(slots).set({ availableSpots: 0 }).where(eq(slots.id, slot.id));
      await refreshSeats(tx, { slotId: slot.id, free: 0, change: -slot.availableSpots }, NOW);
    });
    expect(await receive(ctx)).toEqual([]);
    expect((await db.select().from(mails)).map(({ status }) => status)).toEqual(["dropped"]);
    expect(await work(ctx, hours(1))).toBe(0);
    await db.transaction(async (tx) => {
      await tx.update(slots).set({ availableSpots: 1 }).where(eq(slots.id, slot.id));
      await refreshSeats(tx, { slotId: slot.id, free: 1, change: 1 }, hours(2));
    });
    expect(await work(ctx, hours(2))).toBe(1);
    expect(await receive(ctx, hours(2))).toHaveLength(1);
  });

  dataTest("is told once of a slot that moved while its mail waited", async ({ db }) => {
    const ctx = await makeSeeker(db);
    const { id: alertId } = await keepAlert(ctx, { category: "Yoga" });
    const kept = await makeSlot(db, { start: hours(30) });
    const moved = await makeSlot(db, { start: hours(40) });
    expect(await work(ctx)).toBe(1);
    const [mail] = await db.select().from(mails);
    expect(mail?.data).toMatchObject({
      finds: expect.arrayContaining([kept, moved].map(({ id: slotId }) => ({ alertId, slotId }))),
    });
    await db.transaction(async (tx) => {
      const times = { startDatetime: hours(50), endDatetime: hours(51) };
      await tx.update(slots).set(times).where(eq(slots.id, moved.id));
      await refreshSlot(tx, moved.id, NOW);
    });
    expect(await work(ctx, hours(1))).toBe(1);
    const [first, second, ...more] = await receive(ctx, hours(1));
    expect(more).toEqual([]);
    expect(first?.html).toContain(kept.id);
    expect(first?.html).not.toContain(moved.id);
    expect(second?.html).toContain(moved.id);
  });

  dataTest("that a mail server kept until the night is told in the morning", async ({ db }) => {
    const ctx = await makeSeeker(db);
    await keepAlert(ctx, { category: "Yoga" });
    await makeSlot(db, { start: hours(60) });
    const gone = await makeSlot(db, { start: hours(61) });
    const evening = new Date(hours(11).getTime() - MINUTE);
    expect(await work(ctx, evening)).toBe(1);
    // 21:00 in Paris.
    expect(await receive(ctx, hours(11))).toEqual([]);
    expect(await work(ctx, hours(12))).toBe(0);
    await db.transaction(async (tx) => {
      await tx.update(slots).set({ availableSpots: 0 }).where(eq(slots.id, gone.id));
      await refreshSeats(tx, { slotId: gone.id, free: 0, change: -gone.availableSpots }, NOW);
    });
    // 8:00 on the next day.
    expect(await work(ctx, hours(22))).toBe(1);
    const [mail, ...more] = await receive(ctx, hours(22));
    expect(more).toEqual([]);
    expect(mail?.html).toContain("Une place répond à votre recherche");
  });

  dataTest("tells within five minutes of a price that has come down by itself", async ({ db }) => {
    const ctx = await makeSeeker(db);
    await keepAlert(ctx, { category: "Yoga", price: "0-20" });
    const fallSteps = [{ hours: 5, percent: 50 }];
    const session = await makeSession(db, { priceCents: 3_000, fallSteps });
    const slot = await makeSlot(db, { session, start: hours(7) });
    await db.transaction(async (tx) => {
      await writeCuts(tx, [{ id: slot.id, start: hours(7) }], session);
      await refreshListings(tx, [session.id], NOW);
    });
    const step = hours(2);
    const before = new Date(step.getTime() - MINUTE);
    await notePriceSteps({ ...ctx, now: () => before });
    expect(await work(ctx, before)).toBe(0);
    const after = new Date(step.getTime() + 5 * MINUTE);
    await notePriceSteps({ ...ctx, now: () => after });
    expect(await work(ctx, after)).toBe(1);
    const [mail] = await receive(ctx, after);
    expect(mail?.text).toContain("15,00");
  });

  dataTest("is silent when paused, removed, or its mails are not wanted", async ({ db }) => {
    const ctx = await makeSeeker(db);
    const { id } = await keepAlert(ctx, { category: "Yoga" });
    expect(await setAlertPaused(ctx, { alertId: id, isPaused: true })).toMatchObject({
      isPaused: true,
    });
    await makeSlot(db, { start: hours(30) });
    expect(await work(ctx)).toBe(0);
    await setAlertPaused(ctx, { alertId: id, isPaused: false });
    expect(await work(ctx)).toBe(0);
    await chooseTopics(ctx, "mail", {
      userId: String(ctx.actor?.userId),
      choices: { alerts: false },
    });
    await makeSlot(db, { start: hours(31) });
    await work(ctx);
    expect(await receive(ctx)).toEqual([]);
    await removeAlert(ctx, { alertId: id });
    await removeAlert(ctx, { alertId: id });
    await makeSlot(db, { start: hours(32) });
    expect(await work(ctx, hours(1))).toBe(0);
    expect(await db.$count(alertFinds)).toBe(0);
  });
});

describe("keeping an alert", () => {
  dataTest("twice is once; ten are the most; it can become another search", async ({ db }) => {
    const ctx = await makeSeeker(db);
    const first = await keepAlert(ctx, { q: "yoga", date: "tomorrow", from: "" });
    expect(first.conditions).toMatchObject({ q: "yoga", date: "2026-11-21" });
    expect((await keepAlert(ctx, { q: "yoga", date: "2026-11-21" })).id).toBe(first.id);
    const many = Array.from({ length: MAX_ALERTS + 2 }, (_, n) =>
      keepAlert(ctx, { q: `reiki ${n}` }),
    );
    const kept = await Promise.allSettled(many);
    expect(kept.filter(({ status }) => status === "rejected")).toHaveLength(3);
    expect(await listAlerts(ctx)).toHaveLength(MAX_ALERTS);
    await expect(keepAlert(ctx, { q: "encore" })).rejects.toMatchObject({ code: "conflict" });
    const changed = await changeAlert(ctx, { alertId: first.id, q: "massage", place: "Lyon" });
    expect(changed.conditions).toMatchObject({ q: "massage", place: "Lyon", radius: 10 });
    const stranger = await makeSeeker(db);
    await expect(changeAlert(stranger, { alertId: first.id, q: "x" })).rejects.toMatchObject({
      code: "not_found",
    });
    await removeAlert(stranger, { alertId: first.id });
    expect(await db.$count(alerts)).toBe(MAX_ALERTS);
  });

  dataTest("says its place as our list writes it, and keeps an area whole", async ({ db }) => {
    const ctx = await makeSeeker(db);
    const kept = await keepAlert(ctx, { q: "yoga", place: "lyon" });
    expect(whereLabel(kept.conditions)).toBe("10 km autour de Lyon");
    expect((await keepAlert(ctx, { q: "yoga", place: "LYON" })).id).toBe(kept.id);
    for (const [place, label] of [
      ["93200", "10 km autour de Saint-Denis"],
      ["saint denis 974", "10 km autour de 97400 Saint-Denis"],
      ["croix rousse", "10 km autour de Croix-Rousse, Lyon"],
      ["corse", "Corse"],
      ["69", "Rhône"],
    ] as const) {
      const changed = await changeAlert(ctx, { alertId: kept.id, q: "yoga", place });
      expect(whereLabel(changed.conditions)).toBe(label);
    }
  });

  dataTest(
    "of an area finds what is in it, and nothing of a name that begins so",
    async ({ db }) => {
      const ctx = await makeSeeker(db);
      await keepAlert(ctx, { category: "Yoga", place: "Corse" });
      const told = async (city: string, postalCode: string) => {
        const session = await makeSession(db, { category: "Yoga", city, postalCode });
        await makeSlot(db, { session, start: hours(30) });
        await work(ctx);
        return (await receive(ctx)).length;
      };
      expect(await told("Corsept", "44560")).toBe(0);
      expect(await told("Ajaccio", "20000")).toBe(1);
    },
  );

  dataTest("by days of the week and a budget, says so in French and can change", async ({ db }) => {
    const ctx = await makeSeeker(db);
    const asked = { q: "yoga", days: "sunday,saturday,saturday", price_max: "45,50" };
    const kept = await keepAlert(ctx, asked);
    expect(kept.conditions).toMatchObject({ days: "saturday,sunday", price_max: 45.5 });
    expect(alertWishes(kept.conditions)).toBe("Tous les week-ends, 45,50\u00a0€ au plus");
    expect((await keepAlert(ctx, { ...asked, price_max: "45.50" })).id).toBe(kept.id);
    const changed = await changeAlert(ctx, {
      ...{ alertId: kept.id, q: "yoga", days: "tuesday,thursday", price_max: "45", price: "20-40" },
    });
    expect(alertWishes(changed.conditions)).toBe(
      "Les mardis et jeudis, 20 à 40 €, 45\u00a0€ au plus",
    );
    const every = await changeAlert(ctx, {
      ...{ alertId: kept.id, q: "yoga" },
      days: "monday,tuesday,wednesday,thursday,friday,saturday,sunday",
    });
    expect(alertWishes(every.conditions)).toBe("Tous les jours");
    const workdays = "monday,tuesday,wednesday,thursday,friday";
    const evening = await changeAlert(ctx, {
      ...{ alertId: kept.id, q: "yoga", days: workdays, from: "18:00", to: "21:00" },
    });
    expect(alertWishes(evening.conditions)).toBe("En semaine, de 18 h à 21 h");
    const saturdays = await changeAlert(ctx, { alertId: kept.id, q: "yoga", days: "saturday" });
    expect(alertWishes(saturdays.conditions)).toBe("Tous les samedis");
  });

  dataTest("is refused beside the field that makes no sense", async ({ db }) => {
    const ctx = await makeSeeker(db);
    const wrong: [string, object][] = [
      ["q", {}],
      ...["Xqzzzt", "Bruxelles", "Genève", "Villeurb", "Neuilly"].map((place): [string, object] => [
        "place",
        { place },
      ]),
      ["place", { q: "yoga", place: "48.85,2.35" }],
      ["to", { q: "yoga", from: "20:00", to: "18:00" }],
      ["date", { q: "yoga", date: "2026-11-19" }],
      ["seats", { q: "yoga", seats: "2", format: "individual" }],
      ["days", { q: "yoga", days: "samedi" }],
      ["price_max", { q: "yoga", price_max: "cher" }],
      ["price_max", { q: "yoga", price_max: "12,345" }],
      ["radius", { place: "Lyon", radius: "900" }],
      ["price", { q: "yoga", price: "12" }],
    ];
    for (const [field, input] of wrong) {
      await expect(keepAlert(ctx, input), field).rejects.toMatchObject({
        code: "invalid_input",
        fields: { [field]: [expect.any(String)] },
      });
    }
    // All that is wrong with the form is told at once.
    const all = { price_max: "abc", from: "20:00", to: "18:00", seats: "2", format: "individual" };
    await expect(keepAlert(ctx, all)).rejects.toMatchObject({
      fields: Object.fromEntries(
        ["q", "price_max", "to", "seats"].map((field) => [field, [expect.any(String)]]),
      ),
    });
    await expect(keepAlert(ctx, { q: "yoga", near: "48.85,2.35" })).rejects.toMatchObject({
      code: "invalid_input",
    });
    await expect(keepAlert(makeContext(db), { q: "yoga" })).rejects.toMatchObject({
      code: "unauthenticated",
    });
    expect(await db.$count(alerts)).toBe(0);
  });
});

describe("whoever publishes a place", () => {
  dataTest("reads how many look for it tonight, from five up", async ({ db }) => {
    const professional = await makeProfessional(db);
    const session = await makeSession(db, { professional, category: "Massage" });
    await makeSlot(db, { session });
    const owner = makeContext(db, { actor: await actorOf(db, professional.userId) });
    const offeringId = session.id;
    const look = async (conditions: object) => keepAlert(await makeSeeker(db), conditions);
    await look({ category: "Massage", place: "Lyon" });
    await look({ q: "massage", date: "today", from: "19:00" });
    await look({ q: "Massages", place: "Lyon" });
    await look({ category: "Massage", place: "Villeurbanne" });
    await look({ q: "massage" });
    await look({ category: "Massage", to: "12:00" });
    await look({ category: "Massage", place: "Lille" });
    await look({ category: "Yoga", place: "Lyon" });
    await look({ q: "massage", date: "tomorrow" });
    expect(await countSeekers(owner, { offeringId })).toBeNull();
    await look({ category: "Massage" });
    const seekers = await countSeekers(owner, { offeringId });
    expect(seekers && seekersLabel(seekers)).toBe(
      "5 personnes cherchent un massage ce soir à Lyon",
    );
    const other = await makeProfessional(db);
    const rival = makeContext(db, { actor: await actorOf(db, other.userId) });
    expect(await countSeekers(rival, { offeringId })).toBeNull();
  });
});

describe("an alert against the search", () => {
  dataTest("is told of exactly the slots that the search finds", async ({ db }) => {
    const random = mulberry(41);
    const pick = <One>(of: readonly One[]): One => of[Math.floor(random() * of.length)] as One;
    const seekers: { ctx: Context; conditions: Record<string, string> }[] = [];
    const towns = ["Lyon", "69100", "Paris", "Lille"];
    for (let n = 0; n < 40; n += 1) {
      const ctx = await makeSeeker(db);
      const conditions = {
        ...(n % 3 === 0
          ? { q: pick(["yoga", "massage doux", "dos"]) }
          : { category: pick(["Yoga", "Massage"]) }),
        ...(random() < 0.6 && { place: pick(towns), radius: pick(["2", "10", "50"]) }),
        ...(random() < 0.4 && { price: pick(["0-20", "20-40", "40-60", "60+"]) }),
        ...(random() < 0.4 && { seats: pick(["1", "2", "4"]) }),
        ...(random() < 0.3 && { from: "18:00" }),
        ...(random() < 0.3 && { date: pick(["2026-11-21", "weekend"]) }),
        ...(random() < 0.3 && { mode: pick(["online", "onsite"]) }),
        ...(random() < 0.2 && { duration_max: "45" }),
        ...(random() < 0.3 && { days: pick(["friday", "saturday,sunday", "monday,friday"]) }),
        ...(random() < 0.3 && { price_max: pick(["20", "45,00", "69.99"]) }),
      };
      await keepAlert(ctx, conditions);
      seekers.push({ ctx, conditions });
    }
    const places = [
      ["Lyon", "69003"],
      ["Villeurbanne", "69100"],
      ["Paris", "75011"],
      ["Lille", "59000"],
    ] as const;
    for (let n = 0; n < 40; n += 1) {
      const [city, postalCode] = pick(places);
      const isOnline = random() < 0.2;
      const capacity = pick([1, 2, 8]);
      const session = await makeSession(db, {
        ...{ category: pick(["Yoga", "Massage", "Reiki"]), capacity, isOnline },
        ...(isOnline ? { city: null, postalCode: null, address: null } : { city, postalCode }),
        ...{
          priceCents: pick([1_500, 2_000, 4_500, 7_000]),
          title: pick(["Séance du dos", "Massage doux"]),
        },
      });
      await makeSlot(db, {
        session,
        start: hours(pick([3, 10, 27, 34, 80])),
        minutes: pick([30, 60]),
      });
    }
    await work(seekers[0]?.ctx as Context);
    let told = 0;
    for (const { ctx, conditions } of seekers) {
      const found = await listOfferings(ctx, "session", { ...conditions, limit: "100" });
      const rows = await db
        .select({ offeringId: slots.offeringId })
        .from(alertFinds)
        .innerJoin(alerts, eq(alerts.id, alertFinds.alertId))
        .innerJoin(slots, eq(slots.id, alertFinds.slotId))
        .where(eq(alerts.userId, String(ctx.actor?.userId)));
      const expected = found.offerings.map(({ id }) => id).sort();
      expect(rows.map(({ offeringId }) => offeringId).sort(), JSON.stringify(conditions)).toEqual(
        expected,
      );
      told += rows.length;
    }
    expect(told).toBeGreaterThan(40);
  });
});

/** Numbers from 0 to 1 that a seed repeats. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
