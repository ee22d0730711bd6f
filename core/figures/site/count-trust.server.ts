import type { Context } from "../../context.server.ts";
import { addDays, dayKey } from "../../dates.ts";
import { SECOND } from "../../durations.ts";
import { countFrom } from "../rules.ts";
import { countTrustOf, latestTrust } from "./trust-store.server.ts";

const DAYS = 7;
/** A job has half a minute; the next one goes on. */
const TURN = 10 * SECOND;

/** Costs what these days do, whatever came before; a job, safe to repeat (rule: site-figures). */
export async function countTrust(ctx: Context, { from }: { from?: string } = {}): Promise<void> {
  const started = performance.now();
  const tomorrow = addDays(dayKey(ctx.now()), 1);
  let day = from ?? countFrom(await latestTrust(ctx.db), dayKey(ctx.now()));
  while (day < tomorrow) {
    if (performance.now() - started > TURN) {
      return ctx.jobs.send(ctx.db, "count-trust", { from: day });
    }
    const [before = tomorrow] = [addDays(day, DAYS), tomorrow].toSorted();
    await countTrustOf(ctx.db, { from: day, before }, ctx.now());
    day = before;
  }
}
