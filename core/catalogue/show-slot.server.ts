import { z } from "zod";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import type { SessionDetailView, SlotView } from "./schema.ts";
import { showSession } from "./show-session.server.ts";
import { readSessionOfSlot } from "./store.server.ts";

const address = z.object({ slotId: z.uuid() });

/**
 * A future slot with its session, for the summary before payment.
 *
 * @throws AppError `not_found` when there is no such slot, or it has begun or was withdrawn.
 */
export async function showSlot(
  ctx: Context,
  raw: unknown,
): Promise<{ session: SessionDetailView; slot: SlotView }> {
  const asked = address.safeParse(raw);
  const sessionId = asked.success ? await readSessionOfSlot(ctx.db, asked.data.slotId) : null;
  const session = await showSession(ctx, { sessionId });
  const slot = session.slots.find(({ id }) => id === asked.data?.slotId);
  if (!slot) throw new AppError("not_found");
  return { session, slot };
}
