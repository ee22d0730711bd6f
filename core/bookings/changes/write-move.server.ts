import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { planTexts } from "../../sms/plan-texts.server.ts";
import { refundableOnceMoved } from "../cancellation-terms/rules.ts";
import type { Booking } from "../store.server.ts";
import { insertChange, moveToSlot, readFacts } from "./store.server.ts";

/**
 * Runs under the caller's lock (rules: another-hour, own-move, sold-as-seen, sms-limits).
 * @returns the id of the change.
 */
export async function writeMove(
  ctx: Context,
  tx: Transaction,
  booking: Pick<Booking, "id" | "sold" | "refundableUntil">,
  { slotId, start }: { slotId: string; start: Date },
): Promise<string> {
  const until = refundableOnceMoved(booking, start);
  await moveToSlot(tx, { bookingId: booking.id, slotId, refundableUntil: until });
  const facts = await readFacts(tx, slotId);
  const { sold: was } = booking;
  const isNow = { ...facts, title: was.title, practitioner: was.practitioner };
  const id = newId();
  await insertChange(tx, { id, bookingId: booking.id, was, isNow, createdAt: ctx.now() });
  await planTexts(ctx, tx, [booking.id]);
  return id;
}
