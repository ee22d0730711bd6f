import { searchKey } from "../../texts/clean-text.ts";
import { findNearby, findRadius } from "../near-words/rules.ts";
import { findOrder, findPrice } from "../price-words/rules.ts";
import type { Times } from "../schema.ts";
import { findSeats } from "../seat-words/rules.ts";
import {
  type Found,
  findTimes,
  isAt,
  isDay,
  keyOf,
  phrasesOf,
  type Token,
} from "../time-words/rules.ts";

export interface Reading {
  words: string;
  conditions: Conditions;
  typed: string[];
}

interface Conditions extends Times {
  seats?: number;
  price_max?: number;
  sort?: "price_asc";
  radius?: number;
  place?: string;
  filter?: "nearby";
}

interface Known {
  now: Date;
  inhabitantsOf(name: string): number | null;
  kept: readonly string[];
}

/** Takes conditions out of a typed text (rule: one-field). */
export function readText(text: string, { now, inhabitantsOf, kept }: Known): Reading {
  const tokens = tokensOf(text);
  const isKept = tokens.map(() => false);
  for (const phrase of kept) {
    const length = phrase.split(" ").length;
    for (const at of tokens.keys()) {
      if (keyOf(tokens, at, length) === phrase) isKept.fill(true, at, at + length);
    }
  }
  let free = tokens.map((token, at) => (isKept[at] ? { ...token, key: "" } : token));
  const parts: { at: number; length: number }[] = [];
  const take = <Meaning>(found: readonly (Found<Meaning> | null)[]): Meaning[] => {
    const taken = found.filter((part) => part !== null);
    parts.push(...taken);
    free = leaveOut(free, taken);
    return taken.map(({ meaning }) => meaning);
  };
  const costs = take<Conditions>([findPrice(free, text), findOrder(free)]);
  const radius = findRadius(free);
  take([radius]);
  const times = take(findTimes(free, text, now));
  const seats = take([findSeats(free)]);
  const near = take([findNearby(free)]);
  const [named] = take([findPlace(free, inhabitantsOf, radius)]);
  const day = times.find(isDay);
  const hours = times.find((time) => !isDay(time));
  const conditions: Conditions = Object.assign(
    {},
    ...costs,
    radius?.meaning,
    ...near,
    hours ? { ...pickDay(day), ...pickHours(day, hours) } : day,
    ...seats,
    named && { place: named.article + sliceOf(text, tokens, named.at, named.length) },
  );
  if (named) delete conditions.filter;
  const typed = parts.map(({ at, length }) => sliceOf(text, tokens, at, length));
  return { words: without(text, tokens, parts), conditions, typed };
}

const pickDay = ({ date, days }: Times = {}) => ({ ...(date && { date }), ...(days && { days }) });

/** « demain soir à 20h » starts at eight, « demain matin après 10h » ends at noon. */
function pickHours(day: Times | undefined, { from, to }: Times): Times {
  const begins = from ?? (day?.from && to && day.from < to ? day.from : undefined);
  const ends = to ?? (day?.to && from && from < day.to ? day.to : undefined);
  return { ...(begins && { from: begins }), ...(ends && { to: ends }) };
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    key: searchKey(word),
    start: index,
    end: index + word.length,
  }));
}

function leaveOut(
  tokens: readonly Token[],
  parts: readonly { at: number; length: number }[],
): Token[] {
  return tokens.map((token, at) => (isIn(parts, at) ? { ...token, key: "" } : token));
}

const isIn = (parts: readonly { at: number; length: number }[], at: number) =>
  parts.some((part) => at >= part.at && at < part.at + part.length);

function sliceOf(text: string, tokens: readonly Token[], at: number, length: number): string {
  return text.slice(tokens[at]?.start, tokens[at + length - 1]?.end);
}

function without(
  text: string,
  tokens: readonly Token[],
  parts: readonly { at: number; length: number }[],
): string {
  if (parts.length === 0) return text;
  const stretches: { from: number; to: number }[] = [];
  for (const [at, { start, end }] of tokens.entries()) {
    const last = stretches.at(-1);
    if (isIn(parts, at)) continue;
    if (last && at > 0 && !isIn(parts, at - 1)) last.to = end;
    else stretches.push({ from: start, to: end });
  }
  return stretches.map(({ from, to }) => text.slice(from, to)).join(" ");
}

const MAX_WORDS = 5;

const TOWN = 2_000;

