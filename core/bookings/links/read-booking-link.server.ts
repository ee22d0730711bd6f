import type { z } from "zod";
import { hashSecret, matchesHash } from "#platform/ids.server.ts";
import * as addresses from "#site/addresses.ts";
import { inCity } from "../../catalogue/rules.ts";
import type { Context } from "../../context.server.ts";
import { cents } from "../../money.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { parseInput } from "../../parse.ts";
import { FREE_HOLD_LIFETIME } from "../holds/rules.ts";
import { listGuestHolds } from "../holds/store.server.ts";
import { bookingTexts } from "../labels.ts";
import { bookingLinkPath, freeCheckoutId, resultPath } from "../rules.ts";
import { bookingLinkInput } from "../schema.ts";
import { findBooking } from "../store.server.ts";
import { type BookingLink, findLink, findOffered } from "./store.server.ts";

/** Changes nothing, because mail scanners open links too; null when the link does not work. */
export async function readBookingLink(ctx: Context, input: z.input<typeof bookingLinkInput>) {
  const { token, guestProof } = parseInput(bookingLinkInput, input);
  const link = await findByToken(ctx, token);
  const offered = link && (await findOffered(ctx.db, link, ctx.now()));
  if (!link || !offered) return null;
  const isFollowed = link.proofHash !== null;
  if (isFollowed && hashSecret(guestProof ?? "") !== link.proofHash) return null;
  const { bookingId } = link;
  const booking = isFollowed && bookingId ? await findBooking(ctx.db, bookingId) : null;
  return {
    ...bookingTexts(inCity(offered)),
    offeringPath: addresses.offering(link.kind, link.offeringId),
    professionalId: offered.professionalId,
    seats: link.seats,
    // A free one is confirmed by this link.
    priceCents: bookingId ? cents(0) : cents(offered.priceCents * link.seats),
    donePath: booking?.status === "confirmed" ? resultPath(true, freeCheckoutId(booking.id)) : null,
  };
}

export async function findByToken(ctx: Context, token: string): Promise<BookingLink | null> {
  const [, id, secret = ""] = token.match(/^([0-9a-f-]{36})\.([\w-]{43})$/) ?? [];
  const link = id ? await findLink(ctx.db, id, ctx.now()) : null;
  return link && matchesHash(secret, link.secretHash) ? link : null;
}

/** Null if the link has expired, its slot is gone, or the hold that it continues has ended. */
export async function readLinkMail(ctx: Context, mail: QueuedMail<"booking-link">) {
  const link = await findLink(ctx.db, mail.data.linkId, ctx.now());
  const offered = link && (await findOffered(ctx.db, link, ctx.now()));
  if (!link || !offered) return null;
  if (mail.data.isOfHold && !(await isHeld(ctx, link))) return null;
  const booking = link.bookingId ? await findBooking(ctx.db, link.bookingId) : null;
  if (booking && booking.status !== "pending") return null;
  const { appUrl } = ctx.config;
  return {
    kind: link.kind,
    texts: bookingTexts(inCity(offered)),
    seats: link.seats,
    price: booking ? cents(0) : cents(offered.priceCents * link.seats),
    followUrl: appUrl + bookingLinkPath(mail.secrets.token),
    loginUrl: `${appUrl}${addresses.logIn}`,
    heldUntil: booking && new Date(booking.createdAt.getTime() + FREE_HOLD_LIFETIME),
    expiresAt: link.expiresAt,
  };
}

async function isHeld(ctx: Context, { kind, offeringId, slotId, email }: BookingLink) {
  const holds = await listGuestHolds(ctx.db, { kind, offeringId, email });
  return holds.some((hold) => hold.slotId === slotId);
}
