import type { z } from "zod";
import { readShortId } from "#platform/ids.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { settleDay } from "../compile-conditions.server.ts";
import { addAlert } from "../keep-alert.server.ts";
import { MOST_GUEST_ALERTS } from "../rules.ts";
import { type Alert, alertConditions, guestCode, stopInput } from "../schema.ts";
import { deleteAlert, listOwn } from "../store.server.ts";
import { deleteGuest, hasGuest, lockGuest } from "./store.server.ts";

/**
 * By the code of the guest's page (rule: guest-alerts).
 * @throws AppError `invalid_token`, `conflict`
 */
export async function keepGuestAlert(
  ctx: Context,
  { code: typed, ...asked }: { code: string; [condition: string]: unknown },
): Promise<Alert> {
  const { code } = parseInput(guestCode, { code: typed });
  const now = ctx.now();
  const conditions = settleDay(parseInput(alertConditions, asked), now);
  return ctx.db.transaction(async (tx) => {
    const guestId = await lockGuest(tx, readShortId(code));
    if (!guestId) throw new AppError("invalid_token");
    return addAlert(tx, { guestId }, { conditions, now, most: MOST_GUEST_ALERTS });
  });
}

/** Never tells the address (rule: guest-alerts). @throws AppError `invalid_token` */
export async function showGuestAlerts(
  ctx: Context,
  input: z.input<typeof guestCode>,
): Promise<Alert[]> {
  const { code } = parseInput(guestCode, input);
  const guestId = readShortId(code);
  if (!(await hasGuest(ctx.db, guestId))) throw new AppError("invalid_token");
  return listOwn(ctx.db, { guestId });
}

/** Ends one search of a guest, or all; the address goes with the last (rule: guest-alerts). */
export async function stopGuestAlerts(
  ctx: Context,
  input: z.input<typeof stopInput>,
): Promise<void> {
  const { code, alertId } = parseInput(stopInput, input);
  const guestId = readShortId(code);
  await ctx.db.transaction(async (tx) => {
    if (alertId) await deleteAlert(tx, alertId, { guestId });
    await deleteGuest(tx, guestId, alertId ? "if nothing is kept" : "whatever they keep");
  });
}
