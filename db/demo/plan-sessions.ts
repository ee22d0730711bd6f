import { demoEvents } from "#core/calendars/demo/rules.ts";
import { dayKey, formatTime } from "#core/dates.ts";
import { MINUTE } from "#core/durations.ts";
import { INES } from "./accounts.ts";
import { ACTIVITIES } from "./activities.ts";
import type { Announcement } from "./announcement.ts";
import { ANNOUNCEMENTS } from "./announcements.ts";
import type { WeeklyTime } from "./calendar.ts";
import type { Professional, Trade } from "./professionals.ts";
import { type Dice, dice } from "./seeded-random.ts";
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
  /** In these places somebody is there every evening (see {@link holdEvenings}). */
  eveningTimes: WeeklyTime[];
}

/** Notes for clients who book online, in place of directions. */
const ONLINE_NOTES = [
  "Le lien de connexion apparaît dans vos réservations.",
  "Connectez-vous cinq minutes avant pour régler le son.",
  "Un téléphone ou un ordinateur suffit, il n'y a rien à installer.",
  "Le lien vous attend dans « Mes Sessions » dès que la place est réservée.",
];

/** Every evening of the week somebody receives here, however late the visitor asks. */
const EVENING_PLACES = ["Paris", "Lyon", "Marseille", "Bordeaux", "online"];
const LATE = 21 * 60;

const EVERY_NTH_ONLINE = 5;

/** All sessions with their times: always the same. */
export function planSessions(professionals: readonly Professional[]): PlannedSession[] {
  const decks = new Map<string, Deck>();
  const planned: PlannedSession[] = [];
  const timetables = new Map<Professional, Timetable>();
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
    timetables.set(professional, arrange(own, professional === INES ? ownTimes() : []));
    planned.push(...own);
  }
  holdEvenings(planned, timetables);
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

/** Gives one practitioner's sessions their times, the choosiest first, beside what is there already. */
function arrange(own: readonly PlannedSession[], taken: readonly Taken[]): Timetable {
  const timetable = new Timetable();
  for (const { weekday, from, minutes } of taken) timetable.take(weekday, from, minutes);
  const freedom = ({ announcement: { days, when } }: PlannedSession) =>
    days ? days.length : when === "any" ? 9 : 8;
  for (const session of own.toSorted((a, b) => freedom(a) - freedom(b))) {
    const { announcement, minutes, title } = session;
    const random = dice(`times of ${title} in ${session.professional.city}`);
    const most = announcement.days ? 1 : announcement.places === 1 ? 3 : 2;
    session.times = timetable.place(
      announcement,
      minutes,
      Math.max(1, most - random.between(0, 1)),
      random,
    );
    if (session.times.length === 0) throw new Error(`no time left for ${title}`);
  }
  return timetable;
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
  const price = random.between(...euros);
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
    eveningTimes: [],
  };
}

/** Two in five, spread evenly over any stretch of neighbours by the golden ratio. */
const isReduced = (number: number) => (number * 0.618034) % 1 < 0.42;

/** 10 to 50 percent off, to the half euro above; null when nothing is left to take off. */
function reduce(price: number, random: Dice): number | null {
  const percent = random.pick([10, 15, 20, 20, 25, 30, 30, 40, 50]);
  const reduced = Math.ceil(price * (100 - percent) * 0.02) / 2;
  return reduced < price ? reduced : null;
}

/** Adds a late session for each weekday and place where nobody receives at that hour yet. */
function holdEvenings(
  planned: readonly PlannedSession[],
  timetables: ReadonlyMap<Professional, Timetable>,
): void {
  for (const place of EVENING_PLACES) {
    const able = planned.filter(
      ({ announcement: { online, when, days, outdoors }, professional, minutes }) =>
        (online ? "online" : professional.city) === place &&
        (when === "evening" || when === "any") &&
        !days &&
        !outdoors &&
        minutes <= 45 + (place === "online" ? 0 : 15),
    );
    for (let weekday = 1; weekday <= 7; weekday += 1) {
      const rotated = [...able.slice(weekday * 2), ...able.slice(0, weekday * 2)];
      const held = rotated.some((session) => {
        const { professional, minutes } = session;
        const time = timetables.get(professional)?.take(weekday, LATE, minutes);
        if (time) session.eveningTimes.push(time);
        return Boolean(time);
      });
      if (!held) throw new Error(`nobody receives in ${place} on evening ${weekday}`);
    }
  }
}

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
    const title = card.announcement.titles[card.uses % 2 === 0 ? 0 : 1];
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
