import type { Transaction } from "#platform/postgres.server.ts";
import { anonymiseBookings } from "./store.server.ts";

/** Keeps somebody's bookings without their identity (R30): no e-mail, note, or network address. */
export function forgetBuyer(
  tx: Transaction,
  leaver: { userId: string; email: string; nobody: string },
): Promise<void> {
  return anonymiseBookings(tx, leaver);
}
