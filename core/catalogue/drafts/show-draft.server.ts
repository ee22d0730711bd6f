import { z } from "zod";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { requireProfessional } from "./rules.ts";
import type { DraftView } from "./schema.ts";
import { findDraft } from "./store.server.ts";

const input = z.object({ draftId: z.uuid() });

/** @throws AppError `not_found` for somebody else's draft. */
export async function showDraft(ctx: Context, raw: z.input<typeof input>): Promise<DraftView> {
  const professionalId = requireProfessional(ctx);
  const { draftId } = parseInput(input, raw);
  const draft = await findDraft(ctx.db, { professionalId, draftId });
  if (!draft) throw new AppError("not_found");
  return draft;
}
