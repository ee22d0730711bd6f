import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { hashSecret } from "#platform/ids.server.ts";
import type { Database, Executor, Transaction } from "#platform/postgres.server.ts";
import { operatorLogins, operators, passkeys, recoveryCodes } from "../../tables.server.ts";
import type { OperatorLine } from "../schema.ts";

export type StoredOperator = typeof operators.$inferSelect;

/** Null for nobody, or somebody whose work has ended. */
export async function findOperator(db: Executor, email: string): Promise<StoredOperator | null> {
  const [row] = await db
    .select()
    .from(operators)
    .where(and(eq(operators.email, email), isNull(operators.closedAt)));
  return row ?? null;
}

/** @throws AppError `forbidden` to all but administration. */
export function listOperators(db: Executor): Promise<StoredOperator[]> {
  return db.select().from(operators);
}

export function lockOperators(tx: Transaction): Promise<StoredOperator[]> {
  return tx
    .select()
    .from(operators)
    .where(isNull(operators.closedAt))
    .orderBy(operators.id)
    .for("update");
}

export async function writeRoles(
  tx: Transaction,
  operatorId: string,
  roles: StoredOperator["roles"],
): Promise<void> {
  await tx.update(operators).set({ roles }).where(eq(operators.id, operatorId));
  await tx.delete(operatorLogins).where(eq(operatorLogins.operatorId, operatorId));
}

/** Unless another has taken its place meanwhile. */
export async function replaceTotpSecret(
  db: Executor,
  { id, totpSecret: before }: StoredOperator,
  totpSecret: string,
): Promise<void> {
  await db
    .update(operators)
    .set({ totpSecret })
    .where(and(eq(operators.id, id), eq(operators.totpSecret, before)));
}

/** A known one gets a new password and secret. */
export async function writeOperator(
  tx: Transaction,
  row: typeof operators.$inferInsert,
  codes: string[],
): Promise<string> {
  const { id: _, email: __, ...renewed } = row;
  const [written] = await tx
    .insert(operators)
    .values(row)
    .onConflictDoUpdate({ target: operators.email, set: { ...renewed, closedAt: null } })
    .returning({ id: operators.id });
  const operatorId = String(written?.id);
  await endAccess(tx, operatorId);
  await writeRecoveryCodes(tx, operatorId, codes);
  return operatorId;
}

export async function writeRecoveryCodes(
  tx: Transaction,
  operatorId: string,
  codes: readonly string[],
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.operatorId, operatorId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ operatorId, codeHash: hashSecret(code) })));
}

/**
 * @throws AppError `not_found`, `forbidden` to all but administration, `conflict` for oneself or
 * the last of the administration.
 */
export async function closeOperator(
  tx: Transaction,
  email: string,
  now: Date,
): Promise<string | null> {
  const [closed] = await tx
    .update(operators)
    .set({ closedAt: now })
    .where(and(eq(operators.email, email), isNull(operators.closedAt)))
    .returning({ id: operators.id });
  if (closed) await endAccess(tx, closed.id);
  return closed?.id ?? null;
}

async function endAccess(tx: Transaction, operatorId: string): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.operatorId, operatorId));
  await tx.delete(operatorLogins).where(eq(operatorLogins.operatorId, operatorId));
}

/** False when these digits of a half-minute, or later ones, were used before. */
export async function takeDigits(
  tx: Transaction,
  operatorId: string,
  halfMinute: number,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(operators)
    .set({ totpUsed: halfMinute })
    .where(and(eq(operators.id, operatorId), lt(operators.totpUsed, halfMinute)));
  return rowCount === 1;
}

export async function takeRecoveryCode(
  tx: Transaction,
  operatorId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.operatorId, operatorId),
        eq(recoveryCodes.codeHash, hashSecret(code)),
        isNull(recoveryCodes.usedAt),
      ),
    );
  return rowCount === 1;
}

export async function insertLogin(
  tx: Transaction,
  row: typeof operatorLogins.$inferInsert,
): Promise<void> {
  await tx.insert(operatorLogins).values(row);
}

export async function operatorOfLogin(
  db: Database,
  token: string,
  since: { opened: Date; seen: Date },
) {
  const [row] = await db
    .select({
      operatorId: operators.id,
      name: operators.name,
      roles: operators.roles,
      seenAt: operatorLogins.seenAt,
      openedAt: operatorLogins.openedAt,
      passkeyId: operatorLogins.passkeyId,
    })
    .from(operatorLogins)
    .innerJoin(operators, eq(operators.id, operatorLogins.operatorId))
    .where(
      and(
        eq(operatorLogins.tokenHash, hashSecret(token)),
        gt(operatorLogins.openedAt, since.opened),
        gt(operatorLogins.seenAt, since.seen),
        isNull(operators.closedAt),
      ),
    );
  return row ?? null;
}

export async function noteSeen(db: Executor, token: string, now: Date): Promise<void> {
  await db
    .update(operatorLogins)
    .set({ seenAt: sql`greatest(${operatorLogins.seenAt}, ${now.toISOString()})` })
    .where(eq(operatorLogins.tokenHash, hashSecret(token)));
}

export async function deleteLogin(db: Executor, token: string): Promise<void> {
  await db.delete(operatorLogins).where(eq(operatorLogins.tokenHash, hashSecret(token)));
}

export async function listPeople(db: Executor): Promise<OperatorLine[]> {
  const rows = await db
    .select({
      id: operators.id,
      name: operators.name,
      email: operators.email,
      roles: operators.roles,
      passkeys: sql<number>`(select count(*)::int from passkeys k where k.operator_id = operators.id)`,
      createdAt: operators.createdAt,
      lastEntryAt: sql<string | null>`(select max(a.at) from acts a
        where a.object_kind = 'operator' and a.object_id = operators.id::text
          and a.act in ('operator_logged_in', 'recovery_code_used', 'passkey_used'))`,
      closedAt: operators.closedAt,
    })
    .from(operators)
    .orderBy(sql`closed_at is not null, lower(name), id`);
  return rows.map(({ lastEntryAt, ...row }) => {
    return { ...row, lastEntryAt: lastEntryAt === null ? null : new Date(lastEntryAt) };
  });
}
