import type { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import { requireActor } from "../accounts/rules.ts";
import { lockSlotRow } from "../catalogue/slots/keep-seats.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import {
  NOT_FULL_MESSAGE,
  OFFER_OVER_MESSAGE,
  TOO_MANY_MESSAGE,
  tooLargeMessage,
} from "./labels.ts";
import { settleSlot } from "./offer-seats.server.ts";
import { MAX_ENTRIES } from "./rules.ts";
import { entryInput, joinInput, type WaitingView } from "./schema.ts";
import {
  findOwnSlot,
  findSlot,
  hasOffer,
  insertEntry,
  listOwn,
  listPlaces,
  lockPerson,
} from "./store.server.ts";

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
    if (own.length >= MAX_ENTRIES) throw new AppError("conflict", { message: TOO_MANY_MESSAGE });
    await insertEntry(tx, { userId, slotId, seats, now });
    const joined = await listOwn(tx, { userId, now });
    const entry = joined.find((one) => one.slotId === slotId);
    if (!entry) throw new Error(`nobody waits for slot ${slotId}`);
    return entry;
  });
}

type Input = z.input<typeof entryInput>;

/** Kept seats go to the next (rule: waiting-list); leaving twice is no error. */
export async function leaveWaitingList(ctx: Context, raw: Input): Promise<void> {
  const { userId } = requireActor(ctx);
  const { entryId } = parseInput(entryInput, raw);
  await ctx.db.transaction(async (tx) => {
    const slotId = await findOwnSlot(tx, { entryId, userId });
    if (slotId) await settleSlot(ctx, tx, slotId, { leaving: entryId });
  });
}

/**
 * Keeps their rank for other seats.
 * @throws AppError `not_found` for an entry of others, `conflict` when nothing is offered any more.
 */
export async function passOffer(ctx: Context, raw: Input): Promise<void> {
  const { userId } = requireActor(ctx);
  const { entryId } = parseInput(entryInput, raw);
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const slotId = await findOwnSlot(tx, { entryId, userId });
    if (!slotId) throw new AppError("not_found");
    if (!(await hasOffer(tx, { userId, slotId, now }))) {
      throw new AppError("conflict", { message: OFFER_OVER_MESSAGE });
    }
    await settleSlot(ctx, tx, slotId, { passing: entryId });
  });
}

/** With their account (rule: account-deletion). */
export async function leaveAllLists(ctx: Context, tx: Transaction, userId: string): Promise<void> {
  await lockPerson(tx, userId);
  for (const { id: leaving, slotId } of await listPlaces(tx, userId)) {
    await settleSlot(ctx, tx, slotId, { leaving });
  }
}
