import { limitByAddress } from "../accounts/limit-by-address.server.ts";
import type { Context } from "../context.server.ts";
import { parseInput } from "../parse.ts";
import { isGiftCardCall } from "./rules.ts";
import { contactInput, giftCardCall } from "./schema.ts";
import { storeMessage } from "./store-message.server.ts";

/**
 * Without a subject it must be a gift-card enquiry's text (rule: kept-messages).
 * @throws AppError `rate_limited` by network address.
 */
export async function sendContactMessage(
  ctx: Context,
  input: unknown,
): Promise<{ messageId: string }> {
  const message = isGiftCardCall(input)
    ? { kind: "gift_card" as const, ...parseInput(giftCardCall, input) }
    : { kind: "contact" as const, ...parseInput(contactInput, input) };
  await limitByAddress(ctx, "message");
  const messageId = await ctx.db.transaction((tx) => storeMessage(ctx, tx, message));
  return { messageId };
}
