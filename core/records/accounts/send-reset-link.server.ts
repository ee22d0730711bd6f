import type { z } from "zod";
import { mailReset } from "../../accounts/passwords/request-password-reset.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { requiredReason } from "../../operators/acts/schema.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { accountInput } from "../schema.ts";
import { readAccount } from "./store.server.ts";

const linkInput = accountInput.extend({ reason: requiredReason });

/**
 * To the account's own mailbox, as they could ask themselves (rule: reset-link).
 * @throws AppError `not_found`, `forbidden` to all but assistance, `conflict` for an account that
 * is not open, `rate_limited` beyond the limit on mails.
 */
export async function sendResetLink(ctx: Context, input: z.input<typeof linkInput>): Promise<void> {
  requireOperator(ctx, "assistance");
  const { userId, reason } = parseInput(linkInput, input);
  const account = await readAccount(ctx.db, userId);
  if (!account) throw new AppError("not_found", { message: "Ce compte n'existe pas." });
  if (account.profile.accountStatus !== "active") throw new AppError("conflict");
  await mailReset(ctx, { email: account.profile.email }, (tx) =>
    recordAct(ctx, tx, {
      ...{ act: "reset_sent", object: { kind: "account", id: userId } },
      ...{ personId: userId, reason },
    }),
  );
}
