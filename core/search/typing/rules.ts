import { addDays, weekdayOf } from "../../dates.ts";
import { searchKey } from "../../texts/search-key.ts";
import { EVENING } from "../rules.ts";
import type { Times } from "../schema.ts";

/** A text of « Quoi ? », taken apart (rule: one-field). */
export interface Reading {
  /** The text without its time and place; as it was typed when it has neither. */
  words: string;
  /** A day and hours, and what was typed for them. */
  time: (Times & { typed: string[] }) | null;
  /** « Lyon », « 69003 », « paris 10 », and what was typed for it: « à Lyon ». */
  place: { place: string; typed: string[] } | null;
}

/** A word of the text, where it stands in it. */
interface Token {
  key: string;
  start: number;
  end: number;
}

/** Tokens that were understood: from the first on, so many. */
interface Found<Meaning> {
  at: number;
  length: number;
  meaning: Meaning;
}

interface Known {
  /** Today in Paris, « 2026-11-20 ». */
  today: string;
  /** The inhabitants of a place with this whole name; null when there is none. */
  inhabitantsOf(name: string): number | null;
  /** Stretches of the text that are to stay words, as `searchKey` writes them. */
  kept: readonly string[];
}

/** Takes the time and the place out of a text that somebody typed (rule: one-field). */
export function readText(text: string, { today, inhabitantsOf, kept }: Known): Reading {
  const tokens = tokensOf(text);
  const isKept = tokens.map(() => false);
  for (const phrase of kept) {
    const length = phrase.split(" ").length;
    for (const at of tokens.keys()) {
      if (keyOf(tokens, at, length) === phrase) isKept.fill(true, at, at + length);
    }
  }
  const free = tokens.map((token, at) => (isKept[at] ? { ...token, key: "" } : token));
  const times = findTimes(free, text, today);
  const left = free.map((token, at) =>
    times.some((time) => at >= time.at && at < time.at + time.length)
      ? { ...token, key: "" }
      : token,
  );
  const place = findPlace(left, inhabitantsOf);
  const parts = [...times, ...(place ? [place] : [])];
  const typedOf = ({ at, length }: { at: number; length: number }) =>
    sliceOf(text, tokens, at, length);
  const day = times.find(({ meaning }) => meaning.date !== undefined);
  const hours = times.find(({ meaning }) => meaning.date === undefined);
  return {
    words: without(text, tokens, parts),
    time:
      ((day || hours) && {
        // « demain soir à 20h » is not from six o'clock on.
        ...(hours ? { date: day?.meaning.date, ...hours.meaning } : day?.meaning),
        typed: times.map(typedOf),
      }) ||
      null,
    place: place && {
      place: place.meaning.article + sliceOf(text, tokens, place.meaning.at, place.meaning.length),
      typed: [typedOf(place)],
    },
  };
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    key: searchKey(word),
    start: index,
    end: index + word.length,
  }));
}

function keyOf(tokens: readonly Token[], at: number, length: number): string {
  return tokens
    .slice(at, at + length)
    .map(({ key }) => key)
    .join(" ");
}

function sliceOf(text: string, tokens: readonly Token[], at: number, length: number): string {
  return text.slice(tokens[at]?.start, tokens[at + length - 1]?.end);
}

function without(
  text: string,
  tokens: readonly Token[],
  parts: readonly { at: number; length: number }[],
): string {
  if (parts.length === 0) return text;
  const isOut = (at: number) => parts.some((part) => at >= part.at && at < part.at + part.length);
  const stretches: { from: number; to: number }[] = [];
  for (const [at, { start, end }] of tokens.entries()) {
    const last = stretches.at(-1);
    if (isOut(at)) continue;
    if (last && at > 0 && !isOut(at - 1)) last.to = end;
    else stretches.push({ from: start, to: end });
  }
  return stretches.map(({ from, to }) => text.slice(from, to)).join(" ");
}

// ─── Time ──────────────────────────────────────────────────────────────────────────────────────

const WEEKDAYS = ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"];
const MONTHS = [
  ...["janvier", "fevrier", "mars", "avril", "mai", "juin", "juillet", "aout"],
  ...["septembre", "octobre", "novembre", "decembre"],
];

/** Parts of a day, with the hours at which they begin and end. */
const PARTS: [words: string, Times][] = [
  ["matin", { to: "12:00" }],
  ["midi", { from: "12:00", to: "14:00" }],
  ["apres midi", { from: "12:00", to: EVENING }],
  ["aprem", { from: "12:00", to: EVENING }],
  ["soir", { from: EVENING }],
];

/** One day and one stretch of hours at most, the first of each. */
function findTimes(tokens: readonly Token[], text: string, today: string): Found<Times>[] {
  const found: Found<Times>[] = [];
  for (let at = 0; at < tokens.length; ) {
    const read = readDay(tokens, at, text, today) ?? readHours(tokens, at, text);
    const isNew = read && !found.some(({ meaning }) => isSameKind(meaning, read.meaning));
    if (read && isNew) found.push(read);
    at += read ? read.length : 1;
  }
  return found;
}

