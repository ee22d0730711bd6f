import type { Context } from "../../context.server.ts";
import type { Cents } from "../../money.ts";
import type { SlotKind } from "../schema.ts";
import { readSlotPrice } from "./store.server.ts";

export function priceSlot(
  ctx: Context,
  { kind, slotId }: { kind: SlotKind; slotId: string },
): Promise<{ priceCents: Cents; free: number } | null> {
  return readSlotPrice(ctx.db, kind, slotId, ctx.now());
}
