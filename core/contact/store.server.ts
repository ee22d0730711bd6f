import { and, eq, isNull, lt, ne, or } from "drizzle-orm";
import { deleteBatch } from "#platform/batches.server.ts";
import { newId } from "#platform/ids.server.ts";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { messages } from "../tables.server.ts";
import { type MessageKind, RIGHTS } from "./rules.ts";

export type Message = typeof messages.$inferSelect;

export type NewMessage = Omit<
  Message,
  "id" | "createdAt" | "closedAt" | "answer" | "subject" | "fields"
> & {
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

export function listOpen(db: Executor, limit: number): Promise<Message[]> {
  return db
    .select()
    .from(messages)
    .where(isNull(messages.closedAt))
    .orderBy(messages.createdAt)
    .limit(limit);
}

export async function close(
  tx: Transaction,
  id: string,
  { closedAt, answer }: { closedAt: Date; answer: string | null },
): Promise<Message | null> {
  const [closed] = await tx
    .update(messages)
    .set({ closedAt, answer })
    .where(and(eq(messages.id, id), isNull(messages.closedAt)))
    .returning();
  return closed ?? null;
}

export async function markAsRights(tx: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(messages)
    .set({ fields: RIGHTS })
    .where(
      and(
        ...[eq(messages.id, id), eq(messages.kind, "contact")],
        ...[isNull(messages.closedAt), isNull(messages.fields)],
      ),
    );
  return rowCount === 1;
}

export async function deleteMessages(
  db: Executor,
  before: readonly (readonly [kind: MessageKind, before: Date])[],
): Promise<number> {
  const due = or(
    ...before.map(([kind, date]) => and(eq(messages.kind, kind), lt(messages.createdAt, date))),
  );
  return deleteBatch(db, messages, due);
}

/** Leaves those sent without a login, maybe a stranger's, and withdrawals, which are proof. */
export async function dropMessages(db: Executor, authorId: string): Promise<void> {
  await db
    .delete(messages)
    .where(and(eq(messages.authorId, authorId), ne(messages.kind, "withdrawal")));
}
