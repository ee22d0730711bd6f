import type { Context } from "../../context.server.ts";
import { listTextsOf } from "./store.server.ts";

/** Lists what a professional says in public: their page's words, and each active offering's with its category. */
export function listPublishedTexts(
  { db }: Pick<Context, "db">,
  professionalId: string,
): Promise<{ text: string; category: string | null }[]> {
  return listTextsOf(db, professionalId);
}
