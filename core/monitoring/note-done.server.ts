import { z } from "zod";
import type { Context } from "../context.server.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requiredReason } from "../operators/acts/schema.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import type { Noted } from "./rules.ts";
import { writeNoted } from "./store.server.ts";

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
