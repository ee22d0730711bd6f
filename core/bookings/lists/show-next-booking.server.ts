import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import type { BookingView } from "../schema.ts";
import { toView } from "./list-bookings.server.ts";
import { findNextBooking } from "./store.server.ts";

/** Null without one. @throws AppError `unauthenticated`. */
export async function showNextBooking(ctx: Context): Promise<Omit<BookingView, "proposal"> | null> {
  const { userId } = requireActor(ctx);
  const now = ctx.now();
  const row = await findNextBooking(ctx.readers.fresh, userId, now);
  return row && toView(row, now);
}
