import type { Context } from "../../context.server.ts";
import { dayKey, fromParis, isNight } from "../../dates.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { findFitting } from "../../search/list-bookable.server.ts";
import { MAILS_A_DAY } from "../rules.ts";
import type { Owner } from "../schema.ts";
import { dropFinds, listFinds, listToTell, markTold } from "./store.server.ts";

/** The people of one turn, which must end within half a minute. */
const TURN = 50;

/**
 * Tells people by mail of the slots that fit their alerts, all at once for each: by day, three times
 * at most (rule: alerts). Slots that the search does not find for them are forgotten; those that come
 * beyond the third mail wait for the next day. Safe to repeat.
 *
 * @returns how many mails are new.
 */
export async function tellAlerts(ctx: Context): Promise<number> {
  const now = ctx.now();
  if (isNight(now)) return 0;
  const today = fromParis(`${dayKey(now)}T00:00`) ?? now;
  const people = await listToTell(ctx.db, { today, most: MAILS_A_DAY, limit: TURN });
  let mails = 0;
  for (const person of people) {
    if (await tell(ctx, person, now)) mails += 1;
  }
  return mails;
}

/** @returns whether there was anything to tell. */
async function tell(
  ctx: Context,
  { owner, email }: { owner: Owner; email: string },
  toldAt: Date,
): Promise<boolean> {
  const judged: { alertId: string; slotIds: string[]; others: string[] }[] = [];
  for (const { alert, slotIds } of await listFinds(ctx.db, owner, null)) {
    const fitting = await findFitting(ctx, alert.conditions, slotIds);
    const fits = new Set(fitting.map(({ slotId }) => slotId));
    const others = slotIds.filter((slotId) => !fits.has(slotId));
    judged.push({ alertId: alert.id, slotIds: [...fits], others });
  }
  return ctx.db.transaction(async (tx) => {
    let told = 0;
    for (const { alertId, slotIds, others } of judged) {
      await dropFinds(tx, alertId, others);
      told += await markTold(tx, { alertId, slotIds, toldAt });
    }
    if (told === 0) return false;
    const at = toldAt.toISOString();
    const { userId, guestId } = owner;
    return userId === undefined
      ? enqueueMail(ctx, tx, {
          ...{ kind: "guest-alert-found", reference: `${guestId}-${at}`, to: email },
          data: { guestId, toldAt: at },
        })
      : enqueueMail(ctx, tx, {
          ...{ kind: "alert-found", reference: `${userId}-${at}`, to: email },
          data: { userId, toldAt: at },
        });
  });
}
