import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { LOOKED_BACK, type OpeningHour, proposeHours } from "./rules.ts";
import { readOffered } from "./store.server.ts";

/** From eight weeks of slots. @throws AppError `forbidden` without a professional profile. */
export async function proposeOpeningHours(ctx: Context): Promise<OpeningHour[]> {
  const { professionalId } = requireActor(ctx);
  if (!professionalId) throw new AppError("forbidden", { message: "Profil professionnel requis" });
  const until = ctx.now();
  const since = new Date(until.getTime() - LOOKED_BACK);
  return proposeHours(await readOffered(ctx.db, professionalId, { since, until }));
}
