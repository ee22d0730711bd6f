import { and, eq, lt } from "drizzle-orm";
import { proofs } from "#core/tables.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { addDays } from "./calendar.ts";

/** Papers that end within so many days are given anew at a start of the demo. */
const SOON = 40;

const day = (instant: Date) => instant.toISOString().slice(0, 10);

/** Restores what time wears out: the insurances behind the demo's ticks go on. */
export async function renewProofs(db: Database, now: Date): Promise<void> {
  await db
    .update(proofs)
    .set({ issuedOn: day(addDays(now, -20)), expiresOn: day(addDays(now, 345)) })
    .where(
      and(
        eq(proofs.kind, "insurance"),
        eq(proofs.status, "accepted"),
        lt(proofs.expiresOn, day(addDays(now, SOON))),
      ),
    );
}
