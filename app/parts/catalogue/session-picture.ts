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

/** Depends on the id alone, so that server and browser agree. */
export function sessionPicture(session: { id: string; category: string }): string {
  const hash = fnv1a(session.id);
  const own = categoryPicture(session.category);
  return `${own ?? FAMILY[(hash >>> 16) % FAMILY.length]}${TINTS[hash % TINTS.length]}`;
}

/** As in the style sheet (`framing-0` and on). */
const FRAMINGS = 6;

/** Varies the framing, so that a list of one category does not repeat itself. */
export function pictureFraming({ id }: { id: string }): string {
  return `framing-${(fnv1a(id) >>> 8) % FRAMINGS}`;
}

/** Null when the family has no drawing. */
export function categoryPicture(category: string): string | null {
  const words = category
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/[^a-z]+/g, "-");
  return FAMILY.find((name) => `-${words}-`.includes(`-${name}-`)) ?? null;
}

/** FNV-1a, 32 bit, unsigned. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash >>> 0;
}
