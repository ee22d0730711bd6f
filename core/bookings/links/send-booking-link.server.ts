import { hashSecret, newId, newSecret } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { dayKey } from "../../dates.ts";
import { mailboxOf } from "../../mailbox.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import type { HoldInput } from "../holds/hold-seat.server.ts";
import { LINK_LIFETIME, MAX_LINKS_PER_BOOKING } from "../holds/rules.ts";
import type { Booking } from "../store.server.ts";
import { countLinks, insertLink } from "./store.server.ts";

/**
 * Mails a guest the link to continue, at most one a day; a free booking's again on request.
 * @param onePer « if held »: its mail is dropped where this e-mail holds no checkout of the slot.
 */
export async function sendBookingLink(
  ctx: Context,
  tx: Transaction,
  { booking, email, ...input }: HoldInput & { email: string; booking: Booking | null },
  onePer: "of the day" | "of this slot" | "of this slot, if held" = "of the day",
): Promise<void> {
  const now = ctx.now();
  const mailbox = mailboxOf(email);
  const sent = await countLinks(tx, {
    mailbox,
    bookingId: booking?.id ?? null,
    slotId: onePer === "of the day" ? null : input.slotId,
    since: new Date(now.getTime() - LINK_LIFETIME),
  });
  if (sent >= (booking ? MAX_LINKS_PER_BOOKING : 1)) return;
  const id = newId();
  const secret = newSecret();
  await insertLink(tx, {
    id,
    secretHash: hashSecret(secret),
    email,
    mailbox,
    kind: input.kind,
    offeringId: input.offeringId,
    slotId: input.slotId,
    seats: input.seats,
    amount: input.amount ?? null,
    bookingNotes: input.bookingNotes || null,
    companions: input.companions || null,
    smsNumber: input.smsNumber || null,
    bookingId: booking?.id ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + LINK_LIFETIME),
  });
  await enqueueMail(ctx, tx, {
    kind: "booking-link",
    reference: id,
    to: email,
    data: { linkId: id, ...(onePer === "of this slot, if held" && { isOfHold: true }) },
    secrets: { token: `${id}.${secret}` },
  });
}

/** Mails what the browser must not learn, written for every guest alike (rule: same-answer). */
export async function warnMailbox(ctx: Context, tx: Transaction, booking: Booking): Promise<void> {
  const mailbox = hashSecret(mailboxOf(booking.buyerEmail));
  await enqueueMail(ctx, tx, {
    kind: "needless-payment",
    reference: `${booking.slotId}:${mailbox}:${dayKey(ctx.now())}`,
    to: booking.buyerEmail,
    data: { bookingId: booking.id },
  });
}
