import { z } from "zod";
import type { Context } from "../context.server.ts";
import { parseInput } from "../parse.ts";
import { tickOf } from "./labels.ts";
import type { Tick } from "./schema.ts";
import { listAccepted } from "./store.server.ts";

/** Null without a tick (rule: tick). */
export async function showTick(ctx: Context, input: unknown): Promise<Tick | null> {
  const { professionalId } = parseInput(z.object({ professionalId: z.uuid() }), input);
  return tickOf(await listAccepted(ctx.reads, professionalId), ctx.now());
}
