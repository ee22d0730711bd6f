import type { Context } from "../context.server.ts";
import { HOUR, SECOND } from "../durations.ts";
import { AppError } from "../errors.ts";
import { REQUESTS_PER_ADDRESS } from "./rules.ts";

/** @throws AppError `rate_limited` beyond the limit of a network address (rule: login-limits). */
export async function limitByAddress(ctx: Context, name: string): Promise<void> {
  if (ctx.address === null) return;
  const allowed = await ctx.limits.consume(name, ctx.address, REQUESTS_PER_ADDRESS, HOUR / SECOND);
  if (!allowed) throw new AppError("rate_limited");
}
