import { z } from "zod";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { requireProfessional } from "../permit-owner.server.ts";
import { closeGap, findGap } from "./store.server.ts";

const input = z.object({ gapId: z.uuid() });

/** Safe to repeat (rule: gap). @throws AppError `conflict` for one that is published. */
export async function declineGap(ctx: Context, raw: z.input<typeof input>): Promise<void> {
  const { professionalId } = requireProfessional(ctx);
  const { gapId } = parseInput(input, raw);
  const found = await findGap(ctx.db, gapId);
  if (found?.professionalId !== professionalId) throw new AppError("not_found");
  if (found.state === "published") {
    throw new AppError("conflict", { message: "Cette heure est déjà en ligne." });
  }
  await closeGap(ctx.db, gapId, { state: "declined", slotId: null });
}
