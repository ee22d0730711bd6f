import type { Context } from "../../context.server.ts";
import type { Cents } from "../../money.ts";
import type { SlotKind } from "../schema.ts";
import { readSlotPrice } from "./store.server.ts";

/** The price of this slot for a client now; null when there is none. */
export function priceSlot(
  ctx: Context,
  { kind, slotId }: { kind: SlotKind; slotId: string },
): Promise<Cents | null> {
  return readSlotPrice(ctx.db, kind, slotId, ctx.now());
}
