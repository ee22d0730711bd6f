import type { Context } from "../../context.server.ts";
import type { Cents } from "../../money.ts";
import { listOffers } from "./store.server.ts";

export interface SlotOffer {
  seats: number;
  until: Date;
  /** Of a seat, when the offer was made. */
  priceCents: Cents;
}

/** By slot (rule: waiting-list). */
export async function showOffers(
  ctx: Context,
  asked: { userId: string; offeringId: string },
): Promise<Map<string, SlotOffer>> {
  const offers = await listOffers(ctx.readers.fresh, { ...asked, now: ctx.now() });
  return new Map(offers.map(({ slotId, ...offer }) => [slotId, offer]));
}
