import { addDays, dayKey, fromParis, toParis, weekdayOf } from "../../dates.ts";

const CALLED_OFF = "13:40";

/** From Monday on, free in the demo, and late enough to be published once cancelled. */
const KINE: readonly (readonly [from: string, to: string])[] = [
  ["17:00", "18:00"],
  ["15:00", "16:00"],
  ["14:15", "15:15"],
  ["17:15", "18:15"],
  ["18:00", "19:00"],
  ["17:15", "18:00"],
  ["18:00", "19:00"],
];

const WEEK = [
  { uid: "salma", title: "Déjeuner avec Salma", weekday: 1, from: "12:30", to: "13:30" },
  { uid: "dentiste", title: "Dentiste", weekday: 2, from: "10:30", to: "11:30" },
  { uid: "danse", title: "Danse de Lou", weekday: 3, from: "18:30", to: "19:30" },
  { uid: "parents", title: "Réunion de parents", weekday: 4, from: "10:30", to: "11:30" },
  { uid: "comptable", title: "Comptable", weekday: 5, from: "10:00", to: "11:00" },
  { uid: "marche", title: "Marché", weekday: 6, from: "10:30", to: "11:30" },
] as const;

const WEEKS = 3;

interface DemoEvent {
  uid: string;
  title: string;
  start: Date;
  end: Date;
}

function hoursOn(day: string, from: string, to: string): { start: Date; end: Date } {
  const [start, end] = [fromParis(`${day}T${from}`), fromParis(`${day}T${to}`)];
  if (!start || !end) throw new Error(`no such hours on ${day}`);
  return { start, end };
}

export function kineOf(now: Date): DemoEvent {
  const day = dayKey(now);
  const [from, to] = KINE[weekdayOf(day) - 1] ?? ["18:00", "19:00"];
  return { uid: "kine", title: "Kiné", ...hoursOn(day, from, to) };
}

export function isKineOff(now: Date): boolean {
  return toParis(now).slice(11) >= CALLED_OFF;
}

/** The UIDs never change, because the calendar moves along with the weeks. */
export function demoEvents(now: Date): DemoEvent[] {
  const today = dayKey(now);
  const monday = addDays(today, 1 - weekdayOf(today));
  const weeks = Array.from({ length: WEEKS }, (_, week) =>
    WEEK.map(({ uid, title, weekday, from, to }) => {
      const day = addDays(monday, week * 7 + weekday - 1);
      return { uid: `${uid}-${week}`, title, ...hoursOn(day, from, to) };
    }),
  ).flat();
  return isKineOff(now) ? weeks : [...weeks, kineOf(now)];
}
