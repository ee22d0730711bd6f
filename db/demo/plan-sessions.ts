import { demoEvents } from "#core/calendars/demo/rules.ts";
import { dayKey, formatTime } from "#core/dates.ts";
import { MINUTE } from "#core/durations.ts";
import { INES } from "./accounts.ts";
import type { WeeklyTime } from "./calendar.ts";
import { type Dice, dice } from "./seeded-random.ts";
import {
  ACTIVITIES,
  ANNOUNCEMENTS,
  type Announcement,
  type Professional,
  type Trade,
} from "./texts.ts";
import { Timetable } from "./timetable.ts";

export interface PlannedSession {
  professional: Professional;
  trade: Trade;
  announcement: Announcement;
  title: string;
  text: string;
  /** Euros. */
  price: number;
  /** Euros; null without a reduction. */
  reducedPrice: number | null;
  minutes: number;
  times: WeeklyTime[];
  /** Further times, with free places, so that no town is without any (see {@link fillEvenings}). */
  freeTimes: WeeklyTime[];
}

/** Notes for clients who book online, in place of directions. */
const ONLINE_NOTES = [
  "Le lien de connexion apparaît dans vos réservations.",
  "Connectez-vous cinq minutes avant pour régler le son.",
  "Un téléphone ou un ordinateur suffit, il n'y a rien à installer.",
  "Le lien vous attend dans « Mes Sessions » dès que la place est réservée.",
];

/** What each town has on every day of the week, whoever asks how late: for tonight, and for tomorrow. */
const TONIGHT = 3;
const TOMORROW = 8;
/** Minutes of the day at which the late ones start, the preferred first. */
const LATE = [20 * 60 + 15, 21 * 60, 20 * 60 + 30, 20 * 60 + 45, 21 * 60 + 30];
const LATE_END = 22 * 60 + 15;
/** Neighbours have enough of them together. */
const SMALL_TOWN = 9;

const EVERY_NTH_ONLINE = 5;

/** All sessions with their times: always the same. */
export function planSessions(professionals: readonly Professional[]): PlannedSession[] {
  const decks = new Map<string, Deck>();
  const planned: PlannedSession[] = [];
  for (const professional of professionals) {
    const own: PlannedSession[] = [];
    for (let turn = 0; turn < professional.sessions; turn += 1) {
      const number = planned.length + turn;
      const trade = professional.trades[turn % professional.trades.length];
      if (!trade) throw new Error(`${professional.business} has no trade`);
      const online = number % EVERY_NTH_ONLINE === 3;
      const drawn =
        (online && deckOf(decks, trade, true).draw("online")) ||
        deckOf(decks, trade, false).draw(professional.city);
      if (!drawn) throw new Error(`nothing left to offer by ${professional.business}`);
      own.push(plan(professional, trade, drawn, turn, number));
    }
    planned.push(...own);
  }
  const timetables = new Map(professionals.map((one) => [one, new Timetable()]));
  for (const { weekday, from, minutes } of ownTimes()) {
    timetables.get(INES)?.reserve(weekday, from, minutes);
  }
  const towns = [...Map.groupBy(planned, placeOf).values()].filter(
    ({ length }) => length >= SMALL_TOWN,
  );
  for (const town of towns) fillEvenings(town, timetables);
  const byOwner = Map.groupBy(planned, ({ professional }) => professional);
  for (const [owner, own] of byOwner) arrange(own, timetableOf(timetables, owner));
  for (const town of towns) fillDays(town, timetables);
  return planned;
}

/** The hours of a week that Inès spends on her activities, and those of her private calendar. */
function ownTimes(): Taken[] {
  const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const activities = ACTIVITIES.flatMap(({ times, minutes }) =>
    times.map(({ weekday, time }) => ({ weekday, from: minutesOf(time), minutes })),
  );
  const week = Array.from({ length: 7 }, (_, day) => new Date(`2026-03-0${day + 2}T06:00:00Z`));
  const privately = week.flatMap((morning, day) =>
    demoEvents(morning)
      .filter(({ start }) => dayKey(start) === dayKey(morning))
      .map(({ start, end }) => ({
        weekday: day + 1,
        from: minutesOf(formatTime(start)),
        minutes: (end.getTime() - start.getTime()) / MINUTE,
      })),
  );
  return [...activities, ...privately];
}

