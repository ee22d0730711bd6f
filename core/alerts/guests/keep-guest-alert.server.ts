import { readShortId } from "#platform/ids.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { settleDay } from "../compile-conditions.server.ts";
import { addAlert } from "../keep-alert.server.ts";
import { type Alert, alertConditions } from "../schema.ts";
import { MOST_GUEST_ALERTS } from "./rules.ts";
import { guestCode } from "./schema.ts";
import { lockGuest } from "./store.server.ts";

/**
 * Keeps another search for a guest whose mailbox has answered, by the code of their page (rule:
 * guest-alerts).
 *
 * @param input `{ code }` and the conditions of a search.
 * @throws AppError `invalid_input`, `invalid_token`, `conflict` beyond the number that a guest may keep.
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
