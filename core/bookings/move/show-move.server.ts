import type { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { cents } from "../../money.ts";
import { parseInput } from "../../parse.ts";
import { bookingTexts } from "../labels.ts";
import { moneyOf } from "../rules.ts";
import { findBookingRow } from "../store.server.ts";
import { canMove, moneyOfMove } from "./rules.ts";
import { type MoveView, showMoveInput } from "./schema.ts";
import { listSlots } from "./store.server.ts";

/**
 * Lists the slots with what each costs now (rule: own-move).
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found` for somebody else's booking.
 */
export async function showMove(
  ctx: Context,
  raw: z.input<typeof showMoveInput>,
): Promise<MoveView> {
  const { userId: clientId } = requireActor(ctx);
  const { bookingId } = parseInput(showMoveInput, raw);
  const row = await findBookingRow(ctx.db, bookingId);
  if (row?.clientId !== clientId) throw new AppError("not_found");
  const booking = { ...row, ...moneyOf(row) };
  const isMovable = canMove(booking, ctx.now());
  const found = isMovable ? await listSlots(ctx.db, { ...row, clientId }, ctx.now()) : [];
  const { title, date, time } = bookingTexts(row);
  const { kind, offeringId, professionalId, seats, refundableUntil: until } = row;
  return {
    ...{ bookingId, kind, offeringId, professionalId, title, date, time, seats, until, isMovable },
    choices: found.map(({ priceCents, isResale, ...slot }) => ({
      ...slot,
      ...moneyOfMove(booking, cents(priceCents * seats), isResale),
    })),
  };
}
