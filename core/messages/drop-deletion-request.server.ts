import { z } from "zod";
import { emailAddress } from "../accounts/schema.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { unmarkRequest } from "./store.server.ts";

const dropInput = z.object({ email: emailAddress });

/**
 * A professional has changed their mind: their message stays one, and asks for nothing any more. What
 * the request hid stays so until they put it back. For the operator's command line only.
 *
 * @throws AppError `not_found`, `invalid_input`.
 */
export async function dropDeletionRequest(
  ctx: Context,
  input: z.input<typeof dropInput>,
): Promise<void> {
  const { email } = parseInput(dropInput, input);
  if (await unmarkRequest(ctx.db, email)) return;
  throw new AppError("not_found", { message: "Aucune demande en attente avec cet e-mail." });
}
