import type { z } from "zod";
import { hashSecret, newId, newSecret } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { limitByAddress, mayMail } from "../../accounts/limit-logins.server.ts";
import type { Context } from "../../context.server.ts";
import { mailboxOf } from "../../mailbox.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { parseInput } from "../../parse.ts";
import type { HoldInput } from "../holds/hold-seat.server.ts";
import { LINK_LIFETIME, MAX_LINKS_PER_BOOKING } from "../holds/rules.ts";
import { listGuestHolds } from "../holds/store.server.ts";
import { askForLinkInput } from "../schema.ts";
import type { Booking } from "../store.server.ts";
import { countLinks, findAnySlot, insertLink } from "./store.server.ts";

/** At most one a day; « if held »: dropped where this e-mail holds no checkout of the slot. */
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

/**
 * Stores a link for every e-mail, so that all answers take as long (rule: same-answer).
 * @throws AppError `invalid_input`, `rate_limited` by network.
 */
export async function askForLink(
  ctx: Context,
  input: z.input<typeof askForLinkInput>,
): Promise<void> {
  const { kind, offeringId, email } = parseInput(askForLinkInput, input);
  await limitByAddress(ctx, "booking-link");
  if (!(await mayMail(ctx, "booking-link", email))) return;
  await ctx.db.transaction(async (tx) => {
    const holds = await listGuestHolds(tx, { kind, offeringId, email });
    const slotId = holds[0]?.slotId ?? (await findAnySlot(tx, { kind, offeringId }));
    if (slotId === null) return;
    const slots = holds.length > 0 ? holds : [{ slotId, seats: 1, pricePaidCents: null }];
    for (const hold of slots) {
      const booking = "id" in hold && hold.pricePaidCents === 0 ? hold : null;
      const input = { kind, offeringId, slotId: hold.slotId, seats: hold.seats, email, booking };
      await sendBookingLink(ctx, tx, input, "of this slot, if held");
    }
  });
}
