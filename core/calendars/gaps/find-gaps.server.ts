import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import type { EventHour } from "../schema.ts";
import { findMailbox } from "../store.server.ts";
import { fitting, GAP_AHEAD, gapIn } from "./rules.ts";
import { insertGap, listSellable, readTaken, readWorkday } from "./store.server.ts";

/** Of more at once, somebody tidied up the calendar and no hour became free. */
const MOST_AT_ONCE = 3;

/**
 * Only suggests (rule: gap). The caller holds the professional's lock and has deleted the hours.
 */
export async function findGaps(
  ctx: Context,
  tx: Transaction,
  professionalId: string,
  gone: readonly EventHour[],
): Promise<void> {
  const now = ctx.now();
  const near = gone.filter(({ start }) => +start <= now.getTime() + GAP_AHEAD);
  if (near.length === 0) return;
  const workday = await readWorkday(tx, professionalId);
  const offerings = await listSellable(tx, professionalId);
  const to = await findMailbox(tx, professionalId);
  for (const event of near.slice(0, MOST_AT_ONCE)) {
    const taken = await readTaken(tx, { professionalId, start: event.start, end: event.end });
    const gap = gapIn(event, { now, ...workday, taken });
    const offering = gap && fitting(gap, offerings);
    if (!offering) continue;
    const { id: offeringId, priceCents: cents } = offering;
    const gapId = await insertGap(tx, { professionalId, ...gap, event, offeringId, cents, now });
    if (gapId && to) {
      await enqueueMail(ctx, tx, { kind: "gap-found", reference: gapId, to, data: { gapId } });
    }
  }
}
