import type { Context } from "../../context.server.ts";
import { parseInput } from "../../parse.ts";
import { type Newcomer, requireActor } from "../rules.ts";
import { editPersonInput } from "../schema.ts";
import { findNewcomer, updateProfileRow } from "./store.server.ts";

/**
 * Stores the names, and an optional phone number, of somebody whose account was opened without: by
 * a purchase, or by a password reset.
 *
 * @param input `{ firstName, lastName, phone? }`
 * @returns the details that are still missing.
 * @throws AppError `unauthenticated`, `password_change_required`, `invalid_input`.
 */
export async function giveNames(ctx: Context, input: unknown): Promise<Newcomer> {
  const { userId } = requireActor(ctx);
  const person = parseInput(editPersonInput, input);
  await ctx.db.transaction((tx) => updateProfileRow(tx, userId, person));
  return findNewcomer(ctx.db, userId);
}
