import { addDays, dayKey, toParis, WEEKDAYS, weekdayOf } from "../../dates.ts";
import { HOUR, MINUTE } from "../../durations.ts";
import { isOneSlip } from "../../texts/one-slip.ts";
import { EVENING } from "../rules.ts";
import type { Times } from "../schema.ts";

export interface Token {
  key: string;
  start: number;
  end: number;
}

export interface Found<Meaning> {
  at: number;
  length: number;
  meaning: Meaning;
}

export function keyOf(tokens: readonly Token[], at: number, length: number): string {
  return tokens
    .slice(at, at + length)
    .map(({ key }) => key)
    .join(" ");
}

export function isAt(tokens: readonly Token[], at: number, phrase: string): boolean {
  const { key = "" } = tokens[at] ?? {};
  return key !== "" && phrase.startsWith(key) && keyOf(tokens, at, countWords(phrase)) === phrase;
}

const countWords = (phrase: string) => phrase.split(" ").length;

export function lengthOf(phrases: readonly string[], tokens: readonly Token[], at: number): number {
  const found = phrases.find((phrase) => isAt(tokens, at, phrase));
  return found ? countWords(found) : 0;
}

/** Reads a list that is written as one text. */
export const phrasesOf = (text: string): string[] => text.trim().split(/,\s+/);

const DAY_WORDS = ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"];
const MONTHS = phrasesOf(`janvier, fevrier, mars, avril, mai, juin, juillet, aout, septembre,
  octobre, novembre, decembre`);
const SHORT_MONTHS = phrasesOf("janv, fev, mars, avr, mai, juin, juil, aout, sept, oct, nov, dec");

const monthOf = (word: string) =>
  MONTHS.indexOf(word) >= 0 ? MONTHS.indexOf(word) : SHORT_MONTHS.indexOf(word);

const PARTS: [words: string, Times][] = [
  ["matin", { to: "12:00" }],
  ["midi", { from: "12:00", to: "14:00" }],
  ["apres midi", { from: "12:00", to: EVENING }],
  ["aprem", { from: "12:00", to: EVENING }],
  ["soir", { from: EVENING }],
  ["soiree", { from: EVENING }],
  ["matinee", { to: "12:00" }],
];

export function findTimes(tokens: readonly Token[], text: string, now: Date): Found<Times>[] {
  const found: Found<Times>[] = [];
  const today = dayKey(now);
  for (let at = 0; at < tokens.length; ) {
    const read =
      readSoon(tokens, at, now) ?? readDay(tokens, at, text, today) ?? readHours(tokens, at, text);
    const isNew = read && !found.some(({ meaning }) => isSameKind(meaning, read.meaning));
    if (read && isNew) found.push(read);
    at += read ? read.length : 1;
  }
  return found;
}

const isSameKind = (one: Times, other: Times) => isDay(one) === isDay(other);

export const isDay = ({ date, days }: Times) => date !== undefined || days !== undefined;

/** Only what is to come is listed, so these mean from now on. */
const AT_ONCE = phrasesOf(`maintenant, tout de suite, dans l heure, immediatement, des maintenant,
  la maintenant, tout a l heure, au plus vite, le plus vite possible, des que possible, en urgence`);
const COUNTED = ["une", "deux", "trois", "quatre", "cinq", "six"];
const LONGEST_WAIT = 12 * HOUR;
const ABOUT = 30 * MINUTE;

function readSoon(tokens: readonly Token[], at: number, now: Date): Found<Times> | null {
  const length = lengthOf(AT_ONCE, tokens, at);
  // « Ici et maintenant » is a title.
  if (length > 0 && keyOf(tokens, at - 2, 2) !== "ici et") {
    return { at, length, meaning: { date: "today" } };
  }
  const [intro, number = "", unit = ""] = tokens.slice(at, at + 3).map(({ key }) => key);
  if (intro !== "dans" && intro !== "ds") return null;
  const [, count = number, joined] = /^(\d+)(h|min)$/.exec(number) ?? [];
  const lasts = joined ?? unit;
  const unitTime = /^h(eures?)?$/.test(lasts) ? HOUR : /^min(utes?)?$/.test(lasts) ? MINUTE : 0;
  const isHalf = keyOf(tokens, at, 4) === "dans une demi heure";
  const wait = isHalf ? ABOUT : (COUNTED.indexOf(count) + 1 || Number(count)) * unitTime;
  if (!(wait > 0 && wait <= LONGEST_WAIT)) return null;
  const then = new Date(Math.floor((now.getTime() + wait) / ABOUT) * ABOUT);
  const date = dayKey(then) === dayKey(now) ? "today" : "tomorrow";
  return {
    at,
    length: isHalf ? 4 : joined ? 2 : 3,
    meaning: { date, from: toParis(then).slice(11, 16) },
  };
}

