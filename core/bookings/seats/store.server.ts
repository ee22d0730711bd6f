import { and, eq } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import { bookings } from "../../tables.server.ts";

/** False where this client has no such standing booking. */
export async function writeCompanions(
  db: Executor,
  { id, clientId }: { id: string; clientId: string },
  companions: string | null,
): Promise<boolean> {
  const { rowCount } = await db
    .update(bookings)
    .set({ companions })
    .where(
      and(eq(bookings.id, id), eq(bookings.clientId, clientId), eq(bookings.status, "confirmed")),
    );
  return rowCount === 1;
}
