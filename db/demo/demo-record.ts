import { eq } from "drizzle-orm";
import { settings } from "#core/tables.server.ts";
import type { Executor } from "#platform/postgres.server.ts";

/** The database's own record of its demo data, under the settings key « demo ». */
export interface DemoRecord {
  /** ISO 8601. */
  loadedAt: string;
  /** The renewal of slots repeats what has a smaller id than this. */
  idsBelow: string;
  /** The bookings were made: they need the simulator. */
  booked: boolean;
  /** What waits for an operator has happened, once. */
  hasCases?: boolean;
  /** The private calendar is followed, or was. */
  isFollowing?: boolean;
}

const MARK = "demo";
export async function readDemoRecord(db: Executor): Promise<DemoRecord | null> {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, MARK));
  return (row?.value as DemoRecord | undefined) ?? null;
}

export async function writeDemoRecord(db: Executor, value: DemoRecord): Promise<void> {
  await db
    .insert(settings)
    .values({ key: MARK, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
}