const isSameKind = (one: Times, other: Times) =>
  (one.date !== undefined && other.date !== undefined) ||
  (one.date === undefined && other.date === undefined);

function readDay(
  tokens: readonly Token[],
  at: number,
  text: string,
  today: string,
): Found<Times> | null {
  const has = (words: string, offset = 0) =>
    keyOf(tokens, at + offset, words.split(" ").length) === words;
  const lengthOf = (words: string) => words.split(" ").length;
  for (const intro of ["pour ", "des ", ""]) {
    const offset = intro === "" ? 0 : 1;
    if (offset > 0 && !has(intro.trim())) continue;
    for (const [part, hours] of PARTS) {
      for (const article of ["ce", "cet"]) {
        const words = `${article} ${part}`;
        if (!has(words, offset)) continue;
        return { at, length: offset + lengthOf(words), meaning: { date: "today", ...hours } };
      }
    }
    const day = readDate(tokens, at + offset, text, today);
    if (!day) continue;
    const after = offset + day.length;
    const part = PARTS.find(([words]) => has(words, after));
    const meaning = { date: day.date, ...part?.[1] };
    return { at, length: after + (part ? lengthOf(part[0]) : 0), meaning };
  }
  return null;
}

/** « demain », « ce week-end », « samedi », « le 21 novembre », « 21/11 ». */
function readDate(
  tokens: readonly Token[],
  at: number,
  text: string,
  today: string,
): { length: number; date: string } | null {
  const named: [words: string, date: string][] = [
    ["aujourd hui", "today"],
    ["aujourdhui", "today"],
    ["apres demain", addDays(today, 2)],
    ["demain", "tomorrow"],
    ...["ce week end", "le week end", "week end", "ce weekend", "le weekend", "weekend"].map(
      (words): [string, string] => [words, "weekend"],
    ),
    ...WEEKDAYS.flatMap((weekday, index): [string, string][] => {
      const next = addDays(today, (index + 1 - weekdayOf(today) + 7) % 7);
      return ["ce ", "le ", ""].map((article) => [article + weekday, next]);
    }),
  ];
  for (const [words, date] of named) {
    const length = words.split(" ").length;
    if (keyOf(tokens, at, length) === words) return { length, date };
  }
  const offset = tokens[at]?.key === "le" ? 1 : 0;
  const [first, second] = [tokens[at + offset], tokens[at + offset + 1]];
  if (!first || !second || !/^\d{1,2}(er)?$/.test(first.key)) return null;
  const isWritten = text.slice(first.end, second.start) === "/" && /^\d{1,2}$/.test(second.key);
  const month = isWritten ? Number(second.key) : MONTHS.indexOf(second.key) + 1;
  const date = nextDate(Number.parseInt(first.key, 10), month, today);
  return date === null ? null : { length: offset + 2, date };
}

/** The next day that has this number in this month; null when no month has it. */
function nextDate(day: number, month: number, today: string): string | null {
  const two = (value: number) => String(value).padStart(2, "0");
  const [year = 0] = today.split("-").map(Number);
  const inYear = (of: number) => `${of}-${two(month)}-${two(day)}`;
  const isDate = (date: string) =>
    !Number.isNaN(Date.parse(`${date}T00:00Z`)) && addDays(date, 0) === date;
  return [year, year + 1].map(inYear).find((date) => isDate(date) && date >= today) ?? null;
}

/** An hour alone is one from which somebody is free: shorter ones are lengths, « massage 1h30 ». */
const EARLIEST = 7;

/** « 18h », « à 18h30 », « après 18 h », « avant 12h », « de 18h à 20h », « 18h-20h ». */
function readHours(tokens: readonly Token[], at: number, text: string): Found<Times> | null {
  const key = (offset: number) => tokens[at + offset]?.key ?? "";
  const before = [
    ...(key(0) === "a" && key(1) === "partir" && key(2) === "de" ? [["from", 3] as const] : []),
    ...(key(0) === "jusqu" && key(1) === "a" ? [["to", 2] as const] : []),
    ...(key(0) === "avant" ? [["to", 1] as const] : []),
    ...(["apres", "des", "a", "vers"].includes(key(0)) ? [["from", 1] as const] : []),
    ...(["de", "entre"].includes(key(0)) ? [["span", 1] as const] : []),
    ["alone", 0] as const,
  ];
  for (const [kind, offset] of before) {
    const first = readClock(tokens, at + offset, text);
    if (!first) continue;
    const length = offset + first.length;
    if (kind === "to") return { at, length, meaning: { to: first.clock } };
    const link = ["a", "et"].includes(key(length)) ? 1 : 0;
    const second = readClock(tokens, at + length + link, text);
    const isSpan = second && first.clock < second.clock;
    if (isSpan && (kind === "span" || kind === "alone")) {
      const meaning = { from: first.clock, to: second.clock };
      return { at, length: length + link + second.length, meaning };
    }
    if (kind !== "span") return { at, length, meaning: { from: first.clock } };
  }
  return null;
}

