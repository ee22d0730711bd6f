import { and, asc, eq, inArray, lt, ne, or, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import type { Executor } from "#platform/postgres.server.ts";
import { messages, users } from "../tables.server.ts";
import { DELETION_REQUEST, type MessageKind } from "./rules.ts";

export interface Message {
  id: string;
  kind: MessageKind;
  /** The account that wrote it; null when nobody was signed in. */
  authorId: string | null;
  name: string;
  email: string;
  /** The value of a contact form's subject. */
  subject: string | null;
  message: string;
  /** The form's own fields, where the message was composed of them. */
  fields: unknown;
  createdAt: Date;
}

export type NewMessage = Omit<Message, "id" | "createdAt" | "subject" | "fields"> & {
  subject?: string;
  fields?: object;
};

export async function insertMessage(
  tx: Executor,
  message: NewMessage,
  createdAt: Date,
): Promise<string> {
  const id = newId();
  await tx.insert(messages).values({ id, ...message, createdAt });
  return id;
}

export async function findMessage(db: Executor, id: string): Promise<Message | null> {
  const [message] = await db.select().from(messages).where(eq(messages.id, id));
  return message ?? null;
}

/** Deletes what of each kind was written before its date. */
export async function deleteMessages(
  db: Executor,
  before: readonly (readonly [kind: MessageKind, before: Date])[],
): Promise<void> {
  await db
    .delete(messages)
    .where(
      or(
        ...before.map(([kind, date]) => and(eq(messages.kind, kind), lt(messages.createdAt, date))),
      ),
    );
}

export async function deleteMessagesOf(db: Executor, authorId: string): Promise<void> {
  await db
    .delete(messages)
    .where(and(eq(messages.authorId, authorId), ne(messages.kind, "withdrawal")));
}

export interface DeletionRequest {
  email: string;
  name: string;
  askedAt: Date;
}

const isDeletionRequest = sql`${messages.fields} ->> 'request' = ${DELETION_REQUEST}`;

export async function findDeletionRequest(db: Executor, authorId: string): Promise<Date | null> {
  const [row] = await db
    .select({ askedAt: messages.createdAt })
    .from(messages)
    .where(and(eq(messages.authorId, authorId), isDeletionRequest));
  return row?.askedAt ?? null;
}

export function listRequests(db: Executor): Promise<DeletionRequest[]> {
  return db
    .select({ email: messages.email, name: messages.name, askedAt: messages.createdAt })
    .from(messages)
    .where(isDeletionRequest)
    .orderBy(asc(messages.createdAt));
}

/** False when there was none. */
export async function unmarkRequest(db: Executor, email: string): Promise<boolean> {
  const author = db.select({ id: users.id }).from(users).where(eq(users.email, email));
  const { rowCount } = await db
    .update(messages)
    .set({ fields: null })
    .where(and(inArray(messages.authorId, author), isDeletionRequest));
  return rowCount !== 0;
}
