import { and, eq, lt } from "drizzle-orm";
import { dayKey } from "#core/dates.ts";
import { proofs } from "#core/tables.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { addDays } from "./calendar.ts";

/** Papers that end within so many days are given anew at a start of the demo. */
const SOON = 40;

/** Restores what time wears out: the insurances behind the demo's ticks go on. */
export async function renewProofs(db: Database, now: Date): Promise<void> {
  await db
    .update(proofs)
    .set({ issuedOn: dayKey(addDays(now, -20)), expiresOn: dayKey(addDays(now, 345)) })
    .where(
      and(
        eq(proofs.kind, "insurance"),
        eq(proofs.status, "accepted"),
        lt(proofs.expiresOn, dayKey(addDays(now, SOON))),
      ),
    );
}
