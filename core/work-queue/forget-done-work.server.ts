import { defineJob } from "../context.server.ts";
import { COMMAND_LINE } from "../operators/rules.ts";
import { findWork, keyOf, takenKeyOf } from "./show-queue.server.ts";
import { deleteAsked, giveBack, listAsked, listTaken } from "./store.server.ts";

/** Who works on it, and whose opinion is asked for, ends with the work (rule: work-queue). */
export const forgetDoneWork = defineJob("forget-done-work", async (ctx) => {
  // Before what waits: what comes and is taken while that is read would look as if it were done.
  const taken = await listTaken(ctx.db);
  const asked = await listAsked(ctx.db);
  if (taken.length + asked.length === 0) return;
  const waiting = new Set((await findWork({ ...ctx, operator: COMMAND_LINE })).map(takenKeyOf));
  for (const one of taken) if (!waiting.has(keyOf(one))) await giveBack(ctx.db, one);
  for (const one of asked) if (!waiting.has(keyOf(one))) await deleteAsked(ctx.db, one);
});
