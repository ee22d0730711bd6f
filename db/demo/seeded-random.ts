/** Random numbers that are the same at every load: what follows from the same words is the same. */
export interface Dice {
  /** From 0 (included) to 1. */
  next(): number;
  /** An integer, both ends included. */
  between(from: number, to: number): number;
  /** One of these. */
  pick<Item>(items: readonly Item[]): Item;
  /** These in another order. */
  shuffle<Item>(items: readonly Item[]): Item[];
}

/** FNV-1a of the seed, then mulberry32. */
export function dice(seed: string): Dice {
  let state = 0x811c9dc5;
  for (const byte of Buffer.from(seed)) state = Math.imul(state ^ byte, 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    pick(items) {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new Error(`nothing to pick for ${seed}`);
      return item;
    },
    shuffle: (items) =>
      items
        .map((item) => ({ item, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item),
  };
}

/** The kinds of fixed ids, in the order of their numbers. */
const KINDS = [
  "user",
  "credential",
  "professional",
  "subscription",
  "activityType",
  "session",
  "sessionSlot",
  "activity",
  "activitySlot",
  "calendar",
  "busyTime",
  "outsideClient",
  "occupied",
  "proof",
  "pastSlot",
  "pastBooking",
  "payment",
  "mail",
  "review",
] as const;

/** The same id at every load: a UUID version 7 of October 2025, so that real ones come after it. */
export function fixedId(kind: (typeof KINDS)[number], number: number): string {
  const place = KINDS.indexOf(kind).toString(16).padStart(4, "0");
  return `019a0000-${place}-7000-8000-${number.toString(16).padStart(12, "0")}`;
}

/** Comes after every fixed id and before every id that the application makes. */
export const END_OF_FIXED_IDS = "019a0001-0000-7000-8000-000000000000";
