import { addDays as addToDay, dayKey, formatTime } from "#core/dates.ts";
import { MINUTE } from "#core/durations.ts";
import { slugOf } from "#core/landings/rules.ts";
import { cents, eurosToCents } from "#core/money.ts";
import type { favorites, offerings, slots } from "#core/tables.server.ts";
import { CAMILLE, INES, LEO, SAM } from "./accounts.ts";
import { ownSeats } from "./bookings/outside-clients.ts";
import { addDays, middleOfLastMonth, occurrences } from "./calendar.ts";
import { INES_QUOTA, LEO_QUOTA, professionalIdOf, SELLERS, userIdOf } from "./people.ts";
import { GOLDEN, type PlannedSession, planSessions } from "./plan-sessions.ts";
import { type Dice, dice, fixedId } from "./seeded-random.ts";
import { ACTIVITIES, type Professional, type Trade } from "./texts.ts";

/** Four weeks are filled, as far as the renewal repeats itself. */
const CYCLE_DAYS = 28;
/** Their sessions have a past too, in days, for bookings that are over; hers for three months of revenue. */
const HISTORY = new Map<Professional, number>([
  [INES, 92],
  [SAM, CYCLE_DAYS],
]);

type Slot = Omit<typeof slots.$inferInsert, "offeringId" | "id">;

/** Rows of everything that can be booked, its slots counted from `now`. */
export function catalogueRows(now: Date, typeIds: ReadonlyMap<Trade, string>) {
  const sessionRows: (typeof offerings.$inferInsert)[] = [];
  const slotRows: (typeof slots.$inferInsert & { id: string })[] = [];
  const addSlots = (offering: (typeof sessionRows)[number] & { id: string }, made: Slot[]) => {
    for (const slot of made) {
      const id = fixedId("sessionSlot", slotRows.length);
      slotRows.push({ ...slot, ...pricesOf(offering, now), offeringId: offering.id, id });
    }
  };
  const ages = creationDays();
  const offered: {
    planned: PlannedSession;
    offering: (typeof sessionRows)[number] & { id: string };
  }[] = [];
  for (const [number, planned] of planSessions(SELLERS).entries()) {
    const activityTypeId = typeIds.get(planned.trade);
    if (!activityTypeId) throw new Error(`no activity type ${planned.trade}`);
    const createdAt = addDays(now, -ages(planned));
    const row = sessionRow(planned, number, createdAt, activityTypeId);
    sessionRows.push(row);
    offered.push({ planned, offering: row });
    addSlots(row, slotsOf(planned, number, createdAt, now));
  }
  const over = finishedSession(sessionRows, now);
  sessionRows.push(over.session);
  addSlots(over.session, [over.slot]);
  sessionRows.push(...putAway(over.session, sessionRows.length, now));
  return { sessions: sessionRows, sessionSlots: slotRows, offered, ...activityRows(now) };
}

function sessionRow(
  planned: PlannedSession,
  number: number,
  createdAt: Date,
  activityTypeId: string,
): typeof offerings.$inferInsert & { id: string } {
  const { professional, announcement, reducedPrice } = planned;
  const isOnline = announcement.online ?? false;
  return {
    id: fixedId("session", number),
    kind: "session",
    professionalId: professionalIdOf(professional),
    activityTypeId,
    title: planned.title,
    description: planned.text,
    priceCents: eurosToCents(planned.price),
    discountedPriceCents: reducedPrice === null ? null : eurosToCents(reducedPrice),
    fallSteps: fallStepsOf(planned, number),
    duration: planned.minutes,
    capacity: announcement.places,
    address: isOnline ? null : professional.street,
    city: isOnline ? null : professional.city,
    postalCode: isOnline ? null : professional.postcode,
    isOnline,
    onlineLink: isOnline
      ? `https://visio.example.fr/${slugOf(professional.business)}-${number}`
      : null,
    included: lines(announcement.included),
    requirements: lines(announcement.requirements),
    tags: announcement.tags,
    createdAt,
  };
}

/**
 * As if each slot had been offered at its full price for a month, and the reduced ones had come down
 * two days ago, so that what is struck beside them is true (rule: true-strike).
 */
