import type { Context } from "../context.server.ts";
import { dayKey } from "../dates.ts";
import { enqueueMails } from "../notifications/enqueue-mail.server.ts";
import { REMIND_EVERY } from "../professionals/tax-requests/rules.ts";
import { yearOf } from "./rules.ts";
import { findToAsk, noteAsked, noteReminded } from "./store.server.ts";

/** Reminds twice, twenty days apart; safe to repeat (rule: tax-details). */
export async function askForTaxDetails(ctx: Context): Promise<number> {
  const now = ctx.now();
  const due = await findToAsk(ctx.db, yearOf(now).from);
  return ctx.db.transaction(async (tx) => {
    const asked = await noteAsked(tx, due, now);
    const reminded = await noteReminded(tx, new Date(now.getTime() - REMIND_EVERY), now);
    return enqueueMails<"tax-details-due">(
      ctx,
      tx,
      [...asked, ...reminded].map(({ professionalId, email, askedAt, reminders }) => ({
        kind: "tax-details-due",
        reference: `${professionalId}:${dayKey(askedAt)}:${reminders}`,
        to: email,
        data: { professionalId },
      })),
    );
  });
}
