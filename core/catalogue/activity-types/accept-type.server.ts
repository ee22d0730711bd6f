import { z } from "zod";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import type { ProposedType } from "../schema.ts";
import { markAccepted, readProposedTypes } from "./store.server.ts";

const acceptInput = z.object({
  name: z.string().trim().min(1, "Nommez une catégorie.").max(60),
  accepted: z.boolean(),
});

/**
 * Offers a category to everybody, in forms, suggestions and landing pages, or withdraws it again.
 * Sessions that use it keep it either way (rule: categories). Only the operator's command line
 * calls this.
 *
 * @returns the name of the category as it is stored.
 * @throws AppError `invalid_input`, `not_found`.
 */
export async function acceptType(
  ctx: Context,
  input: z.input<typeof acceptInput>,
): Promise<string> {
  const { name, accepted } = parseInput(acceptInput, input);
  const found = await ctx.db.transaction((tx) =>
    markAccepted(tx, name, accepted ? ctx.now() : null),
  );
  if (!found) throw new AppError("not_found", { message: "Cette catégorie n'existe pas." });
  return found;
}

/** Lists the categories that the operator has not decided about, oldest first. */
export function listProposedTypes(ctx: Context): Promise<ProposedType[]> {
  return readProposedTypes(ctx.db);
}
