import { sql } from "drizzle-orm";
import { rowOf } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import type { Cents } from "../../money.ts";
import { isAwaited } from "../../occupancy/why-not-bookable.server.ts";
import { priceNow } from "../../prices/read-price.server.ts";
import type { SlotKind } from "../schema.ts";

export async function priceSlot(
  ctx: Context,
  { kind, slotId }: { kind: SlotKind; slotId: string },
): Promise<{ priceCents: Cents; free: number } | null> {
  const found = await ctx.db.execute(sql`
    select ${priceNow(ctx.now())} as "priceCents",
      case when ${isAwaited()} then 0 else slot.available_spots end as free from slots slot
      join offerings offering on offering.id = slot.offering_id
    where slot.id = ${slotId} and offering.kind = ${kind}`);
  return rowOf(found);
}
