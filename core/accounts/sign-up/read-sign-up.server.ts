import type { Context } from "../../context.server.ts";
import { parseInput } from "../../parse.ts";
import { findSignUp } from "../links/store.server.ts";
import { linkInput } from "../schema.ts";
import { findAccount } from "../store.server.ts";

/**
 * Finds the sign-up behind a confirmation link, changing nothing, because mail scanners open links
 * too.
 *
 * @returns `signedUpAt` tells several sign-ups of one address apart; null when it was not kept.
 * Null altogether when the link is unknown, used, expired, or the address is confirmed already.
 */
export async function readSignUp(
  ctx: Context,
  input: unknown,
): Promise<{ email: string; signedUpAt: Date | null } | null> {
  const { token } = parseInput(linkInput, input);
  const link = await findSignUp(ctx.db, token, ctx.now());
  if (!link) return null;
  const account = await findAccount(ctx.db, link.email);
  if (account?.confirmed) return null;
  const { signedUpAt } = link.content;
  return { email: link.email, signedUpAt: signedUpAt ? new Date(signedUpAt) : null };
}
