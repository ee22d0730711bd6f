import { eachByItself, inBatches } from "#platform/batches.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import type { Leaver } from "../mailbox.ts";
import { deleteDevicesOf } from "./push/store.server.ts";
import { anonymiseMails, deleteMails, dropMails } from "./store.server.ts";
import { MAIL_TOPICS, PUSH_TOPICS } from "./topics/rules.ts";
import { deleteRefusals } from "./topics/store.server.ts";

/** Gives up one whose job was lost (rule: retention). False when some are left. */
export function purgeMails(
  ctx: Context,
  due: { queuedBefore: Date; deleteBefore: Date },
): Promise<boolean> {
  return eachByItself({
    "mails that no job sent": () =>
      inBatches(async () => {
        const dropped = await dropMails(ctx.db, due.queuedBefore);
        if (dropped > 0) ctx.log.error({ dropped }, "mails were given up: no job sent them");
        return dropped;
      }),
    "mails that are old": () => inBatches(() => deleteMails(ctx.db, due.deleteBefore)),
  });
}

/** Leaves only the fact that mails were sent (rule: account-deletion). */
export async function anonymiseRecipient(tx: Transaction, leaver: Leaver): Promise<void> {
  await anonymiseMails(tx, leaver);
  const { userId } = leaver;
  await deleteRefusals(tx, "mail", { userId, topics: MAIL_TOPICS });
  await deleteRefusals(tx, "push", { userId, topics: PUSH_TOPICS });
  await deleteDevicesOf(tx, userId);
}
