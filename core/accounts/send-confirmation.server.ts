import type { Context } from "../context.server.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { SIGN_UP_LIFE } from "./rules.ts";
import { insertSignUp, type SignUp } from "./store.server.ts";

/** Keeps a sign-up under a new one-time link and sends that link to the mailbox. */
export async function sendConfirmation(ctx: Context, email: string, signUp: SignUp): Promise<void> {
  const expiresAt = new Date(ctx.now().getTime() + SIGN_UP_LIFE);
  await ctx.db.transaction(async (tx) => {
    const { id, token } = await insertSignUp(tx, email, signUp, expiresAt);
    await enqueueMail(ctx, tx, {
      kind: "confirm-email",
      reference: id,
      to: email,
      data: {},
      secrets: { token },
    });
  });
}
