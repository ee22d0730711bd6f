const FAMILY = [
  "art-therapie",
  "coaching",
  "hypnose",
  "massage",
  "meditation",
  "naturopathie",
  "nutrition",
  "pilates",
  "psychotherapie",
  "reiki",
  "sophrologie",
  "yoga",
];
const TINTS = ["", "-b", "-c"];

/**
 * The illustration for a session without a photo: its category's drawing in one of three tints. The
 * same id gives the same picture on server and browser. A category without a drawing gets one of
 * the family.
 */
export function sessionPicture(session: { id: string; category: string }): string {
  const hash = fnv1a(session.id);
  const own = categoryPicture(session.category);
  return `${own ?? FAMILY[(hash >>> 16) % FAMILY.length]}${TINTS[hash % TINTS.length]}`;
}

/** The number of framings in the style sheet (`framing-0` and on). */
const FRAMINGS = 6;

/**
 * The class that mirrors a session's illustration or moves closer to a part of it, so that a list of
 * one category is not one drawing nine times.
 */
export function pictureFraming({ id }: { id: string }): string {
  return `framing-${(fnv1a(id) >>> 8) % FRAMINGS}`;
}

/**
 * « Méditation » → « meditation », « Yoga du rire » → « yoga »: the drawing whose name has been kept
 * among the words; null when the family has none.
 */
export function categoryPicture(category: string): string | null {
  const words = category
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/[^a-z]+/g, "-");
  return FAMILY.find((name) => `-${words}-`.includes(`-${name}-`)) ?? null;
}

/** FNV-1a, 32 bit, unsigned: a number that looks random and is always the same for a text. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash >>> 0;
}
