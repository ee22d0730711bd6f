import { z } from "zod";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import type { ProfessionalView } from "../schema.ts";
import { readProfessional } from "./store.server.ts";

const address = z.object({ professionalId: z.uuid() });

/**
 * A professional's public columns (rule: public-columns).
 *
 * @throws AppError `not_found` when there is none or their account is closed.
 */
export async function showProfessional(ctx: Context, raw: unknown): Promise<ProfessionalView> {
  const asked = address.safeParse(raw);
  const view = asked.success ? await readProfessional(ctx.reads, asked.data.professionalId) : null;
  if (!view) throw new AppError("not_found", { message: "Praticien non trouvé" });
  return view;
}
