import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { deleteSignUp, findSignUp } from "../links/store.server.ts";
import { linkInput } from "../schema.ts";

/**
 * « Ce n'est pas moi » (rule: mailbox-proof): deletes the sign-up behind a link, its password with
 * it. A sign-up that the mailbox's owner made with another password stays.
 *
 * @throws AppError `invalid_token`
 */
export async function refuseSignUp(ctx: Context, input: unknown): Promise<void> {
  const { token } = parseInput(linkInput, input);
  const link = await findSignUp(ctx.db, token, ctx.now());
  if (!link) throw new AppError("invalid_token");
  await deleteSignUp(ctx.db, link.email, link.content.signUpId);
}
