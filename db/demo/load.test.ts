import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays, dayKey, formatTime, fromParis } from "#core/dates.ts";
import { HOUR } from "#core/durations.ts";
import { checkInvariants } from "#core/reconciliation/check-invariants.server.ts";
import { quotaMonth } from "#core/subscriptions/rules.ts";
import verifyNow, { COST } from "#platform/password-thread.ts";
import type { Database } from "#platform/postgres.server.ts";
import { size } from "#test/faults/size.ts";
import { contradict, dataTest, makeDatabase } from "#test/make/database.ts";
import { expectCurrent, rowsOf } from "#test/make/demo.ts";
import { makeUser } from "#test/make/people.ts";
import { INES, LEO } from "./accounts.ts";
import { catalogueRows } from "./catalogue.ts";
import { loadDemo } from "./load.ts";
import { peopleRows, professionalIdOf, SELLERS, userIdOf } from "./people.ts";
import { planSessions } from "./plan-sessions.ts";
import { fixedId } from "./seeded-random.ts";
import { TRADES } from "./texts.ts";

/** Friday 20 November 2026, 10:00 in Paris. */
const NOW = new Date("2026-11-20T09:00:00Z");
const DAY = 24 * HOUR;

/**
 * The dates that are hard on the demo: the last minutes of a year, a day before either change of
 * the clocks and just before it, a first of March; the demo is loaded, or started again, on each.
 */
const YEAR_END = new Date("2026-12-31T22:50:00Z");
const SPRING = new Date("2027-03-28T00:50:00Z");
const AUTUMN = new Date("2027-10-31T00:50:00Z");
const SPECIAL_DAYS = [
  YEAR_END.toISOString(),
  "2027-02-28T23:05:00Z",
  "2027-03-27T09:00:00Z",
  SPRING.toISOString(),
  "2027-10-30T08:00:00Z",
  AUTUMN.toISOString(),
  "2027-12-20T09:00:00Z",
  "2028-02-29T09:00:00Z",
];

async function countsOf(db: Database) {
  const [counts] = await rowsOf<Record<string, number>>(
    db,
    sql`select
      (select count(*)::int from users) as people,
      (select count(*)::int from professional_profiles where can_receive_charges) as payable,
      (select count(distinct business_city)::int from professional_profiles) as cities,
      (select count(*)::int from offerings where kind = 'session') as sessions,
      (select count(*)::int from slots s join offerings o on o.id = s.offering_id
        where o.kind = 'session') as slots,
      (select count(*)::int from offerings where kind = 'activity') as activities,
      (select count(*)::int from slots s join offerings o on o.id = s.offering_id
        where o.kind = 'activity') as activity_slots,
      (select count(*)::int from favorites) as favorites,
      (select count(*)::int from bookings) as bookings,
      (select count(*)::int from listings) as listings`,
  );
  return counts;
}

/** Inès's agenda of the 14 days to come, and the places that her figures say were filled. */
async function fortnightOf(db: Database, now: Date) {
  const [found] = await rowsOf<Record<string, number>>(
    db,
    sql`with own as (
        select s.*, o.archived_at, o.is_active as offered, o.kind from slots s join offerings o on o.id = s.offering_id
        where o.professional_id = ${professionalIdOf(INES)}),
      coming as (select * from own where start_datetime between ${now} and ${now}::timestamptz + interval '14 days')
      select (select count(*)::int from coming where available_spots = 0) as full,
        (select count(*)::int from coming where available_spots between 1 and capacity - 1) as part,
        (select count(*)::int from coming where available_spots = capacity) as free,
        (select count(*)::int from coming where exists (
          select from slot_prices p where p.slot_id = coming.id)) as falling,
        (select sum(outside_seats)::float / sum(capacity) from own
          where start_datetime between ${now}::timestamptz - interval '28 days' and ${now}) as filled,
        (select count(*)::int from own a join own b on b.id > a.id
          and a.start_datetime < b.end_datetime and b.start_datetime < a.end_datetime
          where a.start_datetime > ${now} and b.start_datetime > ${now}) as clashes,
        (select count(*)::int from offerings where professional_id = ${professionalIdOf(INES)}
          and not is_active and archived_at is null) as paused,
        (select count(*)::int from offerings where professional_id = ${professionalIdOf(INES)}
          and archived_at is not null) as archived`,
  );
  return found;
}

/** Where a slot starts before 07:00, after 21:00 or off the quarter hours, by the clock in Paris. */
function oddHours(db: Database) {
  return rowsOf(
    db,
    sql`select start_datetime from slots
      where (start_datetime at time zone 'Europe/Paris')::time not between '07:00' and '21:30'
        or extract(minute from start_datetime)::int % 15 <> 0`,
  );
}

