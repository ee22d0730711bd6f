import { and, desc, eq, exists, gt, inArray, isNull, or, type SQL } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import type { Database, Executor, Transaction } from "#platform/postgres.server.ts";
import type { PushDevice } from "#platform/push.server.ts";
import type { Access } from "../../context.server.ts";
import {
  logins,
  mails,
  pushSubscriptions,
  tokenFamilies,
  tokens,
  users,
} from "../../tables.server.ts";
import type { PushKind } from "../labels.ts";
import type { QueuedMail } from "../schema.ts";

/** A login that has ended may not be deleted yet. */
function isOpen(db: Executor, now: Date): SQL | undefined {
  const login = db
    .select({ id: logins.id })
    .from(logins)
    .where(and(eq(logins.id, pushSubscriptions.loginId), gt(logins.expiresAt, now)));
  const family = db
    .select({ id: tokenFamilies.id })
    .from(tokenFamilies)
    .innerJoin(tokens, eq(tokens.familyId, tokenFamilies.id))
    .where(
      and(
        eq(tokenFamilies.id, pushSubscriptions.familyId),
        isNull(tokenFamilies.revokedAt),
        isNull(tokens.usedAt),
        gt(tokens.expiresAt, now),
      ),
    );
  return or(exists(login), exists(family));
}

export async function listDevicesOf(
  db: Executor,
  emails: readonly string[],
  now: Date,
): Promise<{ id: string; email: string }[]> {
  return db
    .select({ id: pushSubscriptions.id, email: users.email })
    .from(pushSubscriptions)
    .innerJoin(users, eq(users.id, pushSubscriptions.userId))
    .where(and(inArray(users.email, [...emails]), isOpen(db, now)));
}

export async function findDevice(
  db: Executor,
  id: string,
  now: Date,
): Promise<(PushDevice & { userId: string; email: string }) | null> {
  const [row] = await db
    .select({
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
      userId: pushSubscriptions.userId,
      email: users.email,
    })
    .from(pushSubscriptions)
    .innerJoin(users, eq(users.id, pushSubscriptions.userId))
    .where(and(eq(pushSubscriptions.id, id), isOpen(db, now)));
  return row ?? null;
}

/** Finds it whether the mail has gone or not. */
export async function findTold(db: Executor, mailId: string): Promise<QueuedMail<PushKind> | null> {
  const [row] = await db.select().from(mails).where(eq(mails.id, mailId));
  if (!row) return null;
  return {
    ...{ id: row.id, kind: row.kind as PushKind, to: row.toAddress, secrets: null },
    data: row.data as QueuedMail<PushKind>["data"],
  };
}

export async function listDevices(
  db: Executor,
  userId: string,
  now: Date,
): Promise<
  { id: string; accessId: string; browser: string | null; program: string | null; agreedAt: Date }[]
> {
  const rows = await db
    .select({
      id: pushSubscriptions.id,
      loginId: pushSubscriptions.loginId,
      familyId: pushSubscriptions.familyId,
      browser: logins.userAgent,
      program: tokenFamilies.userAgent,
      agreedAt: pushSubscriptions.agreedAt,
    })
    .from(pushSubscriptions)
    .leftJoin(logins, eq(logins.id, pushSubscriptions.loginId))
    .leftJoin(tokenFamilies, eq(tokenFamilies.id, pushSubscriptions.familyId))
    .where(and(eq(pushSubscriptions.userId, userId), isOpen(db, now)))
    .orderBy(desc(pushSubscriptions.agreedAt), desc(pushSubscriptions.id));
  return rows.map(({ loginId, familyId, ...row }) => ({
    ...row,
    accessId: loginId ?? familyId ?? "",
  }));
}

/** Replaces rows of this device or browser, so that a notification on its way finds nobody. */
export async function replaceDevice(
  tx: Transaction,
  {
    userId,
    access,
    agreedAt,
    ...device
  }: PushDevice & { userId: string; access: Access; agreedAt: Date },
): Promise<string> {
  const isBrowser = access.kind === "browser";
  await tx
    .delete(pushSubscriptions)
    .where(
      or(
        eq(pushSubscriptions.endpoint, device.endpoint),
        isBrowser ? eq(pushSubscriptions.loginId, access.id) : undefined,
      ),
    );
  const id = newId();
  await tx.insert(pushSubscriptions).values({
    ...{ id, userId, agreedAt, ...device },
    ...(isBrowser ? { loginId: access.id } : { familyId: access.id }),
  });
  return id;
}

export async function dropOldDevices(tx: Transaction, userId: string, most: number): Promise<void> {
  const old = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.agreedAt), desc(pushSubscriptions.id))
    .offset(most);
  if (old.length === 0) return;
  const ids = old.map(({ id }) => id);
  await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, ids));
}

export async function deleteOwnDevice(db: Executor, userId: string, id: string): Promise<boolean> {
  const own = and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, userId));
  const { rowCount } = await db.delete(pushSubscriptions).where(own);
  return rowCount === 1;
}

export async function deleteDevice(db: Database, id: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
}

export async function deleteDevicesOf(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
}
