import type { SessionCardView, SlotKind } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import { findAmong, findPage, findSessions } from "./listed/find-listed.server.ts";
import { planOf, planSoonest } from "./listed/rules.ts";
import { COUNT_LIMIT, DEFAULT_SORT } from "./rules.ts";
import type { OfferQuery } from "./schema.ts";
import { readListedSlots } from "./store.server.ts";
import { kilometresTo } from "./typing/schema.ts";
import { understandTyped } from "./typing/understand-query.server.ts";

/** Lists bookable sessions (rule: bookable), soonest first, counted up to {@link COUNT_LIMIT}. */
export async function listBookable(
  ctx: Context,
  { professionalId, limit }: { professionalId: string; limit: number },
): Promise<{ sessions: SessionCardView[]; count: number; hasMore: boolean }> {
  const plan = planSoonest(ctx.now(), { professional: professionalId });
  const { sessions, total } = await findPage(ctx.reads, plan, { offset: 0, limit });
  return {
    sessions: sessions.map(({ card }) => card),
    count: Math.min(total, COUNT_LIMIT),
    hasMore: total > COUNT_LIMIT,
  };
}

interface NearSession {
  card: SessionCardView;
  distance: number | null;
}

const ANY = { q: "", location: "", category: "" };

export async function listNear(
  ctx: Context,
  { place, radius, limit }: { place: string; radius: number; limit: number },
): Promise<NearSession[]> {
  const understood = await understandTyped(ctx, { ...ANY, kind: "session", place, radius });
  const plan = planOf(understood, { sort: DEFAULT_SORT }, ctx.now());
  if (!plan) return [];
  const found = await findSessions(ctx.reads, plan, limit);
  return found.map(({ key: { cell }, card: { point = null, ...card } }) => ({
    ...{ card, distance: kilometresTo({ cell, point }, plan.around) },
  }));
}

export interface FittingSlot {
  slotId: string;
  kind: SlotKind;
  start: Date;
  card: SessionCardView;
  distance: number | null;
}

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
    const understood = await understandTyped(ctx, { ...ANY, ...conditions, kind });
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
