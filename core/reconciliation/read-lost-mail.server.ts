import type { Context } from "../context.server.ts";
import type { Cents } from "../money.ts";
import type { QueuedMail } from "../notifications/schema.ts";

export interface LostMail {
  siteUrl: string;
  amount: Cents;
}

export async function readLostMail(
  ctx: Context,
  mail: QueuedMail<"lost-payment-returned">,
): Promise<LostMail> {
  return { siteUrl: ctx.config.appUrl, amount: mail.data.amountCents };
}