interface Taken {
  weekday: number;
  /** Minutes of the day. */
  from: number;
  minutes: number;
}

type Timetables = ReadonlyMap<Professional, Timetable>;

function timetableOf(timetables: Timetables, owner: Professional): Timetable {
  const found = timetables.get(owner);
  if (!found) throw new Error(`${owner.business} has no timetable`);
  return found;
}

const placeOf = ({ announcement, professional }: PlannedSession) =>
  announcement.online ? "online" : professional.city;

/** Gives one practitioner's sessions their times, the choosiest first, beside what is there already. */
function arrange(own: readonly PlannedSession[], timetable: Timetable): void {
  const freedom = ({ announcement: { days, when } }: PlannedSession) =>
    days ? days.length : when === "any" ? 9 : 8;
  const choosiest = own.toSorted((a, b) => freedom(a) - freedom(b));
  const placeOnce = (session: PlannedSession, random: Dice) => {
    const { announcement, minutes } = session;
    session.times.push(...timetable.place(announcement, minutes, 1, random));
  };
  // Each has one before any has more.
  const asked = choosiest.map((session) => {
    const random = dice(`times of ${session.title} in ${session.professional.city}`);
    const { days, places } = session.announcement;
    const most = days ? 1 : places === 1 ? 3 : 2;
    const count = Math.max(1, most - random.between(0, 1));
    placeOnce(session, random);
    if (session.times.length + session.freeTimes.length === 0) {
      throw new Error(`no time left for ${session.title}`);
    }
    return { session, random, count };
  });
  for (const { session, random, count } of asked) {
    for (let more = 1; more < count; more += 1) placeOnce(session, random);
  }
}

function plan(
  professional: Professional,
  trade: Trade,
  { announcement, title }: Drawn,
  turn: number,
  number: number,
): PlannedSession {
  const random = dice(`session ${number}`);
  const { online, outdoors, euros } = announcement;
  const { directions } = professional;
  const minutes = random.pick(announcement.minutes);
  const note = online
    ? random.pick(ONLINE_NOTES)
    : outdoors
      ? undefined
      : directions[turn % directions.length];
  const price = random.between(Math.min(...euros), Math.max(...euros));
  return {
    professional,
    trade,
    announcement,
    title,
    text: note ? `${announcement.text} ${note}` : announcement.text,
    price,
    reducedPrice: isReduced(number) ? reduce(price, random) : null,
    minutes,
    times: [],
    freeTimes: [],
  };
}

/** Its multiples, without their whole parts, are spread evenly over any stretch of neighbours. */
export const GOLDEN = 0.618034;

/** Two in five. */
const isReduced = (number: number) => (number * GOLDEN) % 1 < 0.42;

/** 10 to 50 percent off, to the half euro above; null when nothing is left to take off. */
function reduce(price: number, random: Dice): number | null {
  const percent = random.pick([10, 15, 20, 20, 25, 30, 30, 40, 50]);
  const reduced = Math.ceil(price * (100 - percent) * 0.02) / 2;
  return reduced < price ? reduced : null;
}

