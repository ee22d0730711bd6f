import { ONLINE_WORD } from "../listings/rules.ts";

export const DEFAULT_SORT = "relevance";

/** Hours, included (rule: last-minute). */
export const LAST_MINUTE_HOURS = 72;
/** Cards a page (rule: working-controls). */
export const PAGE_SIZE = 9;
/** Pages of a list, which says where it ends (rule: list-end). */
export const LAST_PAGE = 20;
export const COUNT_LIMIT = LAST_PAGE * PAGE_SIZE;

export const EVENING = "18:00";

export const RADII = [2, 5, 10, 25, 50] as const;
/** Kilometres of « À proximité », from the middle of its place: `findNearCells` (rule: coarse-place). */
export const NEARBY_RADIUS = 10;
export const LONGEST_RADIUS = 50;

/** A city wins over a place unless « À proximité », and a place over a position. */
export function wherever({
  filter,
  location,
  near,
  place,
}: {
  filter?: string | undefined;
  location: string;
  near?: string | undefined;
  place?: string | undefined;
}): { location: string; around: string | undefined } {
  if (location === "") return { location, around: place ?? near };
  return filter === "nearby" ? { location: "", around: location } : { location, around: undefined };
}

export function wordStarts(key: string): string[] {
  const words = key.split(" ");
  return words.map((_, index) => words.slice(index).join(" "));
}

export function isOnlinePlace(key: string): boolean {
  return /^(en )?(ligne|visio(conference)?)$|^(a )?distance$|^online$/.test(key);
}

export function withOnlineWord(q: string): string {
  return q.replace(
    /(^|\s)(?:en\s+ligne|(?:en\s+|par\s+)?visio(?:conf[ée]rence)?|[àa]\s+distance|online)(?=\s|$)/giu,
    `$1${ONLINE_WORD}`,
  );
}

const FIGURE_STEPS = [25, 50, 100, 150, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000];
/** What is more is not counted for the home page. */
export const MAX_COUNTED = 20_000;

/** Rounds a figure of the home page down (rule: true-figures); undefined below the first step. */
export function figureStep(count: number): number | undefined {
  return FIGURE_STEPS.findLast((value) => value <= count);
}
