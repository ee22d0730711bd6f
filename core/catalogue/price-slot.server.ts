import type { Context } from "../context.server.ts";
import type { Cents } from "../money.ts";
import type { SlotKind } from "./schema.ts";
import { readSlotPrice } from "./store.server.ts";

/** What a client pays for this slot today; null when there is none. */
export function priceSlot(
  ctx: Context,
  { kind, slotId }: { kind: SlotKind; slotId: string },
): Promise<Cents | null> {
  return readSlotPrice(ctx.db, kind, slotId);
}