/** Has people receive late on every evening of the week, one of them two people or more: for a massage, if anybody offers one. */
function fillEvenings(town: readonly PlannedSession[], timetables: Timetables): void {
  const able = town.filter(
    ({ announcement: { when, days, outdoors }, professional, minutes }) =>
      (when === "evening" || when === "any") &&
      !days &&
      !outdoors &&
      professional !== INES &&
      LATE.some((start) => start + minutes <= LATE_END),
  );
  for (let weekday = 1; weekday <= 7; weekday += 1) {
    const rotated = [...able.slice(weekday * 2), ...able.slice(0, weekday * 2)];
    const forTwo = rotated.filter(({ announcement }) => announcement.places > 1);
    const first = forTwo.find(({ trade }) => trade === "Massage") ?? forTwo[0];
    let held = 0;
    for (const session of [first, ...rotated.filter((one) => one !== first)]) {
      if (!session || held === TONIGHT) continue;
      const timetable = timetableOf(timetables, session.professional);
      const { minutes } = session;
      const start = LATE.find(
        (one) => one + minutes <= LATE_END && timetable.isFree(weekday, one, minutes),
      );
      const time = start && timetable.take(weekday, start, minutes);
      if (!time) continue;
      session.freeTimes.push(time);
      held += 1;
    }
    if (held < TONIGHT) throw new Error(`only ${held} late in ${nameOf(town)} on ${weekday}`);
  }
}

/** Sees to it that enough of a town's sessions have free places on every day of the week. */
function fillDays(town: readonly PlannedSession[], timetables: Timetables): void {
  for (let weekday = 1; weekday <= 7; weekday += 1) {
    const isThen = (time: WeeklyTime) => time.weekday === weekday && time.every === 1;
    const isOpen = ({ freeTimes }: PlannedSession) => freeTimes.some(isThen);
    const able = [...town.slice(weekday), ...town.slice(0, weekday)].filter(
      (session) => !session.announcement.days && session.professional !== INES && !isOpen(session),
    );
    let open = town.filter(isOpen).length;
    for (const isHeld of [true, false]) {
      for (const session of able) {
        const { announcement, professional, minutes, title, times } = session;
        if (open >= TOMORROW || isOpen(session)) continue;
        const known = times.findIndex(isThen);
        if (isHeld !== known >= 0) continue;
        const random = dice(`day ${weekday} of ${title} in ${professional.city}`);
        const timetable = timetableOf(timetables, professional);
        const [time] = isHeld
          ? times.splice(known, 1)
          : timetable.place({ ...announcement, days: [weekday] }, minutes, 1, random);
        if (!time) continue;
        session.freeTimes.push({ ...time, every: 1, offset: 0 });
        open += 1;
      }
    }
    if (open < TOMORROW) throw new Error(`only ${open} open in ${nameOf(town)} on ${weekday}`);
  }
}

const nameOf = ([one]: readonly PlannedSession[]) => one && placeOf(one);

interface Drawn {
  announcement: Announcement;
  title: string;
}

/**
 * The announcements of a trade, dealt round so that all of them come up about as often. In one town
 * none comes twice; online, where everybody meets, each of its two titles comes once.
 */
class Deck {
  readonly #cards: { announcement: Announcement; uses: number; places: Set<string> }[];

  constructor(announcements: readonly Announcement[], random: Dice) {
    this.#cards = random
      .shuffle(announcements)
      .map((announcement) => ({ announcement, uses: 0, places: new Set() }));
  }

  draw(place: string): Drawn | null {
    const at = this.#cards.findIndex(({ places, uses }) =>
      place === "online" ? uses < 2 : !places.has(place),
    );
    const [card] = at < 0 ? [] : this.#cards.splice(at, 1);
    if (!card) return null;
    const { titles } = card.announcement;
    const title = titles[card.uses % titles.length];
    if (!title) return null;
    card.uses += 1;
    card.places.add(place);
    this.#cards.push(card);
    return { announcement: card.announcement, title };
  }
}

function deckOf(decks: Map<string, Deck>, trade: Trade, online: boolean): Deck {
  const key = `${trade} ${online}`;
  const known = decks.get(key);
  if (known) return known;
  const fitting = ANNOUNCEMENTS[trade].filter((one) => Boolean(one.online) === online);
  const made = new Deck(fitting, dice(key));
  decks.set(key, made);
  return made;
}
