import { and, desc, eq, gt, inArray, isNull, like, lt, max, or, sql } from "drizzle-orm";
import { batchOf } from "#platform/batches.server.ts";
import { hashSecret, matchesHash, newId, newSecret } from "#platform/ids.server.ts";
import type { Database, Executor, Transaction } from "#platform/postgres.server.ts";
import type { Access, Actor } from "../context.server.ts";
import type { Leaver } from "../mailbox.ts";
import {
  credentials,
  logins,
  mails,
  professionalProfiles,
  professionalSubscriptions,
  profiles,
  rateLimits,
  settings,
  temporaryPasswords,
  tokenFamilies,
  tokens,
  users,
  verifications,
} from "../tables.server.ts";
import type { Versioned } from "../versions.ts";
import { isUnfinished, LOGIN_SECONDS, type Newcomer, USE_NOTED_EVERY } from "./rules.ts";
import type { ProfessionalInfo, ProfessionalInfoInput, Profile } from "./schema.ts";

/** The value of a setting that every process shares: the first one to ask makes it. */
export async function sharedSecret(db: Database, key: string, fresh: string): Promise<string> {
  await db.insert(settings).values({ key, value: fresh }).onConflictDoNothing();
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, key));
  return String(row?.value);
}

// ─── Accounts and passwords ────────────────────────────────────────────────────────────────────

export interface Account {
  userId: string;
  email: string;
  /** Whether the mailbox is proved. */
  confirmed: boolean;
  active: boolean;
  passwordHash: string | null;
  /**
   * Until when a temporary password works (rule: guest-account); null for one that its owner chose.
   */
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

/**
 * Locks the account, so that nobody else changes its password or confirmation before the
 * transaction ends.
 */
export async function lockAccount(tx: Transaction, email: string): Promise<Account | null> {
  await tx.select({ id: users.id }).from(users).where(eq(users.email, email)).for("update");
  return findAccount(tx, email);
}

/** The same by the user's id. */
export async function lockAccountOf(tx: Transaction, userId: string): Promise<Account | null> {
  const [user] = await tx
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, userId))
    .for("update");
  return user ? findAccount(tx, user.email) : null;
}

/** Whether the temporary password for this purchase has been issued already. */
export async function hasCredentialsMail(tx: Transaction, reference: string): Promise<boolean> {
  const isIt = and(eq(mails.kind, "guest-credentials"), eq(mails.reference, reference));
  return (await tx.$count(mails, isIt)) > 0;
}

/**
 * Waits for a change of password or account under way; false when the password is no longer this
 * one, or the account is closed.
 */
