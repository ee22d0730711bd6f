import type { Context } from "../../context.server.ts";
import { listTextsOf } from "./store.server.ts";

export function listPublishedTexts(
  { db }: Pick<Context, "db">,
  professionalId: string,
): Promise<{ text: string; category: string | null }[]> {
  return listTextsOf(db, professionalId);
}
