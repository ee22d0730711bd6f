import { and, eq, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { deleteBatch } from "#platform/batches.server.ts";
import type { Database, Executor, Transaction } from "#platform/postgres.server.ts";
import { DAY } from "../durations.ts";
import type { Leaver } from "../mailbox.ts";
import {
  accountDecisions,
  credentials,
  logins,
  profiles,
  rateLimits,
  temporaryPasswords,
  tokenFamilies,
  tokens,
  users,
  verifications,
} from "../tables.server.ts";

import type { Profile } from "./schema.ts";

export interface Account {
  userId: string;
  email: string;
  confirmed: boolean;
  active: boolean;
  passwordHash: string | null;
  /** Null for a password that its owner chose (rule: guest-account). */
  temporaryUntil: Date | null;
}

function selectAccount(db: Executor, email: string) {
  return db
    .select({
      userId: users.id,
      email: users.email,
      confirmed: users.emailVerified,
      active: sql<boolean>`${profiles.accountStatus} = 'active'`,
      passwordHash: credentials.password,
      temporaryUntil: temporaryPasswords.expiresAt,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .leftJoin(
      credentials,
      and(eq(credentials.userId, users.id), eq(credentials.providerId, "credential")),
    )
    .leftJoin(temporaryPasswords, eq(temporaryPasswords.userId, users.id))
    .where(eq(users.email, email));
}

export async function findAccount(db: Executor, email: string): Promise<Account | null> {
  const [account] = await selectAccount(db, email);
  return account ?? null;
}

export async function findClosing(db: Executor, userId: string) {
  const [decision] = await db
    .select({
      id: accountDecisions.id,
      measure: accountDecisions.measure,
      since: accountDecisions.effectiveAt,
    })
    .from(accountDecisions)
    .where(
      and(
        eq(accountDecisions.userId, userId),
        isNull(accountDecisions.endedAt),
        isNotNull(accountDecisions.carriedOutAt),
      ),
    )
    .orderBy(accountDecisions.measure)
    .limit(1);
  return decision ?? null;
}

export async function lockAccount(tx: Transaction, email: string): Promise<Account | null> {
  await tx.select({ id: users.id }).from(users).where(eq(users.email, email)).for("update");
  return findAccount(tx, email);
}

export async function lockAccountOf(tx: Transaction, userId: string): Promise<Account | null> {
  const [user] = await tx
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, userId))
    .for("update");
  return user ? findAccount(tx, user.email) : null;
}

/** False when it is no longer this password, or the account is closed. */
export async function lockPassword(tx: Transaction, userId: string, passwordHash: string) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("share");
  const rows = await tx
    .select({ id: credentials.id })
    .from(credentials)
    .innerJoin(profiles, eq(profiles.id, credentials.userId))
    .where(
      and(
        eq(credentials.userId, userId),
        eq(credentials.password, passwordHash),
        eq(profiles.accountStatus, "active"),
      ),
    );
  return rows.length > 0;
}

export async function insertAccount(
  tx: Transaction,
  { confirmed, ...profile }: typeof profiles.$inferInsert & { confirmed: boolean },
) {
  const { id, email, firstName: name = "" } = profile;
  const { rowCount } = await tx
    .insert(users)
    .values({ id, email, name, emailVerified: confirmed })
    .onConflictDoNothing();
  if (rowCount === 1) await tx.insert(profiles).values(profile);
  return rowCount === 1;
}

export async function confirmMailbox(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(users)
    .set({ emailVerified: true, updatedAt: sql`now()` })
    .where(eq(users.id, userId));
}

export async function setAddress(tx: Transaction, userId: string, email: string): Promise<void> {
  const updatedAt = sql`now()`;
  await tx.update(users).set({ email, emailVerified: true, updatedAt }).where(eq(users.id, userId));
  await tx.update(profiles).set({ email, updatedAt }).where(eq(profiles.id, userId));
}

type AccountStatus = Profile["accountStatus"];

/** Holds off logins and other changes of this account; null when there is none. */
export async function holdStatus(tx: Transaction, userId: string): Promise<AccountStatus | null> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
  const [row] = await tx
    .select({ status: profiles.accountStatus })
    .from(profiles)
    .where(eq(profiles.id, userId))
    .for("update");
  return row?.status ?? null;
}

export async function setStatus(tx: Transaction, userId: string, accountStatus: AccountStatus) {
  await tx
    .update(profiles)
    .set({ accountStatus, updatedAt: sql`now()` })
    .where(eq(profiles.id, userId));
}

export async function anonymise(tx: Transaction, { userId, email, placeholder }: Leaver) {
  const anonymous = { email: placeholder, updatedAt: sql`now()` };
  await tx
    .update(users)
    .set({ ...anonymous, name: "", image: null, emailVerified: false })
    .where(eq(users.id, userId));
  const names = { firstName: "Compte", lastName: "supprimé", phone: null, smsNumber: null };
  await tx
    .update(profiles)
    .set({
      ...{ ...anonymous, ...names, deletionAskedAt: null, deletionHid: null },
      ...{ lastActiveAt: null, unusedNotice: null, smsAgreedAt: null },
    })
    .where(eq(profiles.id, userId));
  await tx.update(tokenFamilies).set({ userAgent: null }).where(eq(tokenFamilies.userId, userId));
  await tx.delete(credentials).where(eq(credentials.userId, userId));
  await tx.delete(temporaryPasswords).where(eq(temporaryPasswords.userId, userId));
  await tx
    .delete(verifications)
    .where(inArray(verifications.identifier, [`reset:${email}`, `sign-up:${email}`]));
}

/** Once a day, and without waiting: whoever holds the row is changing or closing the account. */
export async function noteUse(db: Executor, userId: string, now: Date): Promise<void> {
  const dayBefore = new Date(now.getTime() - USE_NOTED_EVERY);
  await db.execute(sql`
    update profiles set last_active_at = ${now}, unused_notice = null where id = (
      select id from profiles where id = ${userId} and last_active_at < ${dayBefore}
      for no key update skip locked)`);
}

const EXPIRING = {
  logins: [logins, (now: Date) => lt(logins.expiresAt, now)],
  verifications: [verifications, (now: Date) => lt(verifications.expiresAt, now)],
  // A used refresh token is kept until it would have expired: its reuse must be noticed.
  tokens: [tokens, (now: Date) => lt(tokens.expiresAt, now)],
  tokenFamilies: [
    tokenFamilies,
    () => sql`not exists (select from ${tokens} where family_id = ${tokenFamilies}.id)`,
  ],
  rateLimits: [rateLimits, (now: Date) => lt(rateLimits.expire, now.getTime())],
} as const;
export const EXPIRING_KINDS = Object.keys(EXPIRING) as (keyof typeof EXPIRING)[];

export async function deleteExpired(db: Database, kind: keyof typeof EXPIRING, now: Date) {
  const [table, isDue] = EXPIRING[kind];
  return deleteBatch(db, table, isDue(now));
}

/** Asks for the names at its first login. */
export const BARE_CLIENT = {
  firstName: "",
  lastName: "",
  phone: null,
  isClient: true,
  isPro: false,
} as const;

/** Milliseconds between two notes of an account's use. */
export const USE_NOTED_EVERY = DAY;
