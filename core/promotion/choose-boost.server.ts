import type { z } from "zod";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { permitBoosts } from "./permit-boosts.server.ts";
import { boostDays, boostHours, boostMonth } from "./rules.ts";
import { type BoostView, chooseBoostInput } from "./schema.ts";
import { viewBoost } from "./show-boost.server.ts";
import { listBoostable, listBoosts, writeBoost } from "./store.server.ts";

/**
 * Until it begins (rule: boost).
 * @throws AppError `forbidden` by plan, `invalid_input` for offering or day, `conflict` once begun.
 */
export async function chooseBoost(
  ctx: Context,
  input: z.input<typeof chooseBoostInput>,
): Promise<BoostView> {
  requireActor(ctx);
  const { sessionId: offeringId, day } = parseInput(chooseBoostInput, input);
  const professionalId = await permitBoosts(ctx);
  const now = ctx.now();
  if (!boostDays(now).includes(day)) throw wrong("day", "Choisissez un jour dans les 30 à venir");
  const own = await listBoostable(ctx.db, professionalId);
  if (!own.some(({ id }) => id === offeringId)) {
    throw wrong("sessionId", "Choisissez une de vos séances ou activités en ligne");
  }
  const month = boostMonth(day);
  const boost = { professionalId, offeringId, month, ...boostHours(day, now) };
  const id = await ctx.db.transaction((tx) => writeBoost(tx, boost, now));
  if (id === null) {
    const message = "Votre boost de ce mois-ci est déjà utilisé.";
    throw new AppError("conflict", { message, fields: { day: [message] } });
  }
  const all = await listBoosts(ctx.db, professionalId, month);
  const written = all.find((one) => one.id === id);
  if (!written) throw new AppError("conflict");
  return viewBoost(written, now);
}

function wrong(field: string, message: string): AppError {
  return new AppError("invalid_input", { message, fields: { [field]: [message] } });
}
