import type { Context } from "../context.server.ts";
import { showProfessional } from "../professionals/directory/show-directory.server.ts";
import type { ProfessionalView } from "../professionals/schema.ts";
import { readMemberSince } from "./store.server.ts";

export interface ProfessionalPage {
  professional: ProfessionalView;
  memberSince: Date;
}

/**
 * The public page of one professional (rule: public-columns); what they offer is read apart.
 *
 * @throws AppError `not_found` when there is none or their account is suspended or closed.
 */
export async function showProfessionalPage(ctx: Context, raw: unknown): Promise<ProfessionalPage> {
  const professional = await showProfessional(ctx, raw);
  return { professional, memberSince: await readMemberSince(ctx.reads, professional.id) };
}
