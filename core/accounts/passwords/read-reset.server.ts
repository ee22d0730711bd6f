import type { Context } from "../../context.server.ts";
import { parseInput } from "../../parse.ts";
import { findReset } from "../links/store.server.ts";
import { safeReturnPath } from "../rules.ts";
import { linkInput } from "../schema.ts";

/**
 * Finds the account whose password a reset link may choose, changing nothing; null when the link is
 * used or expired.
 *
 * @returns `next`: the page they wanted when they asked for it.
 */
export async function readReset(
  ctx: Context,
  input: unknown,
): Promise<{ email: string; next: string } | null> {
  const { token } = parseInput(linkInput, input);
  const link = await findReset(ctx.db, token, ctx.now());
  return link && { email: link.email, next: safeReturnPath(link.content.next) };
}