function pricesOf(
  offering: Pick<typeof offerings.$inferInsert, "priceCents" | "discountedPriceCents">,
  now: Date,
) {
  const isReduced = typeof offering.discountedPriceCents === "number";
  const bookableSince = addDays(now, -30);
  return {
    bookableSince,
    pricedAt: isReduced ? addDays(now, -2) : bookableSince,
    referenceCents: isReduced ? offering.priceCents : null,
  };
}

/** The example of the form: sessions of Inès become cheaper so until they start. */
const FALLS = [
  { hours: 24, percent: 10 },
  { hours: 6, percent: 25 },
  { hours: 2, percent: 40 },
];
/** What others do, of whose sessions a third become cheaper. */
const OTHER_FALLS = [
  [
    { hours: 24, percent: 10 },
    { hours: 12, percent: 20 },
    { hours: 2, percent: 35 },
  ],
  [
    { hours: 24, percent: 15 },
    { hours: 3, percent: 30 },
  ],
  [
    { hours: 18, percent: 20 },
    { hours: 1, percent: 50 },
  ],
];

/** No session that is reduced falls too. */
function fallStepsOf({ professional, price, reducedPrice }: PlannedSession, number: number) {
  if (price === 0 || reducedPrice !== null) return null;
  if (professional === INES) return FALLS;
  return (number * GOLDEN) % 1 < 0.76 ? OTHER_FALLS[number % OTHER_FALLS.length] : null;
}

const lines = (list: string[] | undefined) => list?.join("\n") ?? null;

/** How many days ago each session was created: this month's of Léo and Inès, the rest before. */
function creationDays(): (planned: PlannedSession) => number {
  const thisMonth = new Map([
    [LEO, LEO_QUOTA.sessionsCreated.values()],
    [INES, INES_QUOTA.sessionsCreated.values()],
  ] as [Professional, ArrayIterator<number>][]);
  return ({ professional, title }) =>
    thisMonth.get(professional)?.next().value ??
    dice(`age of ${title} by ${professional.business}`).between(40, 300);
}

function slotsOf(planned: PlannedSession, number: number, createdAt: Date, now: Date): Slot[] {
  const { professional, announcement, minutes, times, freeTimes } = planned;
  const random = dice(`seats ${number}`);
  const until = addDays(now, CYCLE_DAYS);
  const oldest = addDays(now, -(HISTORY.get(professional) ?? 0));
  const since = createdAt > oldest ? createdAt : oldest;
  return [
    ...occurrences(times, since, until).map((start) =>
      professional === INES
        ? ownSlot(start, minutes, announcement.places, now, random)
        : slot(start, minutes, announcement.places, freeSeats(announcement.places, random)),
    ),
    ...occurrences(freeTimes, now, until).map((start) =>
      slot(start, minutes, announcement.places, openSeats(announcement.places, random)),
    ),
  ];
}

function slot(start: Date, minutes: number, capacity: number, availableSpots: number): Slot {
  return {
    startDatetime: start,
    endDatetime: new Date(start.getTime() + minutes * MINUTE),
    capacity,
    availableSpots,
  };
}

/** A slot of Inès, some of whose seats her own clients have: she has noted them, and her time is taken. */
function ownSlot(start: Date, minutes: number, capacity: number, now: Date, random: Dice): Slot {
  const outsideSeats = ownSeats(start, capacity, now, random);
  const seats = { outsideSeats, isOccupied: outsideSeats > 0 };
  return { ...slot(start, minutes, capacity, capacity - outsideSeats), ...seats };
}

/** Seats that were not sold elsewhere: some slots are full, some nearly. */
function freeSeats(capacity: number, random: Dice): number {
  const chance = random.next();
  if (capacity === 1) return chance < 0.15 ? 0 : 1;
  if (chance < 0.1) return 0;
  return chance < 0.35
    ? random.between(1, Math.min(3, capacity))
    : random.between(Math.ceil(capacity / 3), capacity);
}

/** A place for whoever comes, and for two of them in a group. */
const openSeats = (capacity: number, random: Dice) =>
  capacity === 1 ? 1 : random.between(2, capacity);

