import { DAY, HOUR, YEAR } from "../durations.ts";
import { kilometresBetween, type Point } from "../places/rules.ts";

/** Per person (rule: alerts). */
export const MAX_ALERTS = 10;
export const MAILS_A_DAY = 3;
export const MAX_NAMED = 8;
/** Fewer people who look for something are not told of: they could be known. */
export const FEWEST_TOLD = 5;
/** A slot that comes back is told again only after so long. */
export const AGAIN_AFTER = 6 * HOUR;

/** The search is forgotten afterwards (rule: guest-alerts). */
export const ALERT_LINK_LIFE = 3 * DAY;
export const MAX_GUEST_ALERTS = 3;
/** A guest's search ends by itself: nobody logs in who could be asked whether it still matters. */
export const GUEST_ALERT_LIFE = YEAR;

/** Farther than any place, so that what has none lies in it and in nothing else. */
const BEYOND = 1_000;
export const ANYWHERE = `((-${BEYOND},-${BEYOND}),(${BEYOND},${BEYOND}))`;
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
