import type { Context } from "../../context.server.ts";
import { changeBuyerEmail } from "./store.server.ts";

/**
 * Sends what is still to be written about somebody's bookings to the address that they have proved
 * meanwhile (rule: corrected-address). Safe to repeat.
 */
export async function followAddress(
  { db }: Pick<Context, "db">,
  { userId, from }: { userId: string; from: string },
): Promise<void> {
  await changeBuyerEmail(db, userId, from);
}
