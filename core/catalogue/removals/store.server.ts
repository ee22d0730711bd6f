import { eq, sql } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import { offerings } from "../../tables.server.ts";
import { withheldAs } from "./withheld-as.server.ts";

export async function isRemoved(db: Executor, id: string): Promise<boolean> {
  const [found] = await db
    .select({ as: withheldAs(sql`${offerings}`) })
    .from(offerings)
    .where(eq(offerings.id, id));
  return found?.as === "removed";
}
