import type { Context } from "../context.server.ts";
import { showProfessional } from "../professionals/directory/show-directory.server.ts";
import type { ProfessionalView } from "../professionals/schema.ts";
import { readMemberSince } from "./store.server.ts";

export interface ProfessionalPage {
  professional: ProfessionalView;
  memberSince: Date;
}

/** Shows public columns (rule: public-columns). @throws AppError `not_found` when closed too. */
export async function showProfessionalPage(ctx: Context, raw: unknown): Promise<ProfessionalPage> {
  const professional = await showProfessional(ctx, raw);
  return { professional, memberSince: await readMemberSince(ctx.reads, professional.id) };
}
