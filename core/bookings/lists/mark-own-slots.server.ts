import { hashSecret } from "#platform/ids.server.ts";
import * as addresses from "#site/addresses.ts";
import { signLink } from "../../accounts/logins/sign-login.server.ts";
import type { SlotKind, SlotView, Unbookable } from "../../catalogue/schema.ts";
import type { Context } from "../../context.server.ts";
import { viewUndated } from "../../prices/rules.ts";
import { type SlotOffer, showOffers } from "../../waiting-list/list-waiting.server.ts";
import { listLiveOf } from "../holds/store.server.ts";
import { CLOSED_LABELS, heldLabel, IN_MAIL_LABEL, PROCESSING_LABEL } from "../labels.ts";
import type { HeldSlot, OfferedSlot } from "../schema.ts";
import { seatsLabel } from "../seats/labels.ts";
import type { BookingRow } from "../store.server.ts";

interface Offering {
  id: string;
  slots: SlotView[];
  unbookable: Unbookable | null;
  professional: { id: string };
}

const SHUT = ["sold_out", "held", "closed"] as const;

/**
 * What its visitor may do, whoever is signed in (rules: seat-hold, one-place, notice, buyer-proof).
 */
export async function markOwnSlots<Offered extends Offering>(
  ctx: Context,
  kind: SlotKind,
  offering: Offered,
  guestProof: string | undefined,
): Promise<Omit<Offered, "slots"> & { slots: OfferedSlot[] }> {
  const now = ctx.now();
  const own = await findOwn(ctx, { kind, offeringId: offering.id }, guestProof);
  // Seats kept for this visitor, who waited for them, are free to them alone.
  const offers = await showOffers(ctx, offering.id);
  const isShut = SHUT.some((reason) => reason === offering.unbookable);
  const isOwn = ctx.actor !== null && ctx.actor.professionalId === offering.professional.id;
  const isLineOpen = (isShut || offering.unbookable === null) && !isOwn;
  const slots: OfferedSlot[] = offering.slots.map((slot) => {
    const mine = own.get(slot.id);
    const offer = mine ? undefined : offers.get(slot.id);
    if (offer) return offerTo(slot, offer);
    const label = labelOf(slot, now);
    const isWaitable = !mine && isLineOpen && slot.availableSpots === 0 && !slot.closed;
    return { ...slot, isWaitable, ...(mine ?? (label && { mark: { label, hold: null } })) };
  });
  const isWayIn = isShut && slots.some((slot) => slot.mark?.hold || slot.keptUntil);
  return { ...offering, slots, ...(isWayIn && { unbookable: null }) };
}

function offerTo(slot: SlotView, { seats, until, priceCents }: SlotOffer): OfferedSlot {
  const isLower = priceCents < slot.price.nowCents;
  const lower = viewUndated({ priceCents, discountedPriceCents: null });
  return {
    ...{ ...slot, availableSpots: seats, heldUntil: null, keptUntil: until },
    ...(isLower && { price: lower, steps: [] }),
  };
}

function labelOf({ availableSpots, heldUntil, closed }: SlotView, now: Date): string | null {
  if (closed && (heldUntil || availableSpots > 0)) return CLOSED_LABELS[closed];
  return heldUntil && heldLabel(heldUntil, now);
}

/** A held seat keeps its price, even if the price has changed for others. */
type Own = Pick<OfferedSlot, "mark"> & Partial<Pick<OfferedSlot, "price" | "steps">>;

async function findOwn(
  ctx: Context,
  asked: { kind: SlotKind; offeringId: string },
  guestProof: string | undefined,
): Promise<Map<string, Own>> {
  const own = new Map<string, Own>();
  const userId = ctx.actor?.userId ?? null;
  if (userId === null && guestProof === undefined) return own;
  const guestProofHash = guestProof === undefined ? null : hashSecret(guestProof);
  for (const row of await listLiveOf(ctx.readers.fresh, { userId, guestProofHash }, asked)) {
    const hold = await toHeld(ctx, row);
    const say = (label: string) => own.set(row.slotId, { mark: { label, hold: null } });
    if (row.isProcessing) say(PROCESSING_LABEL);
    else if (hold) {
      const price = viewUndated({ priceCents: row.pricePaidCents, discountedPriceCents: null });
      const label = row.seats > 1 ? `Vos ${seatsLabel(row.seats)}` : "Votre place";
      own.set(row.slotId, { mark: { label, hold }, price, steps: [] });
    } else if (row.status === "confirmed") say("Déjà réservé");
    else if (row.pricePaidCents === 0) say(IN_MAIL_LABEL);
  }
  return own;
}

/** Null once the time to pay is over, since the provider is about to end the checkout. */
async function toHeld(ctx: Context, row: BookingRow): Promise<HeldSlot | null> {
  const { status, paymentId, seats, checkoutUrl, checkoutExpiresAt: until } = row;
  if (status !== "pending" || !paymentId || !until || until <= ctx.now()) return null;
  const cancelPath = addresses.cancelPayment(await signLink(ctx, "payment-cancel", paymentId));
  return { seats, until, checkoutUrl, cancelPath };
}
