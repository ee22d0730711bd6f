import { UUID } from "#platform/uuid.ts";

/** How many of each sort are shown. */
export const FOUND_MOST = 10;

/** Shorter words find nobody: they would find almost everybody. */
const WORDS_LEAST = 2;

const OUR_ID = new RegExp(UUID);
const PROVIDER_ID = /(?<![a-z])(?:pi|cs|ch|py|re|pyr|acct|sub|cus)_\w+/i;

/** The thing that was typed or pasted, by which is looked for. */
export type Sought =
  | { by: "id"; id: string }
  | { by: "provider"; id: string }
  | { by: "email"; email: string }
  | { by: "words"; words: string }
  | null;

/**
 * Reads the one field of the search. An id is found in a pasted address too; null looks for nothing.
 */
export function readSought(q: string): Sought {
  const text = q.trim();
  // First, since an e-mail may have whatever looks like an id.
  if (/^[^\s/]+@[^\s/]*$/.test(text)) return { by: "email", email: text.toLowerCase() };
  const id = OUR_ID.exec(text.toLowerCase())?.[0];
  if (id) return { by: "id", id };
  const [provider] = PROVIDER_ID.exec(text) ?? [];
  if (provider) return { by: "provider", id: provider };
  return text.length < WORDS_LEAST ? null : { by: "words", words: text };
}
