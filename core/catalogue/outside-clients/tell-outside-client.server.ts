import { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { permitSource } from "../publishing/permit-slot.server.ts";
import { writeTold } from "./store.server.ts";

const input = z.object({ slotId: z.uuid(), clientId: z.uuid(), isTold: z.boolean() });

/**
 * Notes it, or takes it back (rule: outside-clients-told).
 * @throws AppError `not_found` also for a client who still has seats.
 */
export async function tellOutsideClient(ctx: Context, raw: z.input<typeof input>): Promise<void> {
  requireActor(ctx);
  const { slotId, clientId, isTold } = parseInput(input, raw);
  await permitSource(ctx, { slotId });
  const told = { slotId, clientId, toldAt: isTold ? ctx.now() : null };
  if (!(await writeTold(ctx.db, told))) throw new AppError("not_found");
}
