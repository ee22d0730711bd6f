import { z } from "zod";
import type { Sample } from "#platform/metrics.server.ts";
import type { Context, Runtime } from "../context.server.ts";
import { DAY } from "../durations.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requiredReason } from "../operators/acts/schema.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { STATE_HELP } from "./labels.ts";
import { firstIdOf, type Noted } from "./rules.ts";
import { readState, writeNoted } from "./store.server.ts";

/** Never throws: without a database it reports that. */
export async function measureState(runtime: Runtime): Promise<Sample[]> {
  const now = runtime.now();
  const sample = (name: keyof typeof STATE_HELP, value: number, labels = {}): Sample => ({
    name,
    value,
    labels,
    help: STATE_HELP[name],
  });
  try {
    const recent = firstIdOf(new Date(now.getTime() - DAY));
    const rows = await readState(runtime.db, { now, recent });
    return [
      sample("database_up", 1),
      ...rows.map(({ name, value, labels }) =>
        sample(name as keyof typeof STATE_HELP, value, labels),
      ),
    ];
  } catch (error) {
    runtime.log.error({ err: error }, "the state could not be measured");
    return [sample("database_up", 0)];
  }
}

export async function noteDone(
  { db, now }: Pick<Context, "db" | "now">,
  name: Exclude<Noted, "drilled">,
  faults = 0,
): Promise<void> {
  await writeNoted(db, name, { at: now(), faults });
}

const drillInput = z.object({ reason: requiredReason });

/**
 * A drill happens in another database, so no machine knows of it.
 * @throws AppError `not_found`, `forbidden` to all but administration.
 */
export async function noteDrill(ctx: Context, input: z.input<typeof drillInput>): Promise<void> {
  requireOperator(ctx, "administration");
  const { reason } = parseInput(drillInput, input);
  await ctx.db.transaction(async (tx) => {
    await writeNoted(tx, "drilled", { at: ctx.now(), faults: 0 });
    await recordAct(ctx, tx, { act: "drill_noted", object: { kind: "site", id: "drill" }, reason });
  });
}
