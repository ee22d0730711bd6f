import type { Context } from "../context.server.ts";
import { findOwnBooking, type OwnInput } from "./find-own-booking.server.ts";
import { bookingTexts, mapUrl } from "./labels.ts";
import { visibleCode } from "./presence/rules.ts";
import { openProposals } from "./proposals/open-proposals.server.ts";
import type { BookedView } from "./schema.ts";

/** @throws AppError `not_found` as `findOwnBooking`. */
export async function showPurchase(ctx: Context, input: OwnInput): Promise<BookedView> {
  const { row } = await findOwnBooking(ctx, input);
  const { title, date, time, place } = bookingTexts(row);
  const proposal = (await openProposals(ctx.db, [row.id], ctx.now())).get(row.id) ?? null;
  const { id, kind, seats, pricePaidCents: priceCents } = row;
  const shown = { id, kind, title, date, time, place, seats, priceCents, proposal };
  return { ...shown, code: visibleCode(row), mapUrl: mapUrl(row) };
}