function readDay(
  tokens: readonly Token[],
  at: number,
  text: string,
  today: string,
): Found<Times> | null {
  const has = (words: string, offset = 0) => isAt(tokens, at + offset, words);
  if (has("avant ce soir")) return { at, length: 3, meaning: { date: "today", to: EVENING } };
  // What is left out is no wish: « sauf lundi ».
  if (["sauf", "hors", "sans"].includes(tokens[at - 1]?.key ?? "")) return null;
  for (const intro of ["pour ", "des ", ""]) {
    const offset = intro === "" ? 0 : 1;
    if (offset > 0 && !has(intro.trim())) continue;
    for (const [part, hours] of PARTS) {
      for (const article of ["ce", "cet", "cette", "se"]) {
        const words = `${article} ${part}`;
        if (!has(words, offset)) continue;
        return { at, length: offset + countWords(words), meaning: { date: "today", ...hours } };
      }
    }
    const day = readDays(tokens, at + offset) ?? readDate(tokens, at + offset, text, today);
    if (!day) continue;
    const { length, ...named } = day;
    const after = offset + length;
    const part = PARTS.find(([words]) => has(words, after));
    const meaning = { ...named, ...part?.[1] };
    return { at, length: after + (part ? countWords(part[0]) : 0), meaning };
  }
  return null;
}

function readDays(tokens: readonly Token[], at: number): { length: number; days: string } | null {
  const dayOf = (place: number) => DAY_WORDS.indexOf(tokens[place]?.key ?? "");
  if (keyOf(tokens, at, 2) === "en semaine") {
    return { length: 2, days: WEEKDAYS.slice(0, 5).join(",") };
  }
  const weekends = lengthOf(["les week ends", "les weekends"], tokens, at);
  if (weekends > 0) return { length: weekends, days: WEEKDAYS.slice(5).join(",") };
  const [from, to] = [dayOf(at + 1), dayOf(at + 3)];
  if (tokens[at]?.key === "du" && tokens[at + 2]?.key === "au" && from >= 0 && from < to) {
    return { length: 4, days: WEEKDAYS.slice(from, to + 1).join(",") };
  }
  const [one, other] = [dayOf(at), dayOf(at + 2)];
  if (one >= 0 && other >= 0 && tokens[at + 1]?.key === "ou" && one + other !== 11) {
    return { length: 3, days: WEEKDAYS.filter((_, day) => day === one || day === other).join(",") };
  }
  const every = lengthOf(["tous les", "ts les", "chaque", "les", "le"], tokens, at);
  if (every === 0) return null;
  const dayAt = (place: number) => DAY_WORDS.indexOf((tokens[place]?.key ?? "").replace(/s$/, ""));
  const named: number[] = [];
  let length = every;
  while (dayAt(at + length) >= 0) {
    named.push(dayAt(at + length));
    length += 1;
    if (tokens[at + length]?.key === "et" && dayAt(at + length + 1) >= 0) length += 1;
  }
  const behind = tokens[at + length];
  // « le samedi 5 » is one day, « le samedi » is each.
  const isOne = tokens[at]?.key === "le" && /^(\d|prochain$|en$)/.test(behind?.key ?? "");
  if (named.length === 0 || isOne) return null;
  const days = WEEKDAYS.filter((_, index) => named.includes(index));
  return { length, days: days.join(",") };
}

/** No other word is one slip away from a day this long, unlike « mardi » from « hardi ». */
const LONG_DAY = 6;

/** Monday is 0; « dim » counts only beside a part of a day, a number or an hour. */
function weekdayAt(tokens: readonly Token[], at: number): number {
  const { key = "" } = tokens[at] ?? {};
  const isShort = /^(matin|midi|aprem|soir|\d{1,2}(h\d{0,2})?)$/.test(tokens[at + 1]?.key ?? "");
  const is = (day: string) =>
    day === key ||
    (isShort && day.slice(0, 3) === key) ||
    (day.length >= LONG_DAY && isOneSlip(key, day));
  return DAY_WORDS.findIndex(is);
}

const NAMED_DATES = [
  {
    date: "today",
    words: phrasesOf("aujourd hui, aujourdhui, aujourdui, auj, dans la journee"),
  },
  { date: "week", words: ["cette semaine", "dans la semaine"] },
  {
    date: "next-week",
    words: phrasesOf("la semaine prochaine, semaine prochaine, la semaine pro, semaine pro"),
  },
  {
    date: "weekend",
    words: phrasesOf(`samedi ou dimanche, samedi et dimanche, ce week end, le week end, week end,
      ce weekend, le weekend, weekend, ce we, le we, we`),
  },
];

