import type { Context } from "../../context.server.ts";
import { restorePayment } from "../../payments/find-payment.server.ts";
import type { LostPayment } from "../../payments/schema.ts";
import { refundableUntil } from "../rules.ts";
import { findBooking, findEmail, findSlot, insertBooking } from "../store.server.ts";

/** As an expired hold, so that settling retakes the seats; false where no such slot exists. */
export async function recoverBooking(ctx: Context, lost: LostPayment): Promise<boolean> {
  const { slot_id: slotId = "", client_id: clientId = "", guest_proof: proof } = lost.recovery;
  const { replaces_id: replacesId, commission_rate: rate, seats } = lost.recovery;
  const kind = lost.kind === "session_booking" ? "session" : "activity";
  return ctx.db.transaction(async (tx) => {
    const slot = await findSlot(tx, slotId);
    if (slot?.kind !== kind) return false;
    // Another process, or the provider's event about the payment, has restored it already.
    if (!(await restorePayment(ctx, tx, lost))) return true;
    const isKnown = clientId !== "" && (await findEmail(tx, clientId)) !== null;
    const replaced = replacesId ? await findBooking(tx, replacesId) : null;
    await insertBooking(tx, {
      kind,
      id: lost.reference,
      clientId: isKnown ? clientId : null,
      buyerEmail: lost.payerEmail,
      guestProofHash: proof ?? null,
      professionalId: slot.professionalId,
      slotId,
      replacesId: replaced?.id ?? null,
      seats: Number(seats),
      pricePaidCents: lost.amountCents,
      commissionCents: lost.applicationFeeCents,
      commissionRate: Number(rate),
      status: "cancelled",
      paymentStatus: "unpaid",
      cancelReason: "lost",
      refundableUntil: refundableUntil(slot.start),
      createdAt: lost.createdAt,
      cancelledAt: ctx.now(),
    });
    return true;
  });
}
