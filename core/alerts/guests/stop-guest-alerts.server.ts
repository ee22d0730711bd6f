import type { z } from "zod";
import { readShortId } from "#platform/ids.server.ts";
import type { Context } from "../../context.server.ts";
import { parseInput } from "../../parse.ts";
import { deleteAlert } from "../store.server.ts";
import { stopInput } from "./schema.ts";
import { deleteGuest } from "./store.server.ts";

/**
 * Ends one search of a guest, or all of them, by the code that only their mails have; with the last
 * their address goes too (rule: guest-alerts). Safe to repeat.
 *
 * @throws AppError `invalid_input`.
 */
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