function readDate(
  tokens: readonly Token[],
  at: number,
  text: string,
  today: string,
): { length: number; date: string } | null {
  const named = [
    ...NAMED_DATES,
    { date: addDays(today, 2), words: ["apres demain"] },
    { date: "tomorrow", words: ["demain"] },
  ];
  for (const { date, words } of named) {
    const length = lengthOf(words, tokens, at);
    if (length > 0) return { length, date };
  }
  const [intro, count = "", unit] = tokens.slice(at, at + 3).map(({ key }) => key);
  if (intro === "dans" && /^\d{1,2}$/.test(count) && /^jours?$/.test(unit ?? "")) {
    return { length: 3, date: addDays(today, Number(count)) };
  }
  const article = ["ce", "le"].includes(tokens[at]?.key ?? "") ? 1 : 0;
  const weekday = weekdayAt(tokens, at + article);
  if (weekday < 0) {
    const isDated = article === 0 || tokens[at]?.key === "le";
    const dated = isDated ? readDayOfMonth(tokens, at + article, text, today) : null;
    const numbered = article === 1 ? readNumber(tokens, at + 1, text, { today, next: null }) : null;
    const read = dated ?? (tokens[at]?.key === "le" ? numbered : null);
    return read && { ...read, length: article + read.length };
  }
  const next = addDays(today, (weekday + 1 - weekdayOf(today) + 7) % 7);
  const after = at + article + 1;
  // Where the number and the weekday contradict each other, the number is meant.
  const dated =
    readDayOfMonth(tokens, after, text, today) ?? readNumber(tokens, after, text, { today, next });
  if (dated) return { ...dated, length: article + 1 + dated.length };
  if (keyOf(tokens, after, 2) === "en huit") {
    return { length: article + 3, date: addDays(next, 7) };
  }
  if (tokens[after]?.key !== "prochain") return { length: article + 1, date: next };
  return { length: article + 2, date: next === today ? addDays(next, 7) : next };
}

const isNumber = (token: Token | undefined) => /^\d{1,2}(er)?$/.test(token?.key ?? "");

function readDayOfMonth(
  tokens: readonly Token[],
  at: number,
  text: string,
  today: string,
): { length: number; date: string } | null {
  const [first, second, third] = tokens.slice(at, at + 3);
  if (!first || !second || !isNumber(first)) return null;
  const isLength = third !== undefined && UNITS.test(third.key);
  const isWritten =
    !isLength && text.slice(first.end, second.start) === "/" && /^\d{1,2}$/.test(second.key);
  const month = isWritten ? Number(second.key) : monthOf(second.key) + 1;
  const year = /^20\d\d$/.test(third?.key ?? "") ? third?.key : undefined;
  const dates = datesOf(Number.parseInt(first.key, 10), [month], today);
  const date = dates.find((date) => date.startsWith(year ?? ""));
  return date === undefined ? null : { length: year ? 3 : 2, date };
}

/** A number before one of these is no day: « samedi 2 places ». */
const UNITS = /^(h|heures?|min|minutes|places?|personnes?|pers|euros?|seances?|sessions?)$/;

/** The number of a day after its weekday; « samedi 10-12h » is a range of hours. */
function readNumber(
  tokens: readonly Token[],
  at: number,
  text: string,
  { today, next }: { today: string; next: string | null },
): { length: number; date: string } | null {
  const first = tokens[at];
  if (!first || !isNumber(first)) return null;
  if (UNITS.test(tokens[at + 1]?.key ?? "") || /^(\s*€|[:/])/.test(text.slice(first.end)))
    return null;
  const months = MONTHS.map((_, index) => ((Number(today.slice(5, 7)) - 1 + index) % 12) + 1);
  const [date] = datesOf(Number.parseInt(first.key, 10), months, today);
  const isSpan =
    readClock(tokens, at + 1, text) ??
    (["a", "et"].includes(tokens[at + 1]?.key ?? "") && readClock(tokens, at + 2, text));
  const isMeant =
    date !== undefined && (!isSpan || next === null || weekdayOf(date) === weekdayOf(next));
  return isMeant ? { length: 1, date } : null;
}

function datesOf(day: number, months: readonly number[], today: string): string[] {
  const two = (value: number) => String(value).padStart(2, "0");
  const [year = 0] = today.split("-").map(Number);
  const isDate = (date: string) =>
    !Number.isNaN(Date.parse(`${date}T00:00Z`)) && addDays(date, 0) === date;
  const dates = [year, year + 1].flatMap((of) =>
    months.map((month) => `${of}-${two(month)}-${two(day)}`),
  );
  return dates.filter((date) => date >= today && isDate(date)).sort();
}

/** Earlier hours are lengths, as in « massage 1h30 ». */
const EARLIEST = 7;

