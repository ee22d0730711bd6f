import { UUID } from "#platform/uuid.ts";

export const MAX_FOUND = 10;

/** Shorter words would find almost everybody. */
const WORDS_LEAST = 2;

const OUR_ID = new RegExp(UUID);
const PROVIDER_ID = /(?<![a-z])(?:pi|cs|ch|py|re|pyr|acct|sub|cus)_\w+/i;

/** Of each sort of case's screen, by its number's letter (rule: case-numbers). */
export const CASE_FOLDERS = {
  ...{ S: "avis", E: "echanges", P: "contenus", V: "verifications", K: "categories" },
  ...{ R: "paiements", L: "litiges", G: "gestes", D: "suppressions", M: "messages" },
  ...{ N: "e-mails", F: "fiscalite", C: "compte", B: "reservation" },
} as const;
export type CaseLetter = keyof typeof CASE_FOLDERS;

const SCREEN = new RegExp(`^/operateur/([a-z-]+)/(${UUID})$`);
const NUMBER = /^([A-Z])[ -]?([0-9A-F]{3})[ -]?([0-9A-F]{3})[ -]?([0-9A-F]{3})$/i;

/**
 * « L-A21-F44-44A »: the id's instant to four seconds, without the two digits all ids share until
 * 2039, and its end. Null for other addresses.
 */
export function caseNumberOf(pathname: string): string | null {
  const [, folder, id = ""] = SCREEN.exec(pathname) ?? [];
  const [letter] = Object.entries(CASE_FOLDERS).find(([, one]) => one === folder) ?? [];
  const digits = id.replaceAll("-", "").toUpperCase();
  if (!letter || !digits.startsWith("01")) return null;
  return [letter, digits.slice(2, 5), digits.slice(5, 8), digits[8] + digits.slice(-2)].join("-");
}

export interface SoughtNumber {
  letter: CaseLetter;
  from: string;
  to: string;
  end: string;
}

function readNumber(text: string): SoughtNumber | null {
  const [, first = "", ...digits] = NUMBER.exec(text) ?? [];
  const letter = first.toUpperCase();
  if (!Object.hasOwn(CASE_FOLDERS, letter)) return null;
  const signs = digits.join("").toLowerCase();
  const idOf = (rest: string) =>
    `01${signs.slice(0, 7)}`
      .padEnd(32, rest)
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { letter: letter as CaseLetter, from: idOf("0"), to: idOf("f"), end: signs.slice(7) };
}

export type Sought =
  | { by: "id"; id: string }
  | ({ by: "number" } & SoughtNumber)
  | { by: "provider"; id: string }
  | { by: "email"; email: string }
  | { by: "words"; words: string }
  | null;

/** An id is found in a pasted address too; null looks for nothing. */
export function readSought(q: string): Sought {
  const text = q.trim();
  // First, since an e-mail may have whatever looks like an id.
  if (/^[^\s/]+@[^\s/]*$/.test(text)) return { by: "email", email: text.toLowerCase() };
  const id = OUR_ID.exec(text.toLowerCase())?.[0];
  if (id) return { by: "id", id };
  const number = readNumber(text);
  if (number) return { by: "number", ...number };
  const [provider] = PROVIDER_ID.exec(text) ?? [];
  if (provider) return { by: "provider", id: provider };
  return text.length < WORDS_LEAST ? null : { by: "words", words: text };
}