export async function lockPassword(
  tx: Transaction,
  userId: string,
  passwordHash: string,
): Promise<boolean> {
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

export interface NewAccount {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  phone: string | null;
  isClient: boolean;
  isPro: boolean;
  confirmed: boolean;
}

/** False when the address is taken. */
export async function insertAccount(tx: Transaction, account: NewAccount): Promise<boolean> {
  const { userId, email, firstName, lastName, phone, isClient, isPro, confirmed } = account;
  const inserted = await tx
    .insert(users)
    .values({
      id: userId,
      email,
      name: firstName,
      emailVerified: confirmed,
    })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (inserted.length === 0) return false;
  await tx
    .insert(profiles)
    .values({ id: userId, email, firstName, lastName, phone, isClient, isPro });
  return true;
}

/**
 * Stores a password that the mailbox's proved owner has chosen, and ends everything that was open
 * or promised before: logins, tokens, links, sign-ups.
 */
export async function setOwnPassword(
  tx: Transaction,
  account: { userId: string; email: string },
  passwordHash: string,
): Promise<void> {
  await writePassword(tx, account, passwordHash);
  await tx.delete(temporaryPasswords).where(eq(temporaryPasswords.userId, account.userId));
  await deleteSignUps(tx, account.email);
  await confirmMailbox(tx, account.userId);
}

/** Replaces any password by a temporary one of ours (rule: guest-account). */
export async function setTemporaryPassword(
  tx: Transaction,
  account: { userId: string; email: string },
  passwordHash: string,
  expiresAt: Date,
): Promise<void> {
  await writePassword(tx, account, passwordHash);
  await tx
    .insert(temporaryPasswords)
    .values({ userId: account.userId, expiresAt })
    .onConflictDoUpdate({ target: temporaryPasswords.userId, set: { expiresAt } });
}

async function writePassword(
  tx: Transaction,
  { userId, email }: { userId: string; email: string },
  password: string,
): Promise<void> {
  await tx
    .insert(credentials)
    .values({ id: newId(), userId, accountId: userId, providerId: "credential", password })
    .onConflictDoUpdate({
      target: [credentials.userId, credentials.providerId],
      set: { password, updatedAt: sql`now()` },
    });
  await tx.delete(verifications).where(eq(verifications.identifier, `reset:${email}`));
  await closeLogins(tx, userId);
}

export async function confirmMailbox(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(users)
    .set({ emailVerified: true, updatedAt: sql`now()` })
    .where(eq(users.id, userId));
}

/** Signs a user out everywhere: browsers and API clients. */
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

/** Lets a login end later; false when it was closed in this moment, and stays so. */
export async function renewLogin(db: Executor, token: string, now: Date): Promise<boolean> {
  const times = { updatedAt: now, expiresAt: loginEnd(now) };
  const { rowCount } = await db.update(logins).set(times).where(eq(logins.token, token));
  return rowCount === 1;
}

export async function deleteLogin(db: Executor, token: string): Promise<void> {
  await db.delete(logins).where(eq(logins.token, token));
}

/** An open login as it is stored. */
export interface StoredLogin extends Access {
  userAgent: string | null;
  openedAt: Date;
  /** When it was last renewed: a browser's once a day, a program's with each new pair of tokens. */
  seenAt: Date;
}

/** The user's open logins at this moment, the last seen first. */
export async function openLoginsOf(
  db: Executor,
  userId: string,
  now: Date,
): Promise<StoredLogin[]> {
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

/** Ends one login of this user; false when it is none of theirs, or ended already. */
export async function closeOneLogin(
  tx: Transaction,
  userId: string,
  loginId: string,
  now: Date,
): Promise<boolean> {
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

/** When the user last chose a password; null while there is none. */
export async function passwordChangedAt(db: Executor, userId: string): Promise<Date | null> {
  const [row] = await db
    .select({ changedAt: credentials.updatedAt })
    .from(credentials)
    .where(and(eq(credentials.userId, userId), eq(credentials.providerId, "credential")));
  return row?.changedAt ?? null;
}

// ─── One-time links ────────────────────────────────────────────────────────────────────────────

/** A registration, kept aside until the mailbox answers (rule: mailbox-proof). */
export interface SignUp {
  signUpId: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  phone: string | null;
  isClient: boolean;
  isPro: boolean;
  professionalInfo: ProfessionalInfoInput | null;
  /** The hashed network address it came from. */
  sender?: string | null;
  /** The instant of the registration, in ISO 8601, by which its owner recognises it. */
  signedUpAt?: string;
  /** The page they wanted. */
  next?: string;
  /** The session whose heart made them register. */
  favorite?: string;
}

type Purpose = "sign-up" | "reset";

interface Link<Content> {
  id: string;
  email: string;
  content: Content;
}

/** Stores the hash of a new one-time link. Answers the link's token: `id.secret`. */
async function insertLink(
  tx: Executor,
  purpose: Purpose,
  email: string,
  expiresAt: Date,
  content: object,
): Promise<{ id: string; token: string }> {
  const id = newId();
  const secret = newSecret();
  const value = JSON.stringify({ ...content, secretHash: hashSecret(secret) });
  await tx
    .insert(verifications)
    .values({ id, identifier: `${purpose}:${email}`, value, expiresAt });
  return { id, token: `${id}.${secret}` };
}

async function findLink<Content>(
  db: Executor,
  purpose: Purpose,
  token: string,
  now: Date,
): Promise<Link<Content> | null> {
  const [, id, secret] = token.match(/^([0-9a-f-]{36})\.([\w-]{43})$/) ?? [];
  if (!id || !secret) return null;
  const [row] = await db
    .select()
    .from(verifications)
    .where(
      and(
        sql`${verifications.id}::text = ${id}`,
        like(verifications.identifier, `${purpose}:%`),
        gt(verifications.expiresAt, now),
      ),
    );
  if (!row) return null;
  const content = JSON.parse(row.value) as Content & { secretHash: string };
  if (!matchesHash(secret, content.secretHash)) return null;
  return { id, email: row.identifier.slice(purpose.length + 1), content };
}

export function insertSignUp(tx: Executor, email: string, signUp: SignUp, expiresAt: Date) {
  return insertLink(tx, "sign-up", email, expiresAt, signUp);
}

export function findSignUp(db: Executor, token: string, now: Date): Promise<Link<SignUp> | null> {
  return findLink<SignUp>(db, "sign-up", token, now);
}

/** At most this many rows of one address are read, whatever strangers have sent in. */
const LINKS_READ = 50;

/**
 * The latest sign-ups of an address, each once whatever the number of its links: those of this sender
 * first, so that nobody's crowd theirs out, then the newest.
 *
 * @param asking.sender the hashed network address, as in {@link SignUp}.
 */
export async function signUpsOf(
  db: Executor,
  email: string,
  now: Date,
  { sender = null, limit }: { sender?: string | null; limit: number },
): Promise<SignUp[]> {
  const isTheirs = sql<boolean>`coalesce(${verifications.value}::jsonb ->> 'sender' = ${sender}, false)`;
  const rows = await db
    .select({ value: verifications.value })
    .from(verifications)
    .where(and(eq(verifications.identifier, `sign-up:${email}`), gt(verifications.expiresAt, now)))
    .orderBy(desc(isTheirs), desc(verifications.id))
    .limit(LINKS_READ);
  const signUps = rows.map(({ value }) => JSON.parse(value) as SignUp);
  return [...new Map(signUps.map((signUp) => [signUp.signUpId, signUp])).values()].slice(0, limit);
}

/** One waiting sign-up of an address; null when there is none with this id. */
export async function findWaitingSignUp(
  db: Executor,
  email: string,
  signUpId: string,
  now: Date,
): Promise<SignUp | null> {
  const [row] = await db
    .select({ value: verifications.value })
    .from(verifications)
    .where(and(isSignUp(email, signUpId), gt(verifications.expiresAt, now)))
    .limit(1);
  return row ? (JSON.parse(row.value) as SignUp) : null;
}

/** Deletes every sign-up of an address; answers how many links that were. */
export async function deleteSignUps(tx: Transaction, email: string): Promise<number> {
  const { rowCount } = await tx
    .delete(verifications)
    .where(eq(verifications.identifier, `sign-up:${email}`));
  return rowCount ?? 0;
}

/** Deletes one sign-up and all its links. */
export async function deleteSignUp(db: Executor, email: string, signUpId: string): Promise<void> {
  await db.delete(verifications).where(isSignUp(email, signUpId));
}

const isSignUp = (email: string, signUpId: string) =>
  and(
    eq(verifications.identifier, `sign-up:${email}`),
    sql`${verifications.value}::jsonb ->> 'signUpId' = ${signUpId}`,
  );

export function insertReset(tx: Executor, email: string, expiresAt: Date, next?: string) {
  return insertLink(tx, "reset", email, expiresAt, { ...(next && { next }) });
}

export function findReset(db: Executor, token: string, now: Date) {
  return findLink<{ next?: string }>(db, "reset", token, now);
}

/** Uses a link up; true for exactly one of several callers. */
export async function takeLink(tx: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await tx.delete(verifications).where(eq(verifications.id, id));
  return rowCount === 1;
}

// ─── API tokens ────────────────────────────────────────────────────────────────────────────────

export async function insertFamily(
  tx: Transaction,
  family: { userId: string; userAgent: string | null; createdAt: Date },
): Promise<string> {
  const id = newId();
  await tx.insert(tokenFamilies).values({ id, ...family });
  return id;
}

export async function insertToken(
  tx: Transaction,
  given: { familyId: string; kind: "access" | "refresh"; createdAt: Date; expiresAt: Date },
): Promise<string> {
  const token = newSecret();
  await tx.insert(tokens).values({ tokenHash: hashSecret(token), ...given });
  return token;
}

/** Locks a refresh token's family, so that of two uses at once the second sees the first. */
export async function lockRefreshToken(tx: Transaction, token: string) {
  const tokenHash = hashSecret(token);
  await tx
    .select({ id: tokenFamilies.id })
    .from(tokenFamilies)
    .innerJoin(tokens, eq(tokens.familyId, tokenFamilies.id))
    .where(eq(tokens.tokenHash, tokenHash))
    .for("update", { of: tokenFamilies });
  const [row] = await tx
    .select({
      tokenHash: tokens.tokenHash,
      familyId: tokens.familyId,
      userId: tokenFamilies.userId,
      expiresAt: tokens.expiresAt,
      usedAt: tokens.usedAt,
      revokedAt: tokenFamilies.revokedAt,
      active: sql<boolean>`${profiles.accountStatus} = 'active'`,
    })
    .from(tokens)
    .innerJoin(tokenFamilies, eq(tokenFamilies.id, tokens.familyId))
    .innerJoin(profiles, eq(profiles.id, tokenFamilies.userId))
    .where(and(eq(tokens.tokenHash, tokenHash), eq(tokens.kind, "refresh")));
  return row ?? null;
}

export async function markTokenUsed(tx: Transaction, tokenHash: string, now: Date): Promise<void> {
  await tx.update(tokens).set({ usedAt: now }).where(eq(tokens.tokenHash, tokenHash));
}

export async function revokeFamily(db: Executor, familyId: string, now: Date): Promise<void> {
  await db.update(tokenFamilies).set({ revokedAt: now }).where(eq(tokenFamilies.id, familyId));
}

export async function revokeFamilyOf(db: Executor, token: string, now: Date): Promise<void> {
  const family = db
    .select({ id: tokens.familyId })
    .from(tokens)
    .where(eq(tokens.tokenHash, hashSecret(token)));
  await db
    .update(tokenFamilies)
    .set({ revokedAt: now })
    .where(and(inArray(tokenFamilies.id, family), isNull(tokenFamilies.revokedAt)));
}

// ─── Who is acting ─────────────────────────────────────────────────────────────────────────────

const newestProfessional = sql<string | null>`(
  select pp.id from ${professionalProfiles} pp where pp.user_id = ${profiles.id}
  order by pp.created_at desc limit 1)`;
const liveSubscription = sql<boolean>`exists (
  select from ${professionalSubscriptions} ps
  where ps.user_id = ${profiles.id} and ps.status in ('active', 'past_due'))`;

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

/**
 * Excludes suspended and deleted accounts, and those whose temporary password has died (rule:
 * guest-account).
 */
const mayAct = (now: Date) =>
  and(
    eq(profiles.accountStatus, "active"),
    or(isNull(temporaryPasswords.expiresAt), gt(temporaryPasswords.expiresAt, now)),
  );

/** @param token the login cookie's content. */
export async function actorOfLogin(
  db: Database,
  token: string,
  now: Date,
): Promise<(Actor & { expiresAt: Date }) | null> {
  const [actor] = await db
    .select({ ...actorColumns, access: byBrowser, expiresAt: logins.expiresAt })
    .from(logins)
    .innerJoin(profiles, eq(profiles.id, logins.userId))
    .leftJoin(temporaryPasswords, eq(temporaryPasswords.userId, profiles.id))
    .where(and(eq(logins.token, token), gt(logins.expiresAt, now), mayAct(now)));
  return actor ?? null;
}

/**
 * The actor when profiles cannot be read: a client and nothing else, by the name that is kept
 * beside the credentials. A suspension has closed all logins, so none of them is found.
 */
export async function basicActorOfLogin(
  db: Database,
  token: string,
  now: Date,
): Promise<(Actor & { expiresAt: Date }) | null> {
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

export async function actorOfToken(db: Database, token: string, now: Date): Promise<Actor | null> {
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

// ─── Profiles ──────────────────────────────────────────────────────────────────────────────────

/** The details that somebody has still to give; none when there is no such profile. */
export async function findNewcomer(db: Executor, userId: string): Promise<Newcomer> {
  const [row] = await db
    .select({
      firstName: profiles.firstName,
      isPro: profiles.isPro,
      professionalId: newestProfessional,
      hasActiveSubscription: liveSubscription,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, userId));
  return { named: row?.firstName !== "", unfinished: row ? isUnfinished(row) : false };
}

export async function findProfile(db: Executor, userId: string): Promise<Profile | null> {
  const [row] = await db
    .select({
      id: profiles.id,
      version: profiles.version,
      email: profiles.email,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      phone: profiles.phone,
      isClient: profiles.isClient,
      isPro: profiles.isPro,
      canCreateActivities: profiles.canCreateActivities,
      accountStatus: profiles.accountStatus,
      sessionCount: profiles.sessionCount,
      lastQuotaReset: profiles.lastQuotaReset,
      plan: professionalSubscriptions.planType,
    })
    .from(profiles)
    .leftJoin(
      professionalSubscriptions,
      and(
        eq(professionalSubscriptions.userId, profiles.id),
        inArray(professionalSubscriptions.status, ["active", "past_due"]),
      ),
    )
    .where(eq(profiles.id, userId));
  if (!row) return null;
  // Only professionals get their professional profile loaded.
  return { ...row, professionalInfo: row.isPro ? await newestProfessionalOf(db, userId) : null };
}

/** Locks the fields that the owner may change until the transaction ends. */
export async function lockOwnProfile(tx: Transaction, userId: string) {
  const { firstName, lastName, phone, isClient, version, changedIn } = profiles;
  const [row] = await tx
    .select({ firstName, lastName, phone, isClient, version, changedIn })
    .from(profiles)
    .where(eq(profiles.id, userId))
    .for("no key update");
  if (!row) throw new Error(`no profile ${userId}`);
  return row;
}

async function newestProfessionalOf(
  db: Executor,
  userId: string,
): Promise<ProfessionalInfo | null> {
  const [row] = await db
    .select({
      id: professionalProfiles.id,
      businessName: professionalProfiles.businessName,
      businessDescription: professionalProfiles.businessDescription,
      businessAddress: professionalProfiles.businessAddress,
      businessCity: professionalProfiles.businessCity,
      businessPostalCode: professionalProfiles.businessPostalCode,
      businessPhone: professionalProfiles.businessPhone,
      siret: professionalProfiles.siret,
      isVerified: professionalProfiles.isVerified,
      rating: professionalProfiles.rating,
      totalReviews: professionalProfiles.totalReviews,
    })
    .from(professionalProfiles)
    .where(eq(professionalProfiles.userId, userId))
    .orderBy(desc(professionalProfiles.createdAt))
    .limit(1);
  return row ?? null;
}

export interface ProfileChange {
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** Null empties it. */
  phone?: string | null | undefined;
  isClient?: boolean | undefined;
  isPro?: boolean | undefined;
}

/** Columns whose value is undefined keep what they hold. */
/** @param edition the columns that count it, when the owner changes it. */
export async function updateProfileRow(
  tx: Transaction,
  userId: string,
  { firstName, lastName, phone, isClient, isPro }: ProfileChange,
  edition: Partial<Versioned> = {},
): Promise<void> {
  await tx
    .update(profiles)
    .set({ firstName, lastName, phone, isClient, isPro, ...edition, updatedAt: sql`now()` })
    .where(eq(profiles.id, userId));
  await tx
    .update(users)
    .set({
      name: sql`(select first_name from ${profiles} where id = ${userId})`,
      updatedAt: sql`now()`,
    })
    .where(eq(users.id, userId));
}

// ─── Closing accounts ──────────────────────────────────────────────────────────────────────────

type AccountStatus = Profile["accountStatus"];

/**
 * Locks the account against logins and changes until the transaction ends; null when there is none.
 */
export async function lockStatus(tx: Transaction, userId: string): Promise<AccountStatus | null> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
  const [row] = await tx
    .select({ status: profiles.accountStatus })
    .from(profiles)
    .where(eq(profiles.id, userId))
    .for("update");
  return row?.status ?? null;
}

export async function setStatus(
  tx: Transaction,
  userId: string,
  accountStatus: AccountStatus,
): Promise<void> {
  await tx
    .update(profiles)
    .set({ accountStatus, updatedAt: sql`now()` })
    .where(eq(profiles.id, userId));
}

/** Strips an account to its row, which others refer to: no name, no e-mail, no way in. */
export async function anonymise(
  tx: Transaction,
  { userId, email, placeholder }: Leaver,
): Promise<void> {
  const anonymous = { email: placeholder, updatedAt: sql`now()` };
  await tx
    .update(users)
    .set({ ...anonymous, name: "", image: null, emailVerified: false })
    .where(eq(users.id, userId));
  const names = { firstName: "Compte", lastName: "supprimé", phone: null };
  await tx
    .update(profiles)
    .set({
      ...{ ...anonymous, ...names, deletionAskedAt: null, deletionHid: null },
      ...{ lastActiveAt: null, unusedNotice: null },
    })
    .where(eq(profiles.id, userId));
  await tx.update(tokenFamilies).set({ userAgent: null }).where(eq(tokenFamilies.userId, userId));
  await tx.delete(credentials).where(eq(credentials.userId, userId));
  await tx.delete(temporaryPasswords).where(eq(temporaryPasswords.userId, userId));
  await tx
    .delete(verifications)
    .where(inArray(verifications.identifier, [`reset:${email}`, `sign-up:${email}`]));
}

/**
 * Notes a login or booking, once a day. It never waits: somebody who holds the row is changing, or
 * closing, the account at this moment.
 */
export async function noteUse(db: Executor, userId: string, now: Date): Promise<void> {
  const dayBefore = new Date(now.getTime() - USE_NOTED_EVERY);
  await db.execute(sql`
    update profiles set last_active_at = ${now}, unused_notice = null where id = (
      select id from profiles where id = ${userId} and last_active_at < ${dayBefore}
      for no key update skip locked)`);
}

// ─── Housekeeping ──────────────────────────────────────────────────────────────────────────────

/** The tables whose rows expire, each with its condition. */
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
/** In the order of deletion: a family after its last token. */
export const EXPIRING_KINDS = Object.keys(EXPIRING) as (keyof typeof EXPIRING)[];

/** Deletes a batch of one kind. @returns how many. */
export async function deleteExpired(
  db: Database,
  kind: keyof typeof EXPIRING,
  now: Date,
): Promise<number> {
  const [table, isDue] = EXPIRING[kind];
  const { rowCount } = await db.delete(table).where(batchOf(table, isDue(now)));
  return rowCount ?? 0;
}

/** The request of somebody who is leaving and not yet gone. */
export async function findDeletionRequest(db: Executor, userId: string): Promise<Date | null> {
  const [row] = await db
    .select({ askedAt: profiles.deletionAskedAt })
    .from(profiles)
    .where(eq(profiles.id, userId));
  return row?.askedAt ?? null;
}
