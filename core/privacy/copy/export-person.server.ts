import { z } from "zod";
import { emailAddress } from "../../accounts/schema.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { findUserId } from "../store.server.ts";
import { copyOf, type DataCopy } from "./export-data.server.ts";

const personInput = z.object({ email: emailAddress });

/**
 * The same copy for somebody who asked for it by letter (rule: data-copy). For the operator's
 * command line only.
 *
 * @throws AppError `invalid_input`, `not_found`.
 */
export async function exportPerson(
  ctx: Context,
  input: z.input<typeof personInput>,
): Promise<DataCopy> {
  const userId = await findUserId(ctx.db, parseInput(personInput, input).email);
  if (!userId) throw new AppError("not_found", { message: "Aucun compte n'a cet e-mail." });
  return copyOf(ctx, userId);
}
