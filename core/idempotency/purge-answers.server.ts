import type { Context } from "../context.server.ts";
import { ANSWER_LIFE } from "./rules.ts";
import { deleteCallsBefore } from "./store.server.ts";

/** So many at once, so that nobody waits for the locks of a purge. */
const BATCH = 2_000;

/** Deletes the keys of calls whose day is over, and what they answered. */
export async function purgeAnswers(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - ANSWER_LIFE);
  while ((await deleteCallsBefore(ctx.db, before, BATCH)) >= BATCH);
}
