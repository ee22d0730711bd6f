import * as addresses from "#site/addresses.ts";
import type { Context } from "../context.server.ts";
import type { QueuedMail } from "../notifications/schema.ts";
import { unsubscribePage } from "../notifications/topics/choose-topics.server.ts";
import { bookingPath } from "./labels.ts";
import { type Offer, offeredPrice } from "./rules.ts";
import type { WaitingView } from "./schema.ts";
import { readForMail } from "./store.server.ts";

export interface WaitingMail extends WaitingView {
  seatCents: number;
  bookUrl: string;
  listsUrl: string;
  unsubscribeUrl: string;
}
export type OfferMail = WaitingMail & { offer: Offer };

export async function readOfferMail(
  ctx: Context,
  { id, data }: QueuedMail<"waiting-offer">,
): Promise<OfferMail | null> {
  const entry = await readForMail(ctx.db, data.entryId, ctx.now());
  if (entry?.offer?.at.toISOString() !== data.offeredAt) return null;
  const seatCents = offeredPrice(entry.offer, entry.nowCents);
  return { ...entry, offer: entry.offer, seatCents, ...linksOf(ctx, id, entry) };
}

export async function readOpenMail(
  ctx: Context,
  { id, data }: QueuedMail<"waiting-open">,
): Promise<WaitingMail | null> {
  const entry = await readForMail(ctx.db, data.entryId, ctx.now());
  if (!entry || entry.onSale < entry.seats) return null;
  return { ...entry, seatCents: entry.nowCents, ...linksOf(ctx, id, entry) };
}

function linksOf(ctx: Context, mailId: string, entry: WaitingView) {
  const { appUrl } = ctx.config;
  return {
    bookUrl: appUrl + bookingPath(entry),
    listsUrl: appUrl + addresses.waitingLists,
    unsubscribeUrl: unsubscribePage(ctx, mailId),
  };
}
