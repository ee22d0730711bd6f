import type { z } from "zod";
import { requireActor } from "../accounts/rules.ts";
import { lockSlotRow } from "../catalogue/slots/keep-seats.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { NOT_FULL_MESSAGE, TOO_MANY_MESSAGE, tooLargeMessage } from "./labels.ts";
import { MOST_ENTRIES } from "./rules.ts";
import { joinInput, type WaitingView } from "./schema.ts";
import { findSlot, insertEntry, listOwn, lockPerson } from "./store.server.ts";

/**
 * At the end, or keeps an earlier place (rule: waiting-list).
 * @throws AppError `invalid_input` for more seats than it has, `not_found` when over or off sale,
 * `slot_unavailable` when too late, `own_session`, `already_booked`, `conflict` while seats are
 * free or beyond ten lists.
 */
export async function joinWaitingList(
  ctx: Context,
  raw: z.input<typeof joinInput>,
): Promise<WaitingView> {
  const { userId } = requireActor(ctx);
  const { slotId, seats } = parseInput(joinInput, raw);
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await lockPerson(tx, userId);
    // A seat that is freed meanwhile is freed for whoever joins.
    await lockSlotRow(tx, slotId);
    const slot = await findSlot(tx, { slotId, userId, now });
    if (!slot) throw new AppError("not_found");
    const own = await listOwn(tx, { userId, now });
    const known = own.find((entry) => entry.slotId === slotId);
    if (known) return known;
    if (slot.isOwn) throw new AppError("own_session");
    if (slot.isSeated) throw new AppError("already_booked");
    if (slot.isClosed) throw new AppError("slot_unavailable");
    if (slot.onSale > 0) throw new AppError("conflict", { message: NOT_FULL_MESSAGE });
    if (seats > slot.capacity) {
      const message = tooLargeMessage(slot.capacity);
      throw new AppError("invalid_input", { message, fields: { seats: [message] } });
    }
    if (own.length >= MOST_ENTRIES) throw new AppError("conflict", { message: TOO_MANY_MESSAGE });
    await insertEntry(tx, { userId, slotId, seats, now });
    const joined = await listOwn(tx, { userId, now });
    const entry = joined.find((one) => one.slotId === slotId);
    if (!entry) throw new Error(`nobody waits for slot ${slotId}`);
    return entry;
  });
}
