import * as addresses from "#site/addresses.ts";
import { searchKey } from "../texts/clean-text.ts";

export const LANDING_CARDS = 6;
export const NEIGHBOURS = 12;
/** First sessions whose cities count as an activity's. */
export const CITIES = {
  page: { sample: 3_000, limit: 24 },
  index: { sample: 200, limit: 4 },
};

/** Below the 50 000 addresses that a sitemap may list, to leave room for rows added in between. */
export const SITEMAP_RANGE = 45_000;

/** Writes a name for an address: « Saint-Étienne » → `saint-etienne`. */
export function slugOf(name: string): string {
  return searchKey(name).replaceAll(" ", "-");
}

export function keyOf(slug: string): string {
  return slug.replaceAll("-", " ");
}

export function markOf(type: string): string {
  return `#${searchKey(type)}`;
}

export function landingPath(...names: readonly string[]): string {
  return [addresses.landings, ...names.map(slugOf)].join("/");
}

/** Middle of each département in degrees, by the first digits of its postcodes. */
const CENTRES: Record<string, readonly [number, number]> = {
  "01": [46.1, 5.3],
  "02": [49.6, 3.6],
  "03": [46.4, 3.2],
  "04": [44.1, 6.2],
  "05": [44.7, 6.3],
  "06": [43.9, 7.1],
  "07": [44.8, 4.4],
  "08": [49.6, 4.6],
  "09": [42.9, 1.5],
  "10": [48.3, 4.2],
  "11": [43.1, 2.4],
  "12": [44.3, 2.7],
  "13": [43.5, 5.1],
  "14": [49.1, -0.4],
  "15": [45.1, 2.7],
  "16": [45.7, 0.2],
  "17": [45.8, -0.7],
  "18": [47.1, 2.5],
  "19": [45.4, 1.9],
  "20": [42.2, 9.1],
  "21": [47.4, 4.8],
  "22": [48.4, -2.9],
  "23": [46.1, 2],
  "24": [45.1, 0.7],
  "25": [47.2, 6.4],
  "26": [44.7, 5.2],
  "27": [49.1, 1],
  "28": [48.4, 1.4],
  "29": [48.3, -4.1],
  "30": [44, 4.2],
  "31": [43.4, 1.2],
  "32": [43.7, 0.5],
  "33": [44.8, -0.6],
  "34": [43.6, 3.4],
  "35": [48.2, -1.6],
  "36": [46.8, 1.6],
  "37": [47.3, 0.7],
  "38": [45.3, 5.6],
  "39": [46.7, 5.7],
  "40": [43.9, -0.8],
  "41": [47.6, 1.4],
  "42": [45.7, 4.2],
  "43": [45.1, 3.8],
  "44": [47.4, -1.7],
  "45": [47.9, 2.3],
  "46": [44.6, 1.6],
  "47": [44.4, 0.5],
  "48": [44.5, 3.5],
  "49": [47.4, -0.6],
  "50": [49.1, -1.3],
  "51": [48.9, 4.2],
  "52": [48.1, 5.2],
  "53": [48.1, -0.7],
  "54": [48.8, 6.2],
  "55": [49, 5.4],
  "56": [47.8, -2.8],
  "57": [49, 6.7],
  "58": [47.1, 3.5],
  "59": [50.4, 3.2],
  "60": [49.4, 2.4],
  "61": [48.6, 0.1],
  "62": [50.5, 2.3],
  "63": [45.7, 3.1],
  "64": [43.3, -0.8],
  "65": [43.1, 0.2],
  "66": [42.6, 2.5],
  "67": [48.7, 7.6],
  "68": [47.9, 7.3],
  "69": [45.9, 4.6],
  "70": [47.6, 6.1],
  "71": [46.6, 4.5],
  "72": [48, 0.2],
  "73": [45.5, 6.4],
  "74": [46, 6.4],
  "75": [48.9, 2.3],
  "76": [49.7, 1],
  "77": [48.6, 2.9],
  "78": [48.8, 1.8],
  "79": [46.6, -0.3],
  "80": [50, 2.3],
  "81": [43.8, 2.2],
  "82": [44.1, 1.3],
  "83": [43.5, 6.2],
  "84": [44, 5.2],
  "85": [46.7, -1.3],
  "86": [46.6, 0.5],
  "87": [45.9, 1.2],
  "88": [48.2, 6.4],
  "89": [47.8, 3.6],
  "90": [47.6, 6.9],
  "91": [48.5, 2.2],
  "92": [48.8, 2.2],
  "93": [48.9, 2.5],
  "94": [48.8, 2.5],
  "95": [49.1, 2.1],
  "971": [16.2, -61.5],
  "972": [14.7, -61],
  "973": [3.9, -53.2],
  "974": [-21.1, 55.5],
  "976": [-12.8, 45.2],
};

/** Departments from the nearest outwards; empty for a postcode that is in none. */
export function departmentsAround(postcode: string): string[] {
  const home = CENTRES[postcode.slice(0, 3)] ?? CENTRES[postcode.slice(0, 2)];
  if (!home) return [];
  const distance = ([latitude, longitude]: readonly [number, number]) =>
    Math.hypot(latitude - home[0], (longitude - home[1]) * Math.cos((home[0] * Math.PI) / 180));
  return Object.entries(CENTRES)
    .sort(([, a], [, b]) => distance(a) - distance(b))
    .map(([code]) => code);
}
