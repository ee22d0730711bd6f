import { and, asc, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Database, Executor, Transaction } from "#platform/postgres.server.ts";
import { images, offerings, professionalProfiles } from "../tables.server.ts";
import { imageUrl } from "./rules.ts";

export type Image = typeof images.$inferSelect;

export async function insertImage(db: Executor, image: typeof images.$inferInsert): Promise<void> {
  await db.insert(images).values(image);
}

/** Locks it, so that nobody else uses or removes it before the transaction ends. */
export async function lockImage(tx: Transaction, id: string): Promise<Image | null> {
  const [image] = await tx
    .select()
    .from(images)
    .where(and(eq(images.id, id), isNull(images.removedAt)))
    .for("update");
  return image ?? null;
}

export async function markUsed(tx: Transaction, id: string): Promise<void> {
  await tx.update(images).set({ used: true }).where(eq(images.id, id));
}

/** Shown now, or perhaps again (rule: reported-content). */
export async function isShown(tx: Transaction, image: Image): Promise<boolean> {
  if (image.withheldAt) return true;
  if (!image.ownerId) return false;
  const url = imageUrl(image);
  const [found] = await tx
    .select({ id: offerings.id })
    .from(offerings)
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, offerings.professionalId))
    .where(and(eq(professionalProfiles.userId, image.ownerId), eq(offerings.imageUrl, url)))
    .limit(1);
  return found !== undefined;
}

export async function markRemoved(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.update(images).set({ removedAt: now }).where(eq(images.id, id));
}

export async function markAllRemoved(tx: Transaction, ownerId: string, now: Date): Promise<void> {
  await tx
    .update(images)
    .set({ removedAt: now })
    .where(and(eq(images.ownerId, ownerId), isNull(images.removedAt)));
}

/** Keeps an image that somebody begins to use meanwhile. */
export async function markOrphans(db: Database, before: Date, now: Date): Promise<void> {
  await db
    .update(images)
    .set({ removedAt: now })
    .where(and(sql`not ${images.used}`, isNull(images.removedAt), lt(images.createdAt, before)));
}

export async function markWithheld(tx: Transaction, id: string, at: Date | null): Promise<void> {
  await tx.update(images).set({ withheldAt: at }).where(eq(images.id, id));
}

export async function isDown(db: Executor, id: string): Promise<boolean> {
  const down = or(isNotNull(images.withheldAt), isNotNull(images.removedAt));
  const [found] = await db
    .select({ id: images.id })
    .from(images)
    .where(and(eq(images.id, id), down));
  return found !== undefined;
}

export async function endWithheld(db: Database, before: Date, now: Date): Promise<void> {
  await db
    .update(images)
    .set({ removedAt: now, withheldAt: null })
    .where(and(lt(images.withheldAt, before), isNull(images.removedAt)));
}

export async function listRemoved(db: Database, limit: number): Promise<Image[]> {
  return db
    .select()
    .from(images)
    .where(isNotNull(images.removedAt))
    .orderBy(asc(images.removedAt))
    .limit(limit);
}

export async function deleteImage(db: Database, id: string): Promise<void> {
  await db.delete(images).where(eq(images.id, id));
}