/** A session of Inès whose only slot lies in the month before. */
function finishedSession(rows: readonly (typeof offerings.$inferInsert)[], now: Date) {
  const model = rows.find(({ isOnline, capacity }) => !isOnline && Number(capacity) > 1);
  if (!model) throw new Error("no session to imitate");
  const start = middleOfLastMonth(now);
  const session = {
    ...model,
    id: fixedId("session", rows.length),
    title: "Cent huit salutations, soirée exceptionnelle",
    description:
      "Cent huit salutations au soleil, menées à plusieurs voix, avec des pauses pour ceux qui en ont besoin. On compte ensemble, on s'arrête quand on veut et l'on finit allongés en silence.",
    priceCents: cents(2_400),
    discountedPriceCents: null,
    duration: 120,
    createdAt: addDays(start, -25),
  };
  const capacity = model.capacity ?? 1;
  return { session, slot: { ...slot(start, 120, capacity, 0), outsideSeats: capacity } };
}

/** A session that Inès has paused, and one that she has archived. */
function putAway(model: typeof offerings.$inferInsert, first: number, now: Date) {
  const titles = ["Yin du dimanche, lumières éteintes", "Réveil du printemps, cycle de mars"];
  return titles.map((title, place) => ({
    ...{ ...model, id: fixedId("session", first + place), title, isActive: false },
    ...{ priceCents: cents(1_800), duration: 75, createdAt: addDays(now, -220 - place) },
    description:
      "Des postures tenues longtemps, allongé le plus souvent, à la lueur de deux lampes. On arrive fatigué, on repart lent. Les couvertures sont sur place.",
    archivedAt: place === 1 ? addDays(now, -30) : null,
  }));
}

function activityRows(now: Date) {
  const rows: (typeof offerings.$inferInsert)[] = [];
  const slotRows: (typeof slots.$inferInsert)[] = [];
  for (const [number, activity] of ACTIVITIES.entries()) {
    const id = fixedId("activity", number);
    const random = dice(`activity seats ${number}`);
    rows.push({
      id,
      kind: "activity",
      professionalId: professionalIdOf(INES),
      title: activity.title,
      category: activity.category,
      description: activity.text,
      priceCents: eurosToCents(activity.euros),
      fallSteps: FALLS,
      duration: activity.minutes,
      capacity: activity.places,
      address: INES.street,
      city: INES.city,
      postalCode: INES.postcode,
      included: lines(activity.included),
      requirements: lines(activity.requirements),
      tags: activity.tags,
      createdAt: addDays(now, -60 - number),
    });
    for (const start of occurrences(activity.times, now, addDays(now, CYCLE_DAYS))) {
      slotRows.push({
        ...ownSlot(start, activity.minutes, activity.places, now, random),
        ...{ pricedAt: addDays(now, -30), bookableSince: addDays(now, -30) },
        id: fixedId("activitySlot", slotRows.length),
        offeringId: id,
      });
    }
  }
  return { activities: rows, activitySlots: slotRows };
}

/**
 * The favourites of Camille: one session each of practitioners here and there, and three of her own
 * town with a place today, or tomorrow after eight.
 */
export function favoriteRows(
  { sessions, sessionSlots }: Pick<ReturnType<typeof catalogueRows>, "sessions" | "sessionSlots">,
  now: Date,
): (typeof favorites.$inferInsert)[] {
  const every = Math.floor(sessions.length / 7);
  const scattered = sessions.filter((_, number) => number % every === 5);
  const day = addToDay(dayKey(now), formatTime(now) < "20:00" ? 0 : 1);
  const open = sessionSlots.filter(
    ({ availableSpots, startDatetime }) =>
      availableSpots > 0 && startDatetime > now && dayKey(startDatetime) === day,
  );
  const openIds = new Set(open.map(({ offeringId }) => offeringId));
  const near = sessions.filter(({ id, city }) => city === INES.city && openIds.has(String(id)));
  const kept = new Set([...scattered, ...near.slice(-3)]);
  return [...kept].map(({ id }) => ({ clientId: userIdOf(CAMILLE.email), sessionId: String(id) }));
}
