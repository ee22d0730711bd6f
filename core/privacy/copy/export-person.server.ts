import { z } from "zod";
import { emailAddress } from "../../accounts/schema.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { requiredReason } from "../../operators/acts/schema.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { findUserId } from "../store.server.ts";
import { copyOf, type DataCopy } from "./export-data.server.ts";

const personInput = z.object({ email: emailAddress, reason: requiredReason });

/** For somebody who asked by letter (rule: data-copy). @throws AppError `not_found` for nobody. */
export async function exportPerson(
  ctx: Context,
  input: z.input<typeof personInput>,
): Promise<DataCopy> {
  requireOperator(ctx, "assistance");
  const { email, reason } = parseInput(personInput, input);
  const userId = await findUserId(ctx.db, email);
  if (!userId) throw new AppError("not_found", { message: "Aucun compte n'a cet e-mail." });
  const object = { kind: "account" as const, id: userId };
  await ctx.db.transaction((tx) =>
    recordAct(ctx, tx, { act: "data_exported", object, personId: userId, reason }),
  );
  return copyOf(ctx, userId);
}