const SPANS: { words: string[]; meaning: Times }[] = [
  {
    words: phrasesOf("entre midi et deux, entre midi et 2, pendant midi, pause dejeuner"),
    meaning: { from: "12:00", to: "14:00" },
  },
  { words: ["en fin de journee", "fin de journee"], meaning: { from: "17:00" } },
  { words: ["en debut de soiree", "debut de soiree"], meaning: { from: EVENING } },
  { words: ["midi et demi"], meaning: { from: "12:30" } },
];

function readHours(tokens: readonly Token[], at: number, text: string): Found<Times> | null {
  for (const { words, meaning } of SPANS) {
    const length = lengthOf(words, tokens, at);
    if (length > 0) return { at, length, meaning };
  }
  for (const [part, hours] of PARTS) {
    for (const intro of ["en", "le", "a", "en fin de", "dans la", "dans l"]) {
      const words = `${intro} ${part}`;
      if (isAt(tokens, at, words)) return { at, length: countWords(words), meaning: hours };
    }
  }
  const key = (offset: number) => tokens[at + offset]?.key ?? "";
  const before = [
    ...(key(0) === "a" && key(1) === "partir" && key(2) === "de" ? [["from", 3] as const] : []),
    ...(key(0) === "jusqu" && key(1) === "a" ? [["to", 2] as const] : []),
    ...(key(0) === "avant" ? [["to", 1] as const] : []),
    ...(key(0) === "pas" && key(1) === "avant" ? [["from", 2] as const] : []),
    ...(key(0) === "pas" && key(1) === "apres" ? [["to", 2] as const] : []),
    ...(["apres", "des", "a", "vers"].includes(key(0)) ? [["from", 1] as const] : []),
    ...(["de", "entre"].includes(key(0)) ? [["span", 1] as const] : []),
    ["alone", 0] as const,
  ];
  for (const [kind, offset] of before) {
    const first =
      readClock(tokens, at + offset, text) ||
      (kind === "to" && noonAt(tokens, at + offset)) ||
      (kind === "span" && readLinkedHour(tokens, at + offset, text));
    if (!first) continue;
    const length = offset + first.length;
    if (kind === "to") return { at, length, meaning: { to: first.clock } };
    const link = ["a", "et"].includes(key(length)) ? 1 : 0;
    const second =
      readClock(tokens, at + length + link, text) ?? noonAt(tokens, at + length + link);
    const isSpan = second && first.clock < second.clock;
    if (isSpan && (kind === "span" || kind === "alone")) {
      const meaning = { from: first.clock, to: second.clock };
      return { at, length: length + link + second.length, meaning };
    }
    const andBefore = ["et", "mais"].includes(key(length)) ? 1 : 0;
    const end =
      key(length + andBefore) === "avant" && readClock(tokens, at + length + andBefore + 1, text);
    if (kind === "from" && end && first.clock < end.clock) {
      const meaning = { from: first.clock, to: end.clock };
      return { at, length: length + andBefore + 1 + end.length, meaning };
    }
    if (kind !== "span") return { at, length, meaning: { from: first.clock } };
  }
  return null;
}

const noonAt = (tokens: readonly Token[], at: number) =>
  tokens[at]?.key === "midi" ? { length: 1, clock: "12:00" } : null;

function readClock(
  tokens: readonly Token[],
  at: number,
  text: string,
): { length: number; clock: string } | null {
  const read = readBareClock(tokens, at, text) ?? readSpanStart(tokens, at, text);
  const behind = read ? keyOf(tokens, at + read.length, 2) : "";
  if (!read || !/^du (mat|matin|soir)$/.test(behind)) return read;
  const hour = Number(read.clock.slice(0, 2));
  const isEvening = behind === "du soir" && hour < 12;
  const clock = isEvening ? `${hour + 12}${read.clock.slice(2)}` : read.clock;
  return { length: read.length + 2, clock };
}

function readSpanStart(tokens: readonly Token[], at: number, text: string) {
  const [first, second] = tokens.slice(at, at + 2);
  const isSpan = first && second && text.slice(first.end, second.start) === "-";
  const isHour =
    /^\d{1,2}$/.test(first?.key ?? "") && Number(first?.key) >= EARLIEST && Number(first?.key) < 24;
  if (!isSpan || !isHour || !readBareClock(tokens, at + 1, text)) return null;
  return { length: 1, clock: `${first.key.padStart(2, "0")}:00` };
}

function readLinkedHour(tokens: readonly Token[], at: number, text: string) {
  const { key: hour = "" } = tokens[at] ?? {};
  const isLinked =
    /^(a|et)$/.test(tokens[at + 1]?.key ?? "") && readBareClock(tokens, at + 2, text);
  const isHour = /^\d{1,2}$/.test(hour) && Number(hour) >= EARLIEST && Number(hour) < 24;
  return isLinked && isHour ? { length: 1, clock: `${hour.padStart(2, "0")}:00` } : null;
}

function readBareClock(
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
