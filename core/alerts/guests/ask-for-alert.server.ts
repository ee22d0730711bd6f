import { hashSecret, newId, newSecret } from "#platform/ids.server.ts";
import { limitByAddress } from "../../accounts/limit-by-address.server.ts";
import { mayMail } from "../../accounts/limit-mails.server.ts";
import type { Context } from "../../context.server.ts";
import { dayKey } from "../../dates.ts";
import { AppError } from "../../errors.ts";
import { mailboxOf } from "../../mailbox.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { parseInput } from "../../parse.ts";
import { compileConditions, settleDay } from "../compile-conditions.server.ts";
import { alertConditions } from "../schema.ts";
import { ALERT_LINK_LIFE } from "./rules.ts";
import { askerInput } from "./schema.ts";
import { insertAlertLink } from "./store.server.ts";

/**
 * Mails somebody without a login the link that keeps a search for them (rule: guest-alerts). Until
 * it is followed nothing is told. A mailbox gets one such mail a day, whatever is asked; the answer
 * is always the same (rule: same-answer).
 *
 * @param input `{ email }` and the conditions of a search.
 * @throws AppError `invalid_input`, also for a place that is not known; `rate_limited` by network.
 */
export async function askForAlert(
  ctx: Context,
  { email: typed, ...asked }: { email?: unknown; [condition: string]: unknown },
): Promise<void> {
  const now = ctx.now();
  const { email, conditions } = readAsked(typed, asked, now);
  await limitByAddress(ctx, "alert-link");
  if (!(await mayMail(ctx, "alert-link", email))) return;
  const id = newId();
  const secret = newSecret();
  await ctx.db.transaction(async (tx) => {
    const isFirst = await enqueueMail(ctx, tx, {
      kind: "alert-link",
      reference: `${hashSecret(mailboxOf(email))}:${dayKey(now)}`,
      to: email,
      data: { linkId: id },
      secrets: { token: `${id}.${secret}` },
    });
    if (!isFirst) return;
    await insertAlertLink(tx, {
      ...{ id, secretHash: hashSecret(secret), email, createdAt: now },
      conditions: conditions as Record<string, string | number>,
      expiresAt: new Date(now.getTime() + ALERT_LINK_LIFE),
    });
  });
}

/** The address and the search, or what is wrong with both at once. */
function readAsked(typed: unknown, asked: object, now: Date) {
  const address = askerInput.safeParse({ email: typed ?? "" });
  try {
    const settled = settleDay(parseInput(alertConditions, asked), now);
    const { conditions } = compileConditions(settled, now);
    return { ...parseInput(askerInput, { email: typed ?? "" }), conditions };
  } catch (error) {
    const email = address.error?.issues[0]?.message;
    if (!(error instanceof AppError) || !email) throw error;
    throw new AppError("invalid_input", { fields: { ...error.fields, email: [email] } });
  }
}
