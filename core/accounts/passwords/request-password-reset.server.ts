import type { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { parseInput } from "../../parse.ts";
import { limitByAddress } from "../limit-by-address.server.ts";
import { mayMail } from "../limit-mails.server.ts";
import { insertReset } from "../links/store.server.ts";
import { RESET_LIFE } from "../rules.ts";
import { resetRequestInput } from "../schema.ts";

type ResetRequest = z.output<typeof resetRequestInput>;

/**
 * Sends a link that lets the mailbox's owner choose a new password (rule: reset-link). Unknown
 * addresses take the same steps, and only their mail is dropped when its turn comes (rule:
 * same-answer). Beyond the limits the form says so, rather than leave somebody waiting for a mail.
 *
 * @param input `{ email, suite?, favori? }`: `suite` is the path that the login leads to afterwards,
 * `favori` the session that it adds to the favourites.
 * @throws AppError `invalid_input`, `rate_limited`.
 */
export async function requestPasswordReset(ctx: Context, input: unknown): Promise<void> {
  const { email, suite, favori } = parseInput(resetRequestInput, input);
  await limitByAddress(ctx, "reset-password");
  await mailReset(ctx, { email, suite, favori });
}

/**
 * The same for whoever is permitted already, within the limit of mails to one mailbox.
 *
 * @param also runs in the transaction of the mail.
 * @throws AppError `rate_limited`.
 */
export async function mailReset(
  ctx: Context,
  { email, suite, favori }: Pick<ResetRequest, "email"> & Partial<ResetRequest>,
  also?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  if (!(await mayMail(ctx, "reset-password", email))) {
    // The newest link outlives the count, so that there is always one that works.
    throw new AppError("rate_limited", {
      message:
        "Plusieurs liens ont déjà été demandés pour cette adresse. Celui du dernier e-mail reste valable une heure : ouvrez-le, ou réessayez plus tard.",
    });
  }
  const expiresAt = new Date(ctx.now().getTime() + RESET_LIFE);
  await ctx.db.transaction(async (tx) => {
    const { id, token } = await insertReset(tx, email, expiresAt, {
      ...(suite && { next: suite }),
      ...(favori && { favorite: favori }),
    });
    await enqueueMail(ctx, tx, {
      kind: "reset-password",
      reference: id,
      to: email,
      data: {},
      secrets: { token },
    });
    await also?.(tx);
  });
}
