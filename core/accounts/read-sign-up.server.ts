import type { Context } from "../context.server.ts";
import { parseInput } from "../parse.ts";
import { linkInput } from "./schema.ts";
import { findAccount, findSignUp } from "./store.server.ts";

/**
 * What a confirmation link stands for, changing nothing: mail scanners open links too.
 *
 * @returns null when the link is unknown, used, expired, or the address is confirmed already.
 */
export async function readSignUp(ctx: Context, input: unknown): Promise<{ email: string } | null> {
  const { token } = parseInput(linkInput, input);
  const link = await findSignUp(ctx.db, token, ctx.now());
  if (!link) return null;
  const account = await findAccount(ctx.db, link.email);
  return account?.confirmed ? null : { email: link.email };
}
