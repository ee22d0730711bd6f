import type { Context } from "../context.server.ts";
import { MINUTE } from "../durations.ts";
import { inTurn, MAX_SHOWN } from "./rules.ts";
import { listBoosted } from "./store.server.ts";

/** Two at most of all that fit, by turns of a minute that differ between lists (rule: boost). */
export async function pickBoosted<Boost>(
  ctx: Context,
  kind: "session" | "activity",
  list: string,
  findFitting: (offeringIds: readonly string[]) => Promise<readonly Boost[]>,
): Promise<Boost[]> {
  const now = ctx.now();
  const offeringIds = await listBoosted(ctx.reads, kind, now);
  if (offeringIds.length === 0) return [];
  const fitting = await findFitting(offeringIds);
  const start = [...list].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9_973, 0);
  return inTurn(fitting, Math.floor(now.getTime() / MINUTE) + start).slice(0, MAX_SHOWN);
}
