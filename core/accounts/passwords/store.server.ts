import { and, eq, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { credentials, mails, temporaryPasswords, verifications } from "../../tables.server.ts";
import { deleteSignUps } from "../links/store.server.ts";
import { closeLogins } from "../logins/store.server.ts";
import { confirmMailbox } from "../store.server.ts";

export async function hasCredentialsMail(tx: Transaction, reference: string): Promise<boolean> {
  const isIt = and(eq(mails.kind, "guest-credentials"), eq(mails.reference, reference));
  return (await tx.$count(mails, isIt)) > 0;
}

/** Ends every login, token, link and sign-up too. */
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

/** Replaces any password by one of ours (rule: guest-account). */
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
