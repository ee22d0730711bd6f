import { eq } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import { profiles } from "../../tables.server.ts";

/** Whether an account is open, and whose it is; null when there is none. */
export async function findStatus(db: Executor, userId: string) {
  const [row] = await db
    .select({ status: profiles.accountStatus, isProfessional: profiles.isPro })
    .from(profiles)
    .where(eq(profiles.id, userId));
  return row ?? null;
}