describe.each(SPECIAL_DAYS)("loaded on %s", (day) => {
  const now = new Date(day);
  const typeIds = new Map(TRADES.map((trade, number) => [trade, fixedId("activityType", number)]));
  const { sessions, sessionSlots, activities, activitySlots } = catalogueRows(now, typeIds);

  test("500 sessions can be booked in the four weeks to come", () => {
    const bookable = sessionSlots.filter(
      (slot) => slot.startDatetime > now && slot.availableSpots > 0,
    );
    expect(new Set(bookable.map(({ offeringId }) => offeringId)).size).toBeGreaterThanOrEqual(500);
    const starts = [...sessionSlots, ...activitySlots].map((slot) => Number(slot.startDatetime));
    const last = Math.max(...starts);
    expect(last).toBeLessThanOrEqual(now.getTime() + 28 * DAY + HOUR);
  });

  test("Inès is in one place, with hours of every kind in the fortnight to come", () => {
    const own = new Set(
      [...sessions, ...activities]
        .filter(({ professionalId }) => professionalId === professionalIdOf(INES))
        .map(({ id }) => id),
    );
    const coming = [...sessionSlots, ...activitySlots]
      .filter(({ offeringId, startDatetime }) => own.has(offeringId) && startDatetime > now)
      .sort((a, b) => +a.startDatetime - +b.startDatetime);
    const clashes = coming.filter(
      (slot, place) => +slot.startDatetime < Number(coming[place - 1]?.endDatetime),
    );
    expect(clashes).toEqual([]);
    const soon = coming.filter(({ startDatetime }) => +startDatetime < +now + 14 * DAY);
    const taken = soon.map(({ outsideSeats = 0, capacity }) => outsideSeats / Number(capacity));
    for (const isSo of [
      (share: number) => share === 0,
      (share: number) => share > 0.3 && share < 0.8,
      (share: number) => share === 1,
    ]) {
      expect(taken.filter(isSo).length).toBeGreaterThanOrEqual(2);
    }
  });

  test("its hours are those of a clock in Paris, before and after a change", () => {
    const hours = new Map(
      planSessions(SELLERS).map(({ times, freeTimes }, number) => [
        sessions[number]?.id,
        new Set([...times, ...freeTimes].map(({ time }) => time)),
      ]),
    );
    const odd = sessionSlots
      .filter(({ startDatetime }) => startDatetime > now)
      .map((slot) => [slot.offeringId, formatTime(slot.startDatetime)] as const)
      .filter(([sessionId, time]) => !hours.get(sessionId)?.has(time));
    expect(odd).toEqual([]);
    for (const time of [...hours.values()].flatMap((times) => [...times])) {
      expect(time >= "07:00" && time <= "21:30" && /:(00|15|30|45)$/.test(time), time).toBe(true);
    }
  });

  test("every town has places for whoever asks at eight, that evening and the next day", () => {
    const towns = [...Map.groupBy(sessions, ({ city }) => city)].filter(
      ([city, own]) => city && own.length >= 9,
    );
    expect(towns.length).toBeGreaterThanOrEqual(25);
    const free = sessionSlots.filter(({ availableSpots }) => availableSpots > 0);
    const slotsOf = Map.groupBy(free, ({ offeringId }) => offeringId);
    const online = sessions.filter(({ isOnline }) => isOnline);
    const poor: string[] = [];
    for (let ahead = 0; ahead < 7; ahead += 1) {
      const day = addDays(dayKey(now), ahead);
      const [eight, midnight, end] = [
        fromParis(`${day}T20:00`),
        ...[1, 2].map((days) => fromParis(`${addDays(day, days)}T00:00`)),
      ] as [Date, Date, Date];
      const open = (own: typeof sessions, from: Date, to: Date, seats = 1) =>
        own.filter(({ id }) =>
          slotsOf
            .get(id)
            ?.some(
              ({ startDatetime: start, availableSpots }) =>
                start > now && start > from && start < to && availableSpots >= seats,
            ),
        );
      // What has begun by the loading is nobody's to find.
      const asks = ahead > 0 || now < eight;
      for (const [city, own] of towns) {
        const tonight = open(own, eight, midnight);
        const tomorrow = open(own, midnight, end);
        const kinds = [...tomorrow, ...open(online, midnight, end)].map(
          ({ activityTypeId }) => activityTypeId,
        );
        if (asks && (tonight.length < 3 || open(own, eight, midnight, 2).length === 0))
          poor.push(`${city}, ${day}: ${tonight.length}`);
        if (tomorrow.length < 8 || new Set(kinds).size < 6)
          poor.push(`${city}, after ${day}: ${tomorrow.length}`);
      }
    }
    expect(poor).toEqual([]);
  });

  test("a third becomes cheaper, a fifth of what starts within three days is on the way", () => {
    const falling = new Map(sessions.map(({ id, fallSteps }) => [id, fallSteps]));
    expect(sessions.filter(({ fallSteps }) => fallSteps).length / sessions.length).toBeCloseTo(
      1 / 3,
      1,
    );
    const soon = sessionSlots.filter(
      ({ offeringId, startDatetime: start }) =>
        falling.get(offeringId) && start > now && start < new Date(+now + 3 * DAY),
    );
    const between = soon.filter(({ offeringId, startDatetime: start }) => {
      const steps = falling.get(offeringId) ?? [];
      const hours = (+start - +now) / HOUR;
      return hours <= Number(steps[0]?.hours) && hours > Number(steps.at(-1)?.hours);
    });
    expect(between.length / soon.length).toBeGreaterThan(0.2);
  });

  test("the months of Inès and of Léo stand as they should", () => {
    const { profiles } = peopleRows(now, "");
    for (const [seller, count] of [
      [INES, 3],
      [LEO, 4],
    ] as const) {
      const profile = profiles.find(({ id }) => id === userIdOf(seller.email));
      const { since, renewsAt } = quotaMonth(profile?.quotaAnchor as Date, now);
      expect(profile?.lastQuotaReset).toEqual(since);
      expect(renewsAt > now).toBe(true);
      const created = sessions.filter(
        ({ professionalId, createdAt }) =>
          professionalId === professionalIdOf(seller) && (createdAt as Date) >= since,
      );
      expect([profile?.sessionCount, created.length], seller.email).toEqual([count, count]);
    }
  });
});