/** « 18h », « 18h30 », « 18 h 30 », « 18:30 ». */
function readClock(
  tokens: readonly Token[],
  at: number,
  text: string,
): { length: number; clock: string } | null {
  const [first, second, third] = tokens.slice(at, at + 3);
  if (!first) return null;
  const isMinutes = (token: Token | undefined) => /^[0-5]\d$/.test(token?.key ?? "");
  const clockOf = (hour: string, minutes = "00") => `${hour.padStart(2, "0")}:${minutes}`;
  const isHour = (hour: string) => Number(hour) >= EARLIEST && Number(hour) < 24;
  const [, hour, minutes] = /^(\d{1,2})h([0-5]\d)?$/.exec(first.key) ?? [];
  if (hour) return isHour(hour) ? { length: 1, clock: clockOf(hour, minutes) } : null;
  if (!/^\d{1,2}$/.test(first.key) || !isHour(first.key) || !second) return null;
  if (/^h(eures?)?$/.test(second.key)) {
    const length = isMinutes(third) ? 3 : 2;
    return { length, clock: clockOf(first.key, length === 3 ? third?.key : undefined) };
  }
  const isColon = text.slice(first.end, second.start) === ":";
  return isColon && isMinutes(second) ? { length: 2, clock: clockOf(first.key, second.key) } : null;
}

// ─── Place ─────────────────────────────────────────────────────────────────────────────────────

/** The most words that a place has: « Le Puy en Velay » four, « 10e arrondissement » beside a name. */
const MOST_WORDS = 5;

/** A name that nobody introduces counts from so many inhabitants on. */
const TOWN = 2_000;

/** Names of communes that are words of what people look for: only « à Sens » is the place. */
const ALSO_WORDS = new Set([
  ...["ardentes", "avion", "bonne", "bains", "champagne", "change", "chatte", "cluses", "contes"],
  ...["corps", "cours", "croix", "entrelacs", "eu", "falaise", "fontaine", "fosses", "gorges"],
  ...["graces", "grasse", "grenade", "isle", "jardin", "ligne", "mana", "marines", "mer"],
  ...["monnaie", "orange", "pierres", "plaisir", "publier", "rives", "roquettes", "rouge"],
  ...["rouille", "rue", "salles", "sens", "tonnerre", "tresses", "vif"],
]);

/** « à la montagne » is the place in no text, unless its postcode stands beside it. */
const ALSO_PHRASES = new Set([
  ...["la chambre", "la colombe", "la cote", "la couronne", "la creche", "la force", "la garde"],
  ...["la machine", "la marche", "la montagne", "la plaine", "la possession", "la riviere"],
  ...["la ronde", "la terrasse", "la tour", "le blanc", "le palais", "le pas", "le passage"],
  ...["le port", "le temple", "le trait", "le val", "les arcs", "l union"],
]);

const INTRODUCTIONS = ["pres de", "autour de", "a cote de", "pres d", "autour d", "vers", "a"];
/** « au Mans » is in « Le Mans ». */
const MERGED: Record<string, string> = { au: "le ", aux: "les " };

interface NamedPlace {
  /** « le » before « Mans », which « au Mans » does not say. */
  article: string;
  at: number;
  length: number;
}

/** The place at the end of a stretch of words or at its beginning, or after « à »; the longest. */
function findPlace(
  tokens: readonly Token[],
  inhabitantsOf: Known["inhabitantsOf"],
): Found<NamedPlace> | null {
  const isEdge = (at: number) => (tokens[at]?.key ?? "") === "";
  for (let length = Math.min(MOST_WORDS, tokens.length); length > 0; length -= 1) {
    for (let at = tokens.length - length; at >= 0; at -= 1) {
      if (tokens.slice(at, at + length).some(({ key }) => key === "")) continue;
      const { before, article } = introductionOf(tokens, at);
      const isIntroduced = before > 0;
      if (!isIntroduced && !isEdge(at + length) && !isEdge(at - 1)) continue;
      const name = article + keyOf(tokens, at, length);
      if (!isPlace(name, inhabitantsOf(name), isIntroduced)) continue;
      return { at: at - before, length: length + before, meaning: { article, at, length } };
    }
  }
  return null;
}

/** The words before a name that say that it is a place, and the article that they hide. */
function introductionOf(tokens: readonly Token[], at: number): { before: number; article: string } {
  const merged = MERGED[tokens[at - 1]?.key ?? ""];
  if (merged) return { before: 1, article: merged };
  const found = INTRODUCTIONS.find((words) => {
    const length = words.split(" ").length;
    return at >= length && keyOf(tokens, at - length, length) === words;
  });
  return { before: found ? found.split(" ").length : 0, article: "" };
}

function isPlace(name: string, people: number | null, isIntroduced: boolean): boolean {
  if (people === Number.POSITIVE_INFINITY) return true;
  if (people === null || ALSO_PHRASES.has(name)) return false;
  return isIntroduced || (people >= TOWN && !ALSO_WORDS.has(name));
}
