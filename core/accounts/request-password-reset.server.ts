import type { Context } from "../context.server.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { parseInput } from "../parse.ts";
import { limitRequests, mayMail } from "./limit-requests.server.ts";
import { RESET_LIFE } from "./rules.ts";
import { emailInput } from "./schema.ts";
import { insertReset } from "./store.server.ts";

/**
 * Sends a link that lets the mailbox's owner choose a new password (S1§2, R26). Everything happens
 * for unknown addresses too, only their mail is dropped when its turn comes (R24).
 *
 * @param input `{ email }`
 * @throws AppError `invalid_input`, `rate_limited`.
 */
export async function requestPasswordReset(ctx: Context, input: unknown): Promise<void> {
  const { email } = parseInput(emailInput, input);
  await limitRequests(ctx, "reset-password");
  if (!(await mayMail(ctx, "reset-password", email))) return;
  const expiresAt = new Date(ctx.now().getTime() + RESET_LIFE);
  await ctx.db.transaction(async (tx) => {
    const { id, token } = await insertReset(tx, email, expiresAt);
    await enqueueMail(ctx, tx, {
      kind: "reset-password",
      reference: id,
      to: email,
      data: {},
      secrets: { token },
    });
  });
}
