import { and, eq, inArray } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import { mailRefusals, mails, users } from "../../tables.server.ts";
import type { MailTopic } from "./rules.ts";

export async function listRefused(db: Executor, userId: string): Promise<MailTopic[]> {
  const rows = await db
    .select({ topic: mailRefusals.topic })
    .from(mailRefusals)
    .where(eq(mailRefusals.userId, userId));
  return rows.map(({ topic }) => topic);
}

/** Safe to repeat: the first refusal keeps its date. */
export async function insertRefusals(
  tx: Executor,
  userId: string,
  topics: readonly MailTopic[],
  refusedAt: Date,
): Promise<void> {
  if (topics.length === 0) return;
  await tx
    .insert(mailRefusals)
    .values(topics.map((topic) => ({ userId, topic, refusedAt })))
    .onConflictDoNothing();
}

export async function deleteRefusals(
  tx: Executor,
  userId: string,
  topics: readonly MailTopic[],
): Promise<void> {
  await tx
    .delete(mailRefusals)
    .where(and(eq(mailRefusals.userId, userId), inArray(mailRefusals.topic, [...topics])));
}

export async function isRefused(db: Executor, email: string, topic: MailTopic): Promise<boolean> {
  const [row] = await db
    .select({ topic: mailRefusals.topic })
    .from(mailRefusals)
    .innerJoin(users, eq(users.id, mailRefusals.userId))
    .where(and(eq(users.email, email), eq(mailRefusals.topic, topic)));
  return row !== undefined;
}

/** Null when either is gone. */
export async function findRecipient(
  db: Executor,
  mailId: string,
): Promise<{ kind: string; userId: string } | null> {
  const [row] = await db
    .select({ kind: mails.kind, userId: users.id })
    .from(mails)
    .innerJoin(users, eq(users.email, mails.toAddress))
    .where(eq(mails.id, mailId));
  return row ?? null;
}
