import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { whyNotOwnTime } from "./rules.ts";
import { type NewOwnTime, type OwnTimeInput, ownTimeInput } from "./schema.ts";

/** @throws AppError `forbidden` without a professional profile. */
export function requireProfessional(ctx: Pick<Context, "actor">): string {
  const { professionalId } = requireActor(ctx);
  if (!professionalId) throw new AppError("forbidden", { message: "Profil professionnel requis" });
  return professionalId;
}

/**
 * @throws AppError `forbidden` without a professional profile, `invalid_input` for hours that make
 * no sense.
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
