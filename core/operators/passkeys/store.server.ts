import { and, asc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { hashSecret } from "#platform/ids.server.ts";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { operators, passkeyChallenges, passkeys, recoveryCodes } from "../../tables.server.ts";
import type { StoredOperator } from "../logins/store.server.ts";

export type StoredPasskey = typeof passkeys.$inferSelect;

/** @param operatorId who adds a passkey; null where somebody is to come in. */
export async function insertChallenge(
  db: Executor,
  row: { challenge: string; operatorId: string | null; expiresAt: Date },
): Promise<void> {
  const { challenge, ...rest } = row;
  await db.insert(passkeyChallenges).values({ ...rest, challengeHash: hashSecret(challenge) });
}

/** False when it was not given, or is taken or over. */
export async function takeChallenge(
  db: Executor,
  { challenge, operatorId, now }: { challenge: string; operatorId: string | null; now: Date },
): Promise<boolean> {
  const { rowCount } = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challengeHash, hashSecret(challenge)),
        operatorId === null
          ? isNull(passkeyChallenges.operatorId)
          : eq(passkeyChallenges.operatorId, operatorId),
        gt(passkeyChallenges.expiresAt, now),
      ),
    );
  return rowCount === 1;
}

export async function findPasskey(db: Executor, credentialId: string) {
  const [row] = await db
    .select({ passkey: passkeys, operator: operators })
    .from(passkeys)
    .innerJoin(operators, eq(operators.id, passkeys.operatorId))
    .where(and(eq(passkeys.credentialId, credentialId), isNull(operators.closedAt)));
  return row ?? null;
}

/** False unless the passkey's count has grown; one that does not count says 0 each time. */
export async function notePasskeyUse(
  tx: Transaction,
  id: string,
  { counter, now }: { counter: number; now: Date },
): Promise<boolean> {
  const hasGrown = lt(passkeys.counter, counter);
  const doesNotCount = and(eq(passkeys.counter, 0), sql`${counter}::bigint = 0`);
  const { rowCount } = await tx
    .update(passkeys)
    .set({ counter, usedAt: now })
    .where(and(eq(passkeys.id, id), or(hasGrown, doesNotCount)));
  return rowCount === 1;
}

export function listPasskeys(db: Executor, operatorId: string): Promise<StoredPasskey[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.operatorId, operatorId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

export async function lockOperator(tx: Transaction, id: string): Promise<StoredOperator> {
  const [row] = await tx.select().from(operators).where(eq(operators.id, id)).for("update");
  if (!row) throw new Error(`no operator ${id}`);
  return row;
}

export async function readOperator(db: Executor, id: string): Promise<StoredOperator> {
  const [row] = await db.select().from(operators).where(eq(operators.id, id));
  if (!row) throw new Error(`no operator ${id}`);
  return row;
}

export function countRecoveryCodes(db: Executor, operatorId: string): Promise<number> {
  return db.$count(
    recoveryCodes,
    and(eq(recoveryCodes.operatorId, operatorId), isNull(recoveryCodes.usedAt)),
  );
}

export async function insertPasskey(
  tx: Transaction,
  row: typeof passkeys.$inferInsert,
): Promise<boolean> {
  const { rowCount } = await tx
    .insert(passkeys)
    .values(row)
    .onConflictDoNothing({ target: passkeys.credentialId });
  return rowCount === 1;
}

export async function deletePasskey(tx: Transaction, id: string): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.id, id));
}
