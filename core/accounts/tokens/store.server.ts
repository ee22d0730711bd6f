import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { hashSecret, newId, newSecret } from "#platform/ids.server.ts";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { profiles, tokenFamilies, tokens } from "../../tables.server.ts";

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

/** Holds the family, so that of two uses at once the second sees the first. */
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
