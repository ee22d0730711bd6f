import { countResale } from "../../catalogue/slots/keep-seats.server.ts";
import { defineJob } from "../../context.server.ts";
import { enqueueMails } from "../../notifications/enqueue-mail.server.ts";
import { writeBegun } from "./store.server.ts";

/** Few enough for a run to end well within a job's 30 s. */
const BATCH = 200;

/** Takes begun bookings off sale and tells their clients; safe to repeat (rule: resale). */
export const endUnsold = defineJob("end-unsold", (ctx) => {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const begun = await writeBegun(tx, { now, limit: BATCH });
    const slotIds = new Set(begun.map(({ slotId }) => slotId));
    for (const slotId of [...slotIds].sort()) await countResale(tx, { slotId, now });
    const mails = begun.map(({ id, email: to }) => ({
      ...{ kind: "resale-unsold" as const, reference: id, to },
      data: { bookingId: id },
    }));
    if (mails.length > 0) await enqueueMails(ctx, tx, mails);
    return begun.length;
  });
});
