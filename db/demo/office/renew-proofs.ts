import { and, eq, lt } from "drizzle-orm";
import { dayKey } from "#core/dates.ts";
import { proofs } from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { addDays } from "../calendar.ts";

/** Papers that end within so many days are given anew at a start of the demo. */
const SOON = 40;

/** Restores what time wears out: other insurances take the place of those behind the demo's ticks. */
export async function renewProofs(db: Database, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const worn = await tx
      .update(proofs)
      .set({ status: "ended", endedAt: now })
      .where(
        and(
          eq(proofs.kind, "insurance"),
          eq(proofs.status, "accepted"),
          lt(proofs.expiresOn, dayKey(addDays(now, SOON))),
        ),
      )
      .returning();
    const days = { issuedOn: dayKey(addDays(now, -20)), expiresOn: dayKey(addDays(now, 345)) };
    for (const paper of worn) {
      const renewed = { ...paper, ...days, id: newId(), createdAt: now, decidedAt: now };
      await tx.insert(proofs).values({ ...renewed, status: "accepted", endedAt: null });
    }
  });
}
