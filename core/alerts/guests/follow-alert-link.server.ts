import type { z } from "zod";
import { shortenId } from "#platform/ids.server.ts";
import type { Context } from "../../context.server.ts";
import { dayKey } from "../../dates.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { dayLabel } from "../../search/labels.ts";
import { addAlert } from "../keep-alert.server.ts";
import type { AlertConditions } from "../schema.ts";
import { findByToken } from "./read-alert-link.server.ts";
import { MOST_GUEST_ALERTS } from "./rules.ts";
import { alertLinkInput } from "./schema.ts";
import { holdGuest, takeAlertLink } from "./store.server.ts";

/**
 * Keeps the search of a guest's link, which proves that the mailbox is theirs and wants it (rule:
 * guest-alerts). It signs nobody in.
 *
 * @param input `{ token }`
 * @returns the code of the guest's own page.
 * @throws AppError `invalid_token` for a link that is unknown, expired or used; `conflict` for a day
 * that is over, or beyond the number that a guest may keep.
 */
export async function followAlertLink(
  ctx: Context,
  input: z.input<typeof alertLinkInput>,
): Promise<{ code: string }> {
  const { token } = parseInput(alertLinkInput, input);
  const link = await findByToken(ctx, token);
  if (!link) throw new AppError("invalid_token");
  const now = ctx.now();
  const conditions = link.conditions as unknown as AlertConditions;
  const { date } = conditions;
  if (date && !dayLabel(date) && date < dayKey(now)) {
    throw new AppError("conflict", { message: "Ce jour est passé. Cherchez-en un autre." });
  }
  return ctx.db.transaction(async (tx) => {
    if (!(await takeAlertLink(tx, link.id, now))) throw new AppError("invalid_token");
    const guestId = await holdGuest(tx, link.email, now);
    await addAlert(tx, { guestId }, { conditions, now, most: MOST_GUEST_ALERTS });
    return { code: shortenId(guestId) };
  });
}
