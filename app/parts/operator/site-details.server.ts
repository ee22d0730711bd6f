import { barLabel } from "#core/figures/labels.ts";
import {
  nearestLabel,
  ofCategory,
  placeLabel,
  TRUST_LABELS,
  townLabel,
  wordsLabel,
} from "#core/figures/site/labels.ts";
import type { Hint, MissedRow, Period, Trust } from "#core/figures/site/rules.ts";
import type { SiteFigures } from "#core/figures/site/schema.ts";
import * as addresses from "#site/addresses.ts";
import { sessionsHref } from "../catalogue/search-address.ts";
import { count, euros, part, rowOf } from "./site-figures.server.ts";

export function eveningIn({ hours }: SiteFigures) {
  const cell = (places: SiteFigures["hours"][number]["places"][number]) =>
    places ? `${count(places.filled)} sur ${count(places.seats)}` : "–";
  return hours.some(({ places }) => places[0] && places[0].seats > 0)
    ? {
        hours,
        rows: hours.map(({ hour, places }): [name: string, ...cells: string[]] => [
          `${hour} h`,
          ...places.map(cell),
        ]),
      }
    : null;
}

/** Null before anything was counted. */
export function courseIn({ course, tonight }: SiteFigures) {
  const places = tonight?.seats ?? 0;
  if (places === 0 || course.length === 0) return null;
  const cell = (taken: number | null | undefined) =>
    taken === null || taken === undefined ? "–" : count(taken);
  return {
    ...{ places, course, said: `${count(places)} places ce soir` },
    now: cell(course.findLast(({ taken }) => taken[0] !== null)?.taken[0]),
    rows: course.map(({ hour, taken }): [name: string, ...cells: string[]] => [
      `${hour} h`,
      ...taken.map(cell),
    ]),
  };
}

const SHOWN = 8;

export function searchesIn({ missed }: SiteFigures) {
  return missed.slice(0, SHOWN).map((row) => ({
    words: wordsLabel(row.words),
    town: placeLabel(row.town),
    visitors: row.visitors.map((visitors) => (visitors === null ? "–" : count(visitors))),
    nearest: nearestLabel(row.nearest),
    act: recruit(row),
  }));
}

/** Prefers those who do nearest, else those who work there. */
function recruit({ words, town, nearest }: Omit<MissedRow, "visitors">) {
  const isTown = nearest !== "" && !/\d/.test(nearest);
  if (isTown) {
    const to = sessionsHref({ q: words, location: nearest });
    return { to, text: `Demander à ceux de ${nearest}` };
  }
  return town === ""
    ? { to: sessionsHref({ q: words }), text: "Voir la recherche" }
    : { to: directoryOf(town), text: `Recruter à ${town}` };
}

const directoryOf = (town: string) =>
  `${addresses.professionals}?${new URLSearchParams({ q: town })}`;

const DURING: Record<Period, string> = { hier: "hier", "7j": "en 7 jours", "30j": "en 30 jours" };

export function hintsIn({ hints, missed, period }: SiteFigures) {
  return hints.map((hint) => ({ town: townLabel(hint.town), ...sayHint(hint, missed, period) }));
}

function sayHint(hint: Hint, missed: readonly MissedRow[], period: Period) {
  const where = hint.town === "" ? { mode: "online" as const } : { location: hint.town };
  if (hint.kind === "free") {
    const what = hint.category === "" ? "" : ` ${ofCategory(hint.category)}`;
    return {
      sentence: `${count(hint.free)} places${what} libres ce soir`,
      act: "Voir ces places",
      to: sessionsHref({ ...where, category: hint.category, date: "today", from: "17:00" }),
    };
  }
  if (hint.kind === "less") {
    return {
      sentence: `${hint.points} points de moins en 7 soirs qu'aux 7 d'avant`,
      act: "Voir qui y exerce",
      to: hint.town === "" ? sessionsHref(where) : directoryOf(hint.town),
    };
  }
  const row = missed.find(({ town, words }) => town === hint.town && words === hint.words);
  const who = hint.visitors > 1 ? "visiteurs ont" : "visiteur a";
  const act = row ? recruit(row) : null;
  return {
    sentence: `${count(hint.visitors)} ${who} cherché «\u00a0${hint.words}\u00a0» en vain ${DURING[period]}`,
    act: act?.text ?? "",
    to: act?.to ?? "",
  };
}

interface Measure {
  name: string;
  value: (of: Trust) => string;
  more?: (of: Trust) => string;
  number: (of: Trust) => number | null;
}

const MEASURES: Measure[] = [
  amount("takenCents", euros),
  amount("keptCents", euros),
  rate("refundedCents", "takenCents", ({ refundedCents }) => euros(refundedCents)),
  rate("disputes", "payments", ({ disputes }) => count(disputes)),
  rate("absent", "booked", ({ absent }) => count(absent)),
  amount("joined", count),
  amount("gone", count),
];

function amount<Name extends keyof Trust & keyof typeof TRUST_LABELS>(
  of: Name,
  say: (number: NonNullable<Trust[Name]>) => string,
): Measure {
  return {
    name: TRUST_LABELS[of],
    value: ({ [of]: number }) => (number === null ? "–" : say(number as NonNullable<Trust[Name]>)),
    number: (trust) => trust[of],
  };
}

function rate(
  of: Exclude<keyof Trust, "gone"> & keyof typeof TRUST_LABELS,
  among: Exclude<keyof Trust, "gone">,
  more: (trust: Trust) => string,
): Measure {
  return {
    name: TRUST_LABELS[of],
    value: (trust) => (trust[among] > 0 ? part(trust[of], trust[among]) : "–"),
    more: (trust) => (trust[among] > 0 || trust[of] > 0 ? more(trust) : ""),
    number: (trust) => (trust[among] > 0 ? trust[of] / trust[among] : null),
  };
}

export function trustIn({ trust, weeks }: SiteFigures) {
  return MEASURES.map(({ name, value, more, number }) => {
    const known = weeks.flatMap((week) => (week.trust.days > 0 ? (number(week.trust) ?? []) : []));
    return { ...rowOf(trust, name, value, more), line: known.length > 1 ? known : null };
  });
}

export function weeksIn({ weeks }: SiteFigures) {
  return {
    columns: ["Semaine du", ...weeks.map(({ from }) => barLabel(from, "4s"))],
    rows: MEASURES.map(({ name, value }): [name: string, ...cells: string[]] => [
      name,
      ...weeks.map(({ trust }) => (trust.days > 0 ? value(trust) : "–")),
    ]),
  };
}
