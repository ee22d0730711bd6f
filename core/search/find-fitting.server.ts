import type { SessionCardView, SlotKind } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import { findAmong } from "./listed/find-listed.server.ts";
import { planOf } from "./listed/rules.ts";
import { NOTHING_TYPED, type OfferQuery } from "./schema.ts";
import { readListedSlots } from "./store.server.ts";
import { kilometresTo } from "./typing/schema.ts";
import { understandTyped } from "./typing/understand-query.server.ts";

/** Bookable slots among these that meet a search, the soonest first (rule: search-match). */
export async function findFitting(
  ctx: Pick<Context, "reads" | "now">,
  conditions: Partial<Omit<OfferQuery, "kind">>,
  slotIds: readonly string[],
): Promise<FittingSlot[]> {
  const now = ctx.now();
  const slots = await readListedSlots(ctx.reads, slotIds, now);
  const fitting: FittingSlot[] = [];
  for (const [kind, some] of Map.groupBy(slots, ({ kind }) => kind)) {
    const understood = await understandTyped(ctx, { ...NOTHING_TYPED, ...conditions, kind });
    const plan = planOf(understood, { ...conditions, sort: "date" }, now);
    const found = plan ? await findAmong(ctx.reads, plan, some) : [];
    for (const { key, card } of found) {
      const slot = some.find(
        ({ no, start }) => no === key.no && start.getTime() === card.nextSlot?.start.getTime(),
      );
      const place = { cell: key.cell, point: card.point ?? null };
      const distance = kilometresTo(place, plan?.around ?? null);
      if (slot) fitting.push({ slotId: slot.slotId, kind, start: slot.start, card, distance });
    }
  }
  return fitting.sort((one, other) => one.start.getTime() - other.start.getTime());
}

export interface FittingSlot {
  slotId: string;
  kind: SlotKind;
  start: Date;
  card: SessionCardView;
  distance: number | null;
}
