import { HOUR } from "../durations.ts";
import { kilometresBetween, type Point } from "../places/rules.ts";

/** The searches that one person may keep (rule: alerts). */
export const MOST_ALERTS = 10;
/** The mails about them that somebody gets in a day at most. */
export const MAILS_A_DAY = 3;
/** The slots that one mail names at most. */
export const MOST_NAMED = 8;
/** Fewer people who look for something are not told of: they could be known. */
export const FEWEST_TOLD = 5;
/** A slot that was told is told again only when it had gone for long enough to be news. */
export const AGAIN_AFTER = 6 * HOUR;

/** Farther than any place, so that what has none lies in it and in nothing else. */
const BEYOND = 1_000;
/** The rectangle of an alert without a place. */
export const ANYWHERE = `((-${BEYOND},-${BEYOND}),(${BEYOND},${BEYOND}))`;
/** The point of what is online or has no known place. */
export const NOWHERE: Point = { latitude: BEYOND - 1, longitude: BEYOND - 1 };

/** The rectangle in degrees around a circle, as PostgreSQL writes a box, longitude first. */
export function areaAround(point: Point, radius: number): string {
  const { latitude, longitude } = point;
  const north = radius / kilometresBetween(point, { latitude: latitude + 1, longitude });
  // Degrees of longitude are shorter towards the pole, so the side that is nearer to it counts.
  const end = { latitude: latitude + Math.sign(latitude || 1) * north, longitude };
  const east = radius / kilometresBetween(end, { ...end, longitude: longitude + 1 });
  const [wide, high] = [east * MARGIN, north * MARGIN];
  return `((${longitude - wide},${latitude - high}),(${longitude + wide},${latitude + high}))`;
}

/** Room for what rounding and the globe's shape take: the search itself decides. */
const MARGIN = 1.01;
