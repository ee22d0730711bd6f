import { z } from "zod";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import type { ProposedType } from "../schema.ts";
import { markAccepted, readProposedTypes } from "./store.server.ts";

const acceptInput = z.object({
  name: z.string().trim().min(1, "Nommez une catégorie.").max(60),
  accepted: z.boolean(),
});

/**
 * Offers a category to everybody, in forms, suggestions and landing pages, or withdraws it again.
 * Sessions that use it keep it either way (rule: categories). For operators of the
 * administration.
 *
 * @returns the name of the category as it is stored.
 * @throws AppError `invalid_input`, `not_found`.
 */
export async function acceptType(
  ctx: Context,
  input: z.input<typeof acceptInput>,
): Promise<string> {
  requireOperator(ctx, "administration");
  const { name, accepted } = parseInput(acceptInput, input);
  return ctx.db.transaction(async (tx) => {
    const found = await markAccepted(tx, name, accepted ? ctx.now() : null);
    if (!found) throw new AppError("not_found", { message: "Cette catégorie n'existe pas." });
    const act = accepted ? "category_accepted" : "category_withdrawn";
    await recordAct(ctx, tx, { act, object: { kind: "category", id: found } });
    return found;
  });
}

/** Lists the categories that the operator has not decided about, oldest first. */
export function listProposedTypes(ctx: Context): Promise<ProposedType[]> {
  return readProposedTypes(ctx.db);
}
