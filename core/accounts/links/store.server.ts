import { and, desc, eq, gt, like, sql } from "drizzle-orm";
import { hashSecret, matchesHash, newId, newSecret } from "#platform/ids.server.ts";
import { type Executor, hasId, type Transaction } from "#platform/postgres.server.ts";
import { verifications } from "../../tables.server.ts";
import type { ProfessionalInfoInput } from "../schema.ts";

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
  /** Hashed network address. */
  sender?: string | null;
  /** ISO 8601; its owner recognises it by this. */
  signedUpAt?: string;
  next?: string;
  favorite?: string;
}

type Purpose = "sign-up" | "reset";

interface Link<Content> {
  id: string;
  email: string;
  content: Content;
}

/** Answers the token, `id.secret`. */
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

async function findLink<Content>(db: Executor, purpose: Purpose, token: string, now: Date) {
  const [, id, secret] = token.match(/^([0-9a-f-]{36})\.([\w-]{43})$/) ?? [];
  if (!id || !secret) return null;
  const [row] = await db
    .select()
    .from(verifications)
    .where(
      and(
        hasId(verifications.id, id),
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

/** Bounds what strangers can make us read. */
const LINKS_READ = 50;

/**
 * This sender's come first, so that nobody crowds theirs out, then the newest.
 * @param asking.sender the hashed network address.
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

export async function findWaitingSignUp(db: Executor, email: string, signUpId: string, now: Date) {
  const [row] = await db
    .select({ value: verifications.value })
    .from(verifications)
    .where(and(isSignUp(email, signUpId), gt(verifications.expiresAt, now)))
    .limit(1);
  return row ? (JSON.parse(row.value) as SignUp) : null;
}

export async function deleteSignUps(tx: Transaction, email: string): Promise<number> {
  const { rowCount } = await tx
    .delete(verifications)
    .where(eq(verifications.identifier, `sign-up:${email}`));
  return rowCount ?? 0;
}

export async function deleteSignUp(db: Executor, email: string, signUpId: string): Promise<void> {
  await db.delete(verifications).where(isSignUp(email, signUpId));
}

const isSignUp = (email: string, signUpId: string) =>
  and(
    eq(verifications.identifier, `sign-up:${email}`),
    sql`${verifications.value}::jsonb ->> 'signUpId' = ${signUpId}`,
  );

export type Reset = Pick<SignUp, "next" | "favorite"> & {
  /** The account to get this address instead of `from` (rule: corrected-address). */
  correction?: { userId: string; from: string };
};

export function insertReset(tx: Executor, email: string, expiresAt: Date, reset: Reset = {}) {
  return insertLink(tx, "reset", email, expiresAt, reset);
}

export function findReset(db: Executor, token: string, now: Date) {
  return findLink<Reset>(db, "reset", token, now);
}

export async function takeLink(tx: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await tx.delete(verifications).where(eq(verifications.id, id));
  return rowCount === 1;
}
