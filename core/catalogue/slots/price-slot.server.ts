import type { Context } from "../../context.server.ts";
import type { Cents } from "../../money.ts";
import type { SlotKind } from "../schema.ts";
import { readSlotPrice } from "./store.server.ts";

/**
 * The current price of a seat in this slot, and the number of free seats; null if there is no such
 * slot.
 */
export function priceSlot(
  ctx: Context,
  { kind, slotId }: { kind: SlotKind; slotId: string },
): Promise<{ priceCents: Cents; free: number } | null> {
  return readSlotPrice(ctx.db, kind, slotId, ctx.now());
}
