import type { Context } from "../../context.server.ts";
import { type Cents, cents } from "../../money.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { type ChangeMail, readChange } from "../changes/read-change-mail.server.ts";

export interface MoveMail extends ChangeMail {
  back: Cents;
}

/** Null once the booking is cancelled or has begun. */
export async function readMoveMail(
  ctx: Context,
  { data }: QueuedMail<"booking-moved-client" | "booking-moved-professional">,
): Promise<MoveMail | null> {
  const change = await readChange(ctx, data);
  return change && { ...change, back: cents(data.backCents) };
}
