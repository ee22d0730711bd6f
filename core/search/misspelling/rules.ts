import { isOneSlip } from "../../texts/one-slip.ts";

/** Shorter words are taken as typed (rule: search-match). */
const FORGIVEN_LENGTH = 5;

export function isForgiven(typed: string): boolean {
  return typed.length >= FORGIVEN_LENGTH;
}

function soundOf(word: string): string {
  return word.replaceAll("ph", "f").replaceAll("th", "t").replaceAll("y", "i");
}

function isAlike(typed: string, meant: string): boolean {
  return isOneSlip(typed, meant) || soundOf(typed) === soundOf(meant);
}

export function isStartButForOneSlip(typed: string, text: string): boolean {
  return (
    isForgiven(typed) &&
    (soundOf(text).startsWith(soundOf(typed)) ||
      [-1, 0, 1].some((more) => isOneSlip(typed, text.slice(0, typed.length + more))))
  );
}

/** A town is suggested for a slip while it is typed, sooner than a word is searched with one. */
const SUGGESTED_TOWN_LENGTH = 4;

export function mayMeanPlace(typed: string, start: string): boolean {
  return (
    isStartButForOneSlip(typed, start) ||
    (typed.length >= SUGGESTED_TOWN_LENGTH && isOneSlip(typed, start))
  );
}

function singular(word: string): string {
  return word.replace(/[sx]$/, "");
}

export function meantWords<Known extends { word: string }>(
  typed: string,
  candidates: readonly Known[],
): Known[] {
  if (!isForgiven(typed)) return [];
  const alike = candidates.filter(({ word }) => isAlike(typed, word));
  const others = candidates.filter(({ word }) => isAlike(singular(typed), singular(word)));
  return [...new Set([...alike, ...others])];
}

export function meantCities(
  typed: string,
  candidates: readonly { start: string; city: string }[],
): string[] {
  if (!isForgiven(typed)) return [];
  const words = typed.split(" ").length;
  const meant = candidates.filter(({ start }) =>
    isAlike(typed, start.split(" ").slice(0, words).join(" ")),
  );
  return [...new Set(meant.map(({ city }) => city))];
}
