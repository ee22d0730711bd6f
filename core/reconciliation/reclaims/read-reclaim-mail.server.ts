import { readMailAbout } from "../../bookings/read-booking-mail.server.ts";
import type { Context } from "../../context.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { findPayment } from "../../payments/find-payment.server.ts";
import type { ReclaimMail } from "./schema.ts";
import { findReclaim } from "./store.server.ts";

/** Null once the booking is gone. */
export async function readReclaimMail(
  ctx: Context,
  { data }: QueuedMail<"share-reclaimed">,
): Promise<ReclaimMail | null> {
  const reclaim = await findReclaim(ctx.db, data.reclaimId);
  const view = await readMailAbout(ctx, data.bookingId);
  const payment = await findPayment(ctx.db, { reference: data.bookingId });
  if (!reclaim || !view || !payment) return null;
  const { amountCents: takenCents, reason } = reclaim;
  return { ...view, takenCents, reason, byBank: payment.chargedBackCents > 0 };
}
