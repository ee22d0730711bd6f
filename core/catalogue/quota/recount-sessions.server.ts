import { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { countCreations, writeUsage } from "./store.server.ts";
import { lockMonth } from "./use-quota.server.ts";

const input = z.object({ userId: z.string() });

/**
 * Two API calls, up and down, only recount (rule: quota-month).
 * @throws AppError `forbidden` for anybody else's.
 */
export async function recountSessions(ctx: Context, raw: unknown): Promise<number> {
  const { userId } = requireActor(ctx);
  if (parseInput(input, raw).userId !== userId) throw new AppError("forbidden");
  return ctx.db.transaction(async (tx) => {
    const { since } = await lockMonth(tx, userId, ctx.now());
    const used = await countCreations(tx, userId, since);
    await writeUsage(tx, userId, { used, since });
    return used;
  });
}
