import { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { showQuota } from "../../subscriptions/show-quota.server.ts";

const input = z.object({ userId: z.string() });

/** Only a hint: the creation itself decides. @throws AppError `forbidden` for anybody else's. */
export async function canCreateSession(ctx: Context, raw: unknown): Promise<boolean> {
  const actor = requireActor(ctx);
  if (parseInput(input, raw).userId !== actor.userId) throw new AppError("forbidden");
  return actor.professionalId !== null && (await showQuota(ctx)).state !== "reached";
}
