import { limitByAddress, mayMail } from "../accounts/limit-logins.server.ts";
import type { Context } from "../context.server.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { parseInput } from "../parse.ts";
import { withdrawalText } from "./rules.ts";
import { withdrawalInput } from "./schema.ts";
import { storeMessage } from "./send-contact-message.server.ts";

/**
 * Accepts every declaration, with a receipt (code de la consommation, L221-21 and D221-5).
 * @throws AppError `rate_limited` by the sender's network alone.
 */
export async function withdrawFromContract(
  ctx: Context,
  input: unknown,
): Promise<{ messageId: string; email: string; receivedAt: Date; isMailed: boolean }> {
  const { name, email, contract } = parseInput(withdrawalInput, input);
  await limitByAddress(ctx, "withdrawal");
  const isOwn = ctx.actor?.email === email;
  const isMailed = isOwn || (await mayMail(ctx, "withdrawal", email));
  const receivedAt = ctx.now();
  const messageId = await ctx.db.transaction(async (tx) => {
    const id = await storeMessage(ctx, tx, {
      kind: "withdrawal",
      name,
      email,
      message: withdrawalText(contract),
      fields: { contract },
    });
    if (isMailed) {
      await enqueueMail(ctx, tx, {
        kind: "withdrawal-receipt",
        reference: id,
        to: email,
        data: { messageId: id },
      });
    }
    return id;
  });
  return { messageId, email, receivedAt, isMailed };
}
