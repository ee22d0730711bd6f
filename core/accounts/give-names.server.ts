import type { Context } from "../context.server.ts";
import { parseInput } from "../parse.ts";
import { type Newcomer, requireActor } from "./rules.ts";
import { editPersonInput } from "./schema.ts";
import { findNewcomer, updateProfileRow } from "./store.server.ts";

/**
 * The names, and a telephone number if they like, of somebody whose account was opened without: by a
 * purchase, or by the reset of a password.
 *
 * @param input `{ firstName, lastName, phone? }`
 * @returns what is still to be told.
 * @throws AppError `unauthenticated`, `password_change_required`, `invalid_input`.
 */
export async function giveNames(ctx: Context, input: unknown): Promise<Newcomer> {
  const { userId } = requireActor(ctx);
  const person = parseInput(editPersonInput, input);
  await ctx.db.transaction((tx) => updateProfileRow(tx, userId, person));
  return findNewcomer(ctx.db, userId);
}