describe("an empty database, without the provider", () => {
  let db: Database;
  beforeAll(async () => {
    const made = await makeDatabase();
    // It is started again months later, and asked at its end as of the first day.
    contradict(made.db, "I13");
    db = made.db;
    await loadDemo({ db, now: NOW, env: {} });
    return made.close;
  });

  test("holds a catalogue that looks like a real one", async () => {
    const counts = await countsOf(db);
    expect(counts?.payable).toBeGreaterThanOrEqual(150);
    expect(counts?.cities).toBeGreaterThanOrEqual(25);
    expect(counts?.sessions).toBeGreaterThanOrEqual(500);
    expect(counts?.activities).toBeGreaterThan(0);
    expect(counts?.activity_slots).toBeGreaterThanOrEqual(Number(counts?.activities));
    expect(counts?.favorites).toBeGreaterThan(0);
    // Inès has put two away.
    expect(counts?.listings).toBe(Number(counts?.sessions) - 2 + Number(counts?.activities));
    await expectCurrent(db, NOW);
  });

  test("gives Inès a fortnight with full, half full and free hours, none of them over another", async () => {
    const found = await fortnightOf(db, NOW);
    expect(found).toMatchObject({ clashes: 0, paused: 1, archived: 1 });
    for (const state of ["full", "part", "free"]) {
      expect(found?.[state], state).toBeGreaterThanOrEqual(3);
    }
    expect(found?.falling).toBeGreaterThan(10);
    expect(found?.filled).toBeGreaterThan(0.4);
    expect(found?.filled).toBeLessThan(0.8);
    expect(await checkInvariants(db)).toEqual([]);
  });

  test("is varied: every category, prices, reductions, online, full and nearly full slots", async () => {
    const categories = await rowsOf<{ name: string; sessions: number }>(
      db,
      sql`select t.name, count(s.id)::int as sessions from activity_types t
        left join offerings s on s.activity_type_id = t.id
        where t.category = 'session' group by t.name`,
    );
    expect(categories.map(({ name }) => name).sort()).toEqual(TRADES.toSorted());
    expect(Math.min(...categories.map(({ sessions }) => sessions))).toBeGreaterThanOrEqual(12);
    const [shares] = await rowsOf<Record<string, number>>(
      db,
      sql`select
        avg((discounted_price_cents is not null)::int)::float as reduced,
        max(1 - discounted_price_cents::float / nullif(price_cents, 0)) as most_reduced,
        avg(is_online::int)::float as online,
        min(nullif(price_cents, 0)) as lowest, max(price_cents) as highest,
        count(*) filter (where price_cents = 0)::int as free
      from offerings where kind = 'session'`,
    );
    expect(shares?.reduced).toBeCloseTo(0.4, 1);
    expect(shares?.most_reduced).toBe(0.5);
    expect(shares?.online).toBeCloseTo(0.15, 1);
    expect(shares).toMatchObject({ lowest: 1_200, highest: 9_000 });
    expect(shares?.free).toBeGreaterThan(0);
    const [seats] = await rowsOf<{ full: number; nearly: number }>(
      db,
      sql`select avg((available_spots = 0)::int)::float as full,
        avg((available_spots between 1 and 3)::int) filter (where s.capacity > 3)::float as nearly
      from slots s join offerings o on o.id = s.offering_id
      where o.kind = 'session' and start_datetime > ${NOW}`,
    );
    expect(seats?.full).toBeGreaterThan(0.02);
    expect(seats?.full).toBeLessThan(0.1);
    expect(seats?.nearly).toBeGreaterThan(0.1);
  });

  test("starts at quarter hours from 07:00 to 21:30 in Paris, and nobody is in two places", async () => {
    expect(await oddHours(db)).toEqual([]);
    const clashes = await rowsOf(
      db,
      sql`select a.id from slots a join offerings sa on sa.id = a.offering_id and sa.kind = 'session'
        join offerings sb on sb.professional_id = sa.professional_id and sb.kind = 'session'
        join slots b on b.offering_id = sb.id and b.id <> a.id
        where a.start_datetime < b.end_datetime and b.start_datetime < a.end_datetime`,
    );
    expect(clashes).toEqual([]);
  });

  test("no title comes twice in one town, and texts keep the straight apostrophe", async () => {
    const twice = await rowsOf(
      db,
      sql`select city, title from offerings where kind = 'session' group by city, title having count(*) > 1`,
    );
    expect(twice).toEqual([]);
    const curly = await rowsOf(
      db,
      sql`select title from offerings where kind = 'session'
          and concat(title, description, included, requirements) like '%’%'
        union select business_name from professional_profiles
          where concat(business_name, business_description) like '%’%'`,
    );
    expect(curly).toEqual([]);
  });

  test("everybody can log in with what they need", async () => {
    const people = await rowsOf<Record<string, unknown> & { password: string }>(
      db,
      sql`select u.email, p.is_client, p.is_pro, p.can_create_activities as activities,
          p.session_count, sub.plan_type as plan, pro.can_receive_charges as payable, c.password,
          (select count(*)::int from offerings s where s.kind = 'session' and s.professional_id = pro.id) as sessions
        from credentials c join users u on u.id = c.user_id and u.id::text = c.account_id
        join profiles p on p.id = u.id
        left join professional_profiles pro on pro.user_id = u.id
        left join professional_subscriptions sub on sub.user_id = u.id and sub.status = 'active'
        where c.provider_id = 'credential' and u.email_verified order by u.email`,
    );
    const pro = { is_pro: true, is_client: false, activities: false, payable: true, plan: "free" };
    expect(people).toMatchObject([
      { email: "camille@example.fr", is_client: true, is_pro: false, plan: null },
      { email: "ines@example.fr", ...pro, activities: true, plan: "premium", sessions: 17 },
      { email: "leo@example.fr", ...pro, session_count: 4, sessions: 4 },
      { email: "nora@example.fr", ...pro, payable: false, sessions: 0 },
      { email: "sam@example.fr", ...pro, is_client: true, sessions: 3 },
    ]);
    for (const { password } of people) {
      expect(verifyNow({ hash: String(password), password: "parenthese", cost: COST })).toBe(true);
    }
  });

  test("a second start changes nothing, later ones keep the future full", async () => {
    const before = await countsOf(db);
    await loadDemo({ db, now: NOW, env: {} });
    expect(await countsOf(db)).toEqual(before);
    const inDays = [10, 11].map((days) => new Date(NOW.getTime() + days * DAY));
    for (const later of [...inDays, YEAR_END, SPRING, AUTUMN].slice(0, size(2, 5))) {
      await loadDemo({ db, now: later, env: {} });
      await expectCurrent(db, later);
      expect(await oddHours(db)).toEqual([]);
    }
    const [leo] = await rowsOf<{ session_count: number; counted: number }>(
      db,
      sql`select p.session_count, count(s.id)::int as counted from profiles p
        join professional_profiles pro on pro.user_id = p.id
        join offerings s on s.kind = 'session' and s.professional_id = pro.id
          and s.created_at > p.last_quota_reset
        where p.email = 'leo@example.fr' group by p.id`,
    );
    expect(leo).toEqual({ session_count: 4, counted: 4 });
  });
});

dataTest("a database that holds real accounts stays as it is", async ({ db }) => {
  await makeUser(db);
  await expect(loadDemo({ db, now: NOW, env: {} })).rejects.toThrow("real accounts");
  expect(await countsOf(db)).toMatchObject({ people: 1, sessions: 0 });
});
