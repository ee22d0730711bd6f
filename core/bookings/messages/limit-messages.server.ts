import type { Context } from "../../context.server.ts";
import { HOUR, SECOND } from "../../durations.ts";
import { AppError } from "../../errors.ts";
import { BOOKING_MESSAGES_PER_HOUR } from "./rules.ts";

/** @throws AppError `rate_limited` beyond 20 an hour. */
export async function limitMessages(ctx: Context, author: string): Promise<void> {
  if (await ctx.limits.consume("letter", author, BOOKING_MESSAGES_PER_HOUR, HOUR / SECOND)) return;
  throw new AppError("rate_limited", {
    message: `${BOOKING_MESSAGES_PER_HOUR} messages par heure au plus. Réessayez un peu plus tard.`,
  });
}
