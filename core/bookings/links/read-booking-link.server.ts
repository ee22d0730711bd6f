import type { z } from "zod";
import { hashSecret, matchesHash } from "#platform/ids.server.ts";
import * as addresses from "#site/addresses.ts";
import { inCity } from "../../catalogue/rules.ts";
import type { Context } from "../../context.server.ts";
import { cents } from "../../money.ts";
import { parseInput } from "../../parse.ts";
import { bookingTexts } from "../labels.ts";
import { freeCheckoutId, resultPath } from "../rules.ts";
import { type BookingLinkView, bookingLinkInput } from "../schema.ts";
import { findBooking } from "../store.server.ts";
import { type BookingLink, findLink, findOffered } from "./store.server.ts";

/** Changes nothing, because mail scanners open links too; null when the link does not work. */
export async function readBookingLink(
  ctx: Context,
  input: z.input<typeof bookingLinkInput>,
): Promise<BookingLinkView | null> {
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
    priceCents: bookingId ? cents(0) : cents(offered.priceCents * link.seats),
    donePath: booking?.status === "confirmed" ? resultPath(true, freeCheckoutId(booking.id)) : null,
  };
}

/** Null when it is unknown or expired. */
export async function findByToken(ctx: Context, token: string): Promise<BookingLink | null> {
  const [, id, secret = ""] = token.match(/^([0-9a-f-]{36})\.([\w-]{43})$/) ?? [];
  const link = id ? await findLink(ctx.db, id, ctx.now()) : null;
  return link && matchesHash(secret, link.secretHash) ? link : null;
}
