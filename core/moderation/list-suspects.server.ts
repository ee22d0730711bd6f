import type { Context } from "../context.server.ts";
import { findKnownTitle, listTextsOf } from "./published/store.server.ts";
import { findSuspectWords, findTitles, MAX_CONTENT_REPORT } from "./rules.ts";

/** Leaves out a title whose number they have shown (rule: content-filter). */
export async function listSuspects(
  { db }: Pick<Context, "db">,
  { texts, professionalId }: { texts: readonly string[]; professionalId: string },
): Promise<string> {
  const known = await findKnownTitle(db, professionalId);
  return (
    findSuspectWords(texts.join("\n"))
      // A title inside a link or an address is a contact all the same.
      .filter(
        (word) => /[^\p{L}-]/u.test(word) || !findTitles(word).some((title) => title === known),
      )
      .join(", ")
      .slice(0, MAX_CONTENT_REPORT)
  );
}

export function listPublishedTexts(
  { db }: Pick<Context, "db">,
  professionalId: string,
): Promise<{ text: string; category: string | null }[]> {
  return listTextsOf(db, professionalId);
}
