import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { BARE_CLIENT } from "../rules.ts";
import { insertAccount, lockAccount } from "../store.server.ts";

/**
 * Runs in the settlement's transaction; leaves a confirmed account as it is (rule: guest-account).
 * `email` is lower case. `isNew`: credentials are on their way to the mailbox.
 */
export async function createGuestAccount(
  ctx: Context,
  tx: Transaction,
  { email, reference }: { email: string; reference: string },
): Promise<{ userId: string; isNew: boolean }> {
  await insertAccount(tx, { userId: newId(), email, ...BARE_CLIENT, confirmed: false });
  const account = await lockAccount(tx, email);
  if (!account) throw new Error("a guest's account could neither be made nor found");
  const { userId, confirmed } = account;
  if (!confirmed) await ctx.jobs.send(tx, "issue-temporary-password", { userId, reference });
  return { userId, isNew: !confirmed };
}
