import { limitByAddress } from "../accounts/limit-by-address.server.ts";
import type { Context } from "../context.server.ts";
import { parseInput } from "../parse.ts";
import { giftCardText } from "./rules.ts";
import { giftCardInput } from "./schema.ts";
import { storeMessage } from "./store-message.server.ts";

/** For a company (rule: kept-messages). @throws AppError `rate_limited` by network address. */
export async function requestGiftCard(ctx: Context, input: unknown): Promise<void> {
  const enquiry = parseInput(giftCardInput, input);
  await limitByAddress(ctx, "message");
  await ctx.db.transaction((tx) =>
    storeMessage(ctx, tx, {
      kind: "gift_card",
      name: enquiry.contactName,
      email: enquiry.email,
      message: giftCardText(enquiry),
      fields: enquiry,
    }),
  );
}
