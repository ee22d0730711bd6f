import type { Context } from "../../context.server.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { mayMail } from "../limit-mails.server.ts";
import { insertSignUp, type SignUp } from "../links/store.server.ts";
import { SIGN_UP_LIFE } from "../rules.ts";

/**
 * Keeps a sign-up under a new one-time link and sends that link to the mailbox. Beyond the limit on
 * mails the sign-up is kept all the same: its link can be asked for later.
 *
 * @returns whether a mail is on its way.
 */
export async function sendConfirmation(
  ctx: Context,
  email: string,
  signUp: SignUp,
): Promise<boolean> {
  const expiresAt = new Date(ctx.now().getTime() + SIGN_UP_LIFE);
  const isMailed = await mayMail(ctx, "confirm-email", email);
  await ctx.db.transaction(async (tx) => {
    const { id, token } = await insertSignUp(tx, email, signUp, expiresAt);
    if (!isMailed) return;
    await enqueueMail(ctx, tx, {
      kind: "confirm-email",
      reference: id,
      to: email,
      data: {},
      secrets: { token },
    });
  });
  return isMailed;
}
