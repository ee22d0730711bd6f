import type { Context } from "../../context.server.ts";
import { changeBuyerEmail } from "./store.server.ts";

/** Uses the address that was proved meanwhile; safe to repeat (rule: corrected-address). */
export async function followAddress(
  { db }: Pick<Context, "db">,
  { userId, from }: { userId: string; from: string },
): Promise<void> {
  await changeBuyerEmail(db, userId, from);
}
