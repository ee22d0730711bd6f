import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { whyNotOwnTime } from "./rules.ts";
import { type NewOwnTime, type OwnTimeInput, ownTimeInput } from "./schema.ts";

/**
 * The caller's professional profile, whose time is theirs alone.
 *
 * @throws AppError `unauthenticated`, `forbidden` without a professional profile.
 */
export function requireProfessional(ctx: Pick<Context, "actor">): string {
  const { professionalId } = requireActor(ctx);
  if (!professionalId) throw new AppError("forbidden", { message: "Profil professionnel requis" });
  return professionalId;
}

/**
 * Hours of the caller's own, once they make sense.
 *
 * @throws AppError `unauthenticated`, `forbidden`, `invalid_input`.
 */
export function parseOwnTime(
  ctx: Context,
  raw: OwnTimeInput,
): { professionalId: string; asked: NewOwnTime } {
  const professionalId = requireProfessional(ctx);
  const asked = parseInput(ownTimeInput, raw);
  const refused = whyNotOwnTime(asked, ctx.now());
  if (refused) throw new AppError("invalid_input", { fields: { [refused.field]: [refused.why] } });
  return { professionalId, asked };
}