/** Place names that are common words, so only « à Sens » is the place. */
const ALSO_WORDS = new Set([
  ...phrasesOf(`ardentes, avion, bonne, bains, champagne, change, chatte, cluses, contes, corps,
    cours, croix, entrelacs, eu, falaise, fontaine, fosses, gorges, graces, grasse, grenade, isle,
    orient, jardin, ligne, lourdes, mana, marines, mer, monnaie, orange, pierres, plaisir, publier,
    rives, roquettes, rouge, rouille, rue, salles, sens, tonnerre, tresses, vif`),
  // Departments, neighbourhoods, and towns by the beginning of their name.
  ...phrasesOf(`allier, aube, cher, creuse, lot, manche, nord, somme, brie, conde, deuil, romans,
    convention, darwin, etats unis, etoile, grand parc, grand place, hotel de ville, invalides,
    jardin public, madeleine, marais, nation, opera, panier, pharo, plaine, sans souci, sentier,
    tour eiffel, victoire`),
]);

export const isAlsoWord = (name: string) => ALSO_WORDS.has(name);

/** Phrases that are no place unless a postcode stands beside them. */
const ALSO_PHRASES = new Set(
  phrasesOf(`la chambre, la colombe, la cote, la couronne, la creche, la force, la garde, la gare,
    la machine, la marche, la montagne, la plaine, la possession, la riviere, la ronde, la terrasse,
    la tour, le blanc, le palais, le parc, le pas, le passage, le port, le temple, le trait, le val,
    les arcs, l union`),
);

const INTRODUCTIONS = phrasesOf(
  `pres de, autour de, a cote de, proche de, pas loin de, non loin de, du cote de, a proximite de,
    aux alentours de, dans les environs de, aux environs de`,
).flatMap((words) => [words, words.replace(/e$/, "")]);
const SHORT_INTRODUCTIONS = ["vers", "a"];
const BEFORE_PLACES = phrasesOf("dans le, dans la, dans les, dans l, dans, en, sur, de, d, du");
const NOT_THERE = ["hors", "sauf", "sans"];
const MERGED: Record<string, string> = { au: "le ", aux: "les " };

/** « dans le 92 » is a department; « dans le 11 » may be an arrondissement. */
const DEPARTMENT = /^(2[1-9ab]|[3-9]\d|97[1-6])$/;

const PRODUCTS = /^(savons?|sels?|eaux?|argile|huiles?|produits?|pierres?) de$/;
const DEPARTMENT_WORDS = /^(allier|aube|cher|creuse|lot|manche|nord|somme)$/;

interface NamedPlace {
  article: string;
  at: number;
  length: number;
}

function findPlace(
  tokens: readonly Token[],
  inhabitantsOf: Known["inhabitantsOf"],
  radius: { at: number; length: number } | null,
): Found<NamedPlace> | null {
  const isEdge = (at: number) => (tokens[at]?.key ?? "") === "";
  for (let length = Math.min(MAX_WORDS, tokens.length); length > 0; length -= 1) {
    for (let at = tokens.length - length; at >= 0; at -= 1) {
      if (tokens.slice(at, at + length).some(({ key }) => key === "")) continue;
      if (NOT_THERE.includes(tokens[at - 1]?.key ?? "")) continue;
      if (PRODUCTS.test(keyOf(tokens, at - 2, 2))) continue;
      const { before, article } = introductionOf(tokens, at);
      const isIntroduced = before > 0 || (radius && radius.at + radius.length === at) === true;
      if (!isIntroduced && !isEdge(at + length) && !isEdge(at - 1)) continue;
      if (!isIntroduced && /^(de|d|du)$/.test(tokens[at + length]?.key ?? "")) continue;
      const key = keyOf(tokens, at, length);
      const isDepartment = DEPARTMENT.test(key) && wordsBefore(tokens, at, ["dans le"]) > 0;
      const name = isDepartment ? `(${key})` : article + key;
      if (!isPlace(name, inhabitantsOf(name), isIntroduced)) continue;
      const from = at - (before || wordsBefore(tokens, at, BEFORE_PLACES));
      return { at: from, length: at + length - from, meaning: { article, at, length } };
    }
  }
  return null;
}

function introductionOf(tokens: readonly Token[], at: number): { before: number; article: string } {
  const merged = MERGED[tokens[at - 1]?.key ?? ""];
  if (merged) return { before: 1, article: merged };
  const isDepartment = DEPARTMENT_WORDS.test(keyOf(tokens, at, 1));
  const before = wordsBefore(tokens, at, [
    ...INTRODUCTIONS,
    ...SHORT_INTRODUCTIONS,
    ...(isDepartment ? ["dans le", "dans la", "dans l"] : []),
  ]);
  return { before, article: "" };
}

function wordsBefore(tokens: readonly Token[], at: number, phrases: readonly string[]): number {
  const found = phrases.find((words) => {
    const length = words.split(" ").length;
    return at >= length && isAt(tokens, at - length, words);
  });
  return found?.split(" ").length ?? 0;
}

function isPlace(name: string, people: number | null, isIntroduced: boolean): boolean {
  if (people === Number.POSITIVE_INFINITY) return true;
  if (people === null || ALSO_PHRASES.has(name)) return false;
  return isIntroduced || (people >= TOWN && !ALSO_WORDS.has(name));
}
