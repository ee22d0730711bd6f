import { and, eq, gt, isNull, max, or, sql } from "drizzle-orm";
import { hashSecret, newId } from "#platform/ids.server.ts";
import type { Executor, Reader, Transaction } from "#platform/postgres.server.ts";
import type { Access, Actor } from "../../context.server.ts";
import {
  credentials,
  logins,
  profiles,
  settings,
  temporaryPasswords,
  tokenFamilies,
  tokens,
  users,
} from "../../tables.server.ts";
import { liveSubscription, newestProfessional } from "../profile/store.server.ts";
import { LOGIN_SECONDS } from "../rules.ts";

/** The first process to ask makes the value. */
export async function sharedSecret(db: Executor, key: string, fresh: string): Promise<string> {
  await db.insert(settings).values({ key, value: fresh }).onConflictDoNothing();
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, key));
  return String(row?.value);
}

export async function closeLogins(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(logins).where(eq(logins.userId, userId));
  await tx
    .update(tokenFamilies)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(tokenFamilies.userId, userId), isNull(tokenFamilies.revokedAt)));
}

const loginEnd = (now: Date) => new Date(now.getTime() + LOGIN_SECONDS * 1_000);

export async function insertLogin(
  db: Executor,
  login: { userId: string; token: string; userAgent: string | null },
  now: Date,
): Promise<void> {
  const times = { createdAt: now, updatedAt: now, expiresAt: loginEnd(now) };
  await db.insert(logins).values({ id: newId(), ...login, ...times });
}

export async function renewLogin(db: Executor, token: string, now: Date): Promise<boolean> {
  const times = { updatedAt: now, expiresAt: loginEnd(now) };
  const { rowCount } = await db.update(logins).set(times).where(eq(logins.token, token));
  return rowCount === 1;
}

export async function deleteLogin(db: Executor, token: string): Promise<void> {
  await db.delete(logins).where(eq(logins.token, token));
}

export interface StoredLogin extends Access {
  userAgent: string | null;
  openedAt: Date;
  /** A browser's changes once a day, a program's with each new pair of tokens. */
  seenAt: Date;
}

export async function openLoginsOf(db: Executor, userId: string, now: Date) {
  const browsers = await db
    .select({
      ...byBrowser,
      userAgent: logins.userAgent,
      openedAt: logins.createdAt,
      seenAt: logins.updatedAt,
    })
    .from(logins)
    .where(and(eq(logins.userId, userId), gt(logins.expiresAt, now)));
  const programs = await db
    .select({
      ...byProgram,
      userAgent: tokenFamilies.userAgent,
      openedAt: tokenFamilies.createdAt,
      seenAt: max(tokens.createdAt),
    })
    .from(tokenFamilies)
    .innerJoin(tokens, eq(tokens.familyId, tokenFamilies.id))
    .where(
      and(
        eq(tokenFamilies.userId, userId),
        isNull(tokenFamilies.revokedAt),
        isNull(tokens.usedAt),
        gt(tokens.expiresAt, now),
      ),
    )
    .groupBy(tokenFamilies.id);
  return [
    ...browsers,
    ...programs.map((program) => ({ ...program, seenAt: program.seenAt ?? program.openedAt })),
  ].sort((one, other) => other.seenAt.getTime() - one.seenAt.getTime());
}

export async function closeOneLogin(tx: Transaction, userId: string, loginId: string, now: Date) {
  const own = and(eq(logins.userId, userId), eq(logins.id, loginId));
  const { rowCount: browsers } = await tx.delete(logins).where(own);
  const { rowCount: programs } = await tx
    .update(tokenFamilies)
    .set({ revokedAt: now })
    .where(
      and(
        eq(tokenFamilies.userId, userId),
        eq(tokenFamilies.id, loginId),
        isNull(tokenFamilies.revokedAt),
      ),
    );
  return (browsers ?? 0) + (programs ?? 0) > 0;
}

export async function passwordChangedAt(db: Executor, userId: string): Promise<Date | null> {
  const [row] = await db
    .select({ changedAt: credentials.updatedAt })
    .from(credentials)
    .where(and(eq(credentials.userId, userId), eq(credentials.providerId, "credential")));
  return row?.changedAt ?? null;
}

const actorColumns = {
  userId: profiles.id,
  email: profiles.email,
  firstName: profiles.firstName,
  lastName: profiles.lastName,
  isClient: profiles.isClient,
  isPro: profiles.isPro,
  professionalId: newestProfessional,
  hasActiveSubscription: liveSubscription,
  mustChangePassword: sql<boolean>`${temporaryPasswords.userId} is not null`,
};

const byBrowser = { kind: sql<Access["kind"]>`'browser'`, id: logins.id };
const byProgram = { kind: sql<Access["kind"]>`'program'`, id: tokenFamilies.id };

/** Excludes closed accounts and dead temporary passwords (rules: suspended-account, guest-account). */
const mayAct = (now: Date) =>
  and(
    eq(profiles.accountStatus, "active"),
    or(isNull(temporaryPasswords.expiresAt), gt(temporaryPasswords.expiresAt, now)),
  );

export async function actorOfLogin(db: Reader, token: string, now: Date) {
  const [actor] = await db
    .select({ ...actorColumns, access: byBrowser, expiresAt: logins.expiresAt })
    .from(logins)
    .innerJoin(profiles, eq(profiles.id, logins.userId))
    .leftJoin(temporaryPasswords, eq(temporaryPasswords.userId, profiles.id))
    .where(and(eq(logins.token, token), gt(logins.expiresAt, now), mayAct(now)));
  return actor ?? null;
}

/** For when profiles cannot be read. Suspended accounts have no login left to find. */
export async function basicActorOfLogin(db: Reader, token: string, now: Date) {
  const [login] = await db
    .select({
      userId: users.id,
      email: users.email,
      firstName: users.name,
      mustChangePassword: actorColumns.mustChangePassword,
      access: byBrowser,
      expiresAt: logins.expiresAt,
    })
    .from(logins)
    .innerJoin(users, eq(users.id, logins.userId))
    .leftJoin(temporaryPasswords, eq(temporaryPasswords.userId, users.id))
    .where(
      and(
        eq(logins.token, token),
        gt(logins.expiresAt, now),
        or(isNull(temporaryPasswords.expiresAt), gt(temporaryPasswords.expiresAt, now)),
      ),
    );
  if (!login) return null;
  return {
    ...login,
    lastName: "",
    isClient: true,
    isPro: false,
    professionalId: null,
    hasActiveSubscription: false,
  };
}

export async function actorOfToken(db: Reader, token: string, now: Date): Promise<Actor | null> {
  const [actor] = await db
    .select({ ...actorColumns, access: byProgram })
    .from(tokens)
    .innerJoin(tokenFamilies, eq(tokenFamilies.id, tokens.familyId))
    .innerJoin(profiles, eq(profiles.id, tokenFamilies.userId))
    .leftJoin(temporaryPasswords, eq(temporaryPasswords.userId, profiles.id))
    .where(
      and(
        eq(tokens.tokenHash, hashSecret(token)),
        eq(tokens.kind, "access"),
        gt(tokens.expiresAt, now),
        isNull(tokenFamilies.revokedAt),
        mayAct(now),
      ),
    );
  return actor ?? null;
}
