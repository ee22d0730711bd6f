import type { z } from "zod";
import { readShortId } from "#platform/ids.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import type { Alert } from "../schema.ts";
import { listOwn } from "../store.server.ts";
import { guestCode } from "./schema.ts";
import { hasGuest } from "./store.server.ts";

/**
 * The searches of a guest, by the code that only their mails have (rule: guest-alerts). Their address
 * is not told.
 *
 * @throws AppError `invalid_input`, `invalid_token` once nothing is kept, or all of it is an account's.
 */
export async function showGuestAlerts(
  ctx: Context,
  input: z.input<typeof guestCode>,
): Promise<Alert[]> {
  const { code } = parseInput(guestCode, input);
  const guestId = readShortId(code);
  if (!(await hasGuest(ctx.db, guestId))) throw new AppError("invalid_token");
  return listOwn(ctx.db, { guestId });
}
