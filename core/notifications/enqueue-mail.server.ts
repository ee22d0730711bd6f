import type { Executor } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { isDeletedAddress } from "../mailbox.ts";
import type { MailKind } from "./labels.ts";
import { enqueuePushes } from "./push/send-push.server.ts";
import { mailPriority } from "./rules.ts";
import type { MailData, SecretsOf } from "./schema.ts";
import { insertMails } from "./store.server.ts";

export { wasMailed } from "./store.server.ts";

type NewMail<Kind extends MailKind> = {
  kind: Kind;
  /** Unique together with the kind: the id of the mail's subject. */
  reference: string;
  to: string;
  data: MailData<Kind>;
  /** Its recipient has little time. */
  isUrgent?: boolean;
} & (SecretsOf<Kind> extends null ? { secrets?: never } : { secrets: SecretsOf<Kind> });

/** Never sent unless the caller commits; false when it exists, or its address is deleted. */
export async function enqueueMail<Kind extends MailKind>(
  ctx: Context,
  tx: Executor,
  mail: NewMail<Kind>,
): Promise<boolean> {
  return (await enqueueMails<Kind>(ctx, tx, [mail])) > 0;
}

export async function enqueueMails<Kind extends MailKind>(
  ctx: Context,
  tx: Executor,
  asked: readonly NewMail<Kind>[],
): Promise<number> {
  const mails = asked.filter(({ to }) => !isDeletedAddress(to));
  if (mails.length === 0) return 0;
  const createdAt = ctx.now();
  const queued = await insertMails(
    tx,
    mails.map(({ kind, reference, to, data, secrets }) => {
      return { kind, reference, to, data, secrets: secrets ?? null, createdAt };
    }),
  );
  const isUrgent = (row: { kind: MailKind; reference: string }) =>
    mails.some(
      ({ kind, reference, isUrgent }) =>
        isUrgent && kind === row.kind && reference === row.reference,
    );
  const priorityOf = (row: (typeof queued)[number]) => mailPriority(row.kind, isUrgent(row));
  for (const [priority, some] of Map.groupBy(queued, priorityOf)) {
    const jobs = some.map(({ id }) => ({ mailId: id }));
    await ctx.jobs.send(tx, "send-mail", jobs, { priority });
  }
  await enqueuePushes(ctx, tx, queued);
  return queued.length;
}
