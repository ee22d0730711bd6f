import { and, asc, eq, lt, ne, sql } from "drizzle-orm";
import { batchOf } from "#platform/batches.server.ts";
import { newId } from "#platform/ids.server.ts";
import type { Executor } from "#platform/postgres.server.ts";
import type { Leaver } from "../mailbox.ts";
import { mails } from "../tables.server.ts";
import type { MailKind } from "./labels.ts";
import { NO_JOB } from "./rules.ts";
import type { QueuedMail } from "./schema.ts";

export async function insertMails(
  tx: Executor,
  queued: readonly {
    kind: MailKind;
    reference: string;
    to: string;
    data: object;
    secrets: object | null;
    createdAt: Date;
  }[],
): Promise<{ id: string; kind: MailKind; reference: string; to: string }[]> {
  const inserted = await tx
    .insert(mails)
    .values(queued.map(({ to: toAddress, ...row }) => ({ id: newId(), toAddress, ...row })))
    .onConflictDoNothing({ target: [mails.kind, mails.reference] })
    .returning({
      ...{ id: mails.id, kind: mails.kind, reference: mails.reference },
      to: mails.toAddress,
    });
  return inserted as ((typeof inserted)[number] & { kind: MailKind })[];
}

export async function wasMailed(db: Executor, kind: MailKind, reference: string): Promise<boolean> {
  const [row] = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.kind, kind), eq(mails.reference, reference), ne(mails.status, "dropped")));
  return row !== undefined;
}

export async function findQueuedMail(
  db: Executor,
  id: string,
): Promise<(QueuedMail & { createdAt: Date }) | null> {
  const [row] = await db
    .select()
    .from(mails)
    .where(and(eq(mails.id, id), eq(mails.status, "queued")));
  if (!row) return null;
  return {
    id: row.id,
    // Only `enqueueMail` writes these, and it knows the kinds.
    kind: row.kind as MailKind,
    to: row.toAddress,
    data: row.data as QueuedMail["data"],
    secrets: row.secrets as QueuedMail["secrets"],
    createdAt: row.createdAt,
  };
}

/** Nobody's address remains where the account itself is gone. */
const addressLeft = sql`case ${mails.kind} when ${"account-deleted" satisfies MailKind} then '' else ${mails.toAddress} end`;

/** Removes its secrets with that; returns false when it was closed before. */
export async function closeMail(
  db: Executor,
  id: string,
  outcome: { status: "sent"; sentAt: Date } | { status: "dropped"; lastError: string | null },
): Promise<boolean> {
  const { rowCount } = await db
    .update(mails)
    .set({ ...outcome, toAddress: addressLeft, secrets: null })
    .where(and(eq(mails.id, id), eq(mails.status, "queued")));
  return rowCount === 1;
}

export async function countFailure(db: Executor, id: string, lastError: string): Promise<void> {
  await db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1`, lastError })
    .where(and(eq(mails.id, id), eq(mails.status, "queued")));
}

export async function anonymiseMails(db: Executor, { email, placeholder }: Leaver): Promise<void> {
  await db
    .update(mails)
    .set({
      toAddress: placeholder,
      status: sql`case ${mails.status} when 'queued' then 'dropped' else ${mails.status} end`,
      secrets: null,
      lastError: null,
    })
    .where(eq(mails.toAddress, email));
}

export async function dropMails(db: Executor, createdBefore: Date): Promise<number> {
  const due = and(eq(mails.status, "queued"), lt(mails.createdAt, createdBefore));
  const { rowCount } = await db
    .update(mails)
    .set({
      ...{ status: "dropped", toAddress: addressLeft },
      ...{ secrets: null, lastError: NO_JOB },
    })
    .where(batchOf(mails, due, mails.createdAt));
  return rowCount ?? 0;
}

export async function deleteMails(db: Executor, createdBefore: Date): Promise<number> {
  const { rowCount } = await db
    .delete(mails)
    .where(batchOf(mails, lt(mails.createdAt, createdBefore), mails.createdAt));
  return rowCount ?? 0;
}

export async function listSentMails(
  db: Executor,
  { to, bookingId }: { to: string; bookingId: string },
): Promise<{ kind: string; sentAt: Date }[]> {
  const rows = await db
    .select({ kind: mails.kind, sentAt: mails.sentAt })
    .from(mails)
    .where(
      and(
        eq(mails.toAddress, to),
        eq(mails.status, "sent"),
        sql`${mails.data} ->> 'bookingId' = ${bookingId}`,
      ),
    )
    .orderBy(asc(mails.sentAt));
  return rows.flatMap(({ kind, sentAt }) => (sentAt ? [{ kind, sentAt }] : []));
}

export interface RefusedMail {
  id: string;
  kind: string;
  to: string;
  attempts: number;
  error: string;
  createdAt: Date;
  userId: string | null;
  bookingId: string | null;
}

const REFUSED = {
  ...{ id: mails.id, kind: mails.kind, to: mails.toAddress, attempts: mails.attempts },
  ...{ error: sql<string>`${mails.lastError}`, createdAt: mails.createdAt },
  userId: sql<string | null>`(select id from users where email = ${mails.toAddress})`,
  bookingId: sql<string | null>`${mails.data} ->> 'bookingId'`,
};
/** Written as the index has it; one to nobody's address any more waits for nobody. */
const IS_REFUSED = sql`status = 'dropped' and last_error is not null and to_address <> ''`;

export function listRefused(db: Executor, limit: number): Promise<RefusedMail[]> {
  return db.select(REFUSED).from(mails).where(IS_REFUSED).orderBy(mails.createdAt).limit(limit);
}

export async function findRefused(db: Executor, id: string): Promise<RefusedMail | null> {
  const [found] = await db
    .select(REFUSED)
    .from(mails)
    .where(and(eq(mails.id, id), IS_REFUSED));
  return found ?? null;
}

export async function settleRefused(tx: Executor, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(mails)
    .set({ lastError: null })
    .where(and(eq(mails.id, id), IS_REFUSED));
  return rowCount === 1;
}
