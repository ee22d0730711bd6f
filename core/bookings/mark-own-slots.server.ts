import { hashSecret } from "#platform/ids.server.ts";
import type { SlotKind, SlotView, Unbookable } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import type { HeldSlot, OfferedSlot } from "./schema.ts";
import { type BookingRow, listLiveOf } from "./store.server.ts";

interface Offering {
  id: string;
  slots: SlotView[];
  unbookable: Unbookable | null;
}

/**
 * A session or an activity for the page that sells it: a seat that the visitor holds is theirs to pay
 * for, not « Complet » (R16), a way in where everything else is taken; and what they have booked is not
 * sold to them again (R18).
 *
 * @param guestProof the cookie of guest purchases in this browser (R27), whoever is signed in.
 */
export async function markOwnSlots<Offered extends Offering>(
  ctx: Context,
  kind: SlotKind,
  offering: Offered,
  guestProof: string | undefined,
): Promise<Omit<Offered, "slots"> & { slots: OfferedSlot[] }> {
  const userId = ctx.actor?.userId ?? null;
  if (userId === null && guestProof === undefined) return offering;
  const guestProofHash = guestProof === undefined ? null : hashSecret(guestProof);
  const asked = { kind, offeringId: offering.id };
  const own = new Map<string, NonNullable<OfferedSlot["own"]>>();
  for (const row of await listLiveOf(ctx.db, { userId, guestProofHash }, asked)) {
    const hold = toHeld(row, ctx.now());
    if (hold) own.set(row.slotId, { label: "Votre place", hold });
    else if (row.status === "confirmed") own.set(row.slotId, { label: "Déjà réservé", hold: null });
  }
  const slots: OfferedSlot[] = offering.slots.map((slot) => {
    const mine = own.get(slot.id);
    return mine ? { ...slot, own: mine } : slot;
  });
  const isWayIn = offering.unbookable === "sold_out" && slots.some((slot) => slot.own?.hold);
  return { ...offering, slots, ...(isWayIn && { unbookable: null }) };
}

/** Null once its time is over: the provider is about to end it. */
function toHeld(row: BookingRow, now: Date): HeldSlot | null {
  const { status, cancelToken, checkoutUrl, checkoutExpiresAt: until } = row;
  if (status !== "pending" || !cancelToken || !until || until <= now) return null;
  return { until, checkoutUrl, cancelPath: `/payment-canceled/${cancelToken}` };
}
