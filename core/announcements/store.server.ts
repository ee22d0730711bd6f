import { asc, eq, gt } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { announcements } from "../tables.server.ts";
import type { Announcement } from "./schema.ts";

export async function readAnnouncements(db: Executor, now: Date): Promise<Announcement[]> {
  const { id, kind, text, fromAt, untilAt } = announcements;
  return db
    .select({ id, kind, text, fromAt, untilAt })
    .from(announcements)
    .where(gt(untilAt, now))
    .orderBy(asc(fromAt));
}

export async function insertAnnouncement(
  tx: Transaction,
  row: Omit<Announcement, "id"> & { createdAt: Date },
): Promise<string | null> {
  const [made] = await tx
    .insert(announcements)
    .values({ id: newId(), ...row })
    .onConflictDoNothing()
    .returning({ id: announcements.id });
  return made?.id ?? null;
}

export async function deleteAnnouncement(
  tx: Transaction,
  id: string,
): Promise<Announcement | null> {
  const [gone] = await tx.delete(announcements).where(eq(announcements.id, id)).returning();
  return gone ?? null;
}
