import { z } from "zod";
import { limitByAddress } from "../../accounts/limit-logins.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import { emailAddress } from "../../accounts/schema.ts";
import type { Context } from "../../context.server.ts";
import { dayKey } from "../../dates.ts";
import { AppError } from "../../errors.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { requiredReason } from "../../operators/acts/schema.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { findUserId } from "../store.server.ts";
import { readSection, SECTIONS, type SectionName } from "./store.server.ts";

/** Instants in ISO 8601, money in cents, columns by their names in the database. */
export type DataCopy = { exported_at: string } & Record<SectionName, Record<string, unknown>[]>;

/** Of one moment (rules: data-copy, public-columns). @throws AppError `rate_limited`. */
export async function exportData(ctx: Context): Promise<DataCopy> {
  const { userId } = requireActor(ctx);
  await limitByAddress(ctx, "export");
  return copyOf(ctx, userId);
}

/** Does not ask who may have it. */
function copyOf(ctx: Context, userId: string): Promise<DataCopy> {
  return ctx.db.transaction(
    async (tx) => {
      const copy: Record<string, unknown> = { exported_at: ctx.now().toISOString() };
      for (const name of Object.keys(SECTIONS) as SectionName[]) {
        copy[name] = await readSection(tx, name, userId);
      }
      return copy as DataCopy;
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** « parenthese-mes-donnees-2026-11-20.json » */
export function copyFileName({ exported_at }: DataCopy): string {
  return `parenthese-mes-donnees-${dayKey(new Date(exported_at))}.json`;
}

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
