import { z } from "zod";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { dayKey } from "../dates.ts";
import { parseInput } from "../parse.ts";
import { centreOf } from "../places/rules.ts";
import { FEWEST_TOLD, NOWHERE } from "./rules.ts";
import type { Seekers } from "./schema.ts";
import { countTonight, readOffered } from "./store.server.ts";

const input = z.object({ offeringId: z.uuid({ error: "Identifiant invalide" }) });

/**
 * How many people look for the activity of one's own offering, at its place, tonight (rule: alerts).
 *
 * @returns null when they are too few to be told, or the offering is not the caller's or not on line.
 * @throws AppError `unauthenticated`, `invalid_input`.
 */
export async function countSeekers(
  ctx: Context,
  raw: z.input<typeof input>,
): Promise<Seekers | null> {
  const { professionalId } = requireActor(ctx);
  const { offeringId } = parseInput(input, raw);
  const offered = professionalId ? await readOffered(ctx.db, { offeringId, professionalId }) : null;
  if (!offered) return null;
  const { category, city, cell } = offered;
  const point = cell === null ? NOWHERE : centreOf(cell);
  const count = await countTonight(ctx.db, { category, point, day: dayKey(ctx.now()) });
  return count < FEWEST_TOLD ? null : { count, category, city };
}
