import type { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import { countResale } from "../../catalogue/slots/keep-seats.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { findBookingRow, lockBooking } from "../store.server.ts";
import { HELD_MESSAGE, NOT_OFFERED } from "./labels.ts";
import { nextResaleStep, resaleState } from "./rules.ts";
import { resaleInput } from "./schema.ts";
import { writeTakenBack } from "./store.server.ts";

/**
 * Takes one's own booking off the market, as long as nobody is paying for it (rule: resale).
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found`, `conflict`.
 */
export async function takeBack(ctx: Context, raw: z.input<typeof resaleInput>): Promise<void> {
  const { userId: clientId } = requireActor(ctx);
  const { bookingId } = parseInput(resaleInput, raw);
  const own = await findBookingRow(ctx.db, bookingId);
  if (own?.clientId !== clientId) throw new AppError("not_found");
  await ctx.db.transaction(async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    const row = await findBookingRow(tx, bookingId);
    const now = ctx.now();
    const state = row ? resaleState(row, now) : "kept";
    if (state === "held") throw new AppError("conflict", { message: HELD_MESSAGE });
    if (!nextResaleStep(state, "taken_back") || !(await writeTakenBack(tx, bookingId))) {
      throw new AppError("conflict", { message: NOT_OFFERED });
    }
    await countResale(tx, { slotId: booking.slotId, now });
  });
}
