import { and, eq, sql } from "drizzle-orm";
import { type Executor, list } from "#platform/postgres.server.ts";
import { mailRefusals, mails, pushRefusals, users } from "../../tables.server.ts";
import type { Channel, MailTopic, Topic } from "./rules.ts";

const REFUSALS = { mail: mailRefusals, push: pushRefusals };

export async function listRefused<Of extends Channel>(
  db: Executor,
  channel: Of,
  userId: string,
): Promise<Topic<Of>[]> {
  const { rows } = await db.execute<{ topic: Topic<Of> }>(
    sql`select topic from ${REFUSALS[channel]} where user_id = ${userId}`,
  );
  return rows.map(({ topic }) => topic);
}

/** Safe to repeat: the first refusal keeps its date. */
export async function insertRefusals<Of extends Channel>(
  tx: Executor,
  channel: Of,
  { userId, topics, now }: { userId: string; topics: readonly Topic<Of>[]; now: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into ${REFUSALS[channel]} (user_id, topic, refused_at)
    select ${userId}, topic, ${now} from unnest(${list(topics, "text")}) refused (topic)
    on conflict do nothing`);
}

export async function deleteRefusals<Of extends Channel>(
  tx: Executor,
  channel: Of,
  { userId, topics }: { userId: string; topics: readonly Topic<Of>[] },
): Promise<void> {
  await tx.execute(sql`
    delete from ${REFUSALS[channel]}
    where user_id = ${userId} and topic = any(${list(topics, "text")})`);
}

export async function isRefused(db: Executor, email: string, topic: MailTopic): Promise<boolean> {
  const [row] = await db
    .select({ topic: mailRefusals.topic })
    .from(mailRefusals)
    .innerJoin(users, eq(users.id, mailRefusals.userId))
    .where(and(eq(users.email, email), eq(mailRefusals.topic, topic)));
  return row !== undefined;
}

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
