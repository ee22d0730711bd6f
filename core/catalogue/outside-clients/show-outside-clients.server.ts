import { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { permitSource } from "../publishing/permit-slot.server.ts";
import type { OutsideView } from "./schema.ts";
import { listOutside, readSeats } from "./store.server.ts";

const input = z.object({ slotId: z.uuid() });

/** @throws AppError `forbidden` to anybody but the owner. */
export async function showOutsideClients(
  ctx: Context,
  raw: z.input<typeof input>,
): Promise<OutsideView> {
  requireActor(ctx);
  const { slotId } = parseInput(input, raw);
  const { kind, title } = await permitSource(ctx, { slotId });
  const slot = await readSeats(ctx.db, slotId);
  if (!slot) throw new AppError("not_found");
  const { start, end, left, isAwaited } = slot;
  const clients = await listOutside(ctx.db, slotId);
  return { slotId, kind, title, start, end, left, isAwaited, clients };
}
