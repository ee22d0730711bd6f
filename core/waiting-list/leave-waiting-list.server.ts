import type { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { OFFER_OVER_MESSAGE } from "./labels.ts";
import { settleSlot } from "./line/offer-seats.server.ts";
import { hasOffer } from "./line/store.server.ts";
import { entryInput } from "./schema.ts";
import { findOwnSlot, listPlaces, lockPerson } from "./store.server.ts";

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
