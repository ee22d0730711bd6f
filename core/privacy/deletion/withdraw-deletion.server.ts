import { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import { emailAddress } from "../../accounts/schema.ts";
import { restoreOfferings } from "../../catalogue/authoring/hide-offerings.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { requiredReason } from "../../operators/acts/schema.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { refreshOwnListings } from "../../professionals/refresh-own-listings.server.ts";
import { findUserId, type Leaving, lockLeaving, setLeaving } from "../store.server.ts";
import { deletionDueAt } from "./rules.ts";

/** Publishes again what was hidden. @throws AppError `conflict` without a request, or too late. */
export async function withdrawDeletion(ctx: Context): Promise<void> {
  const { userId } = requireActor(ctx);
  await ctx.db.transaction(async (tx) => {
    const leaving = await lockLeaving(tx, userId);
    if (!leaving) {
      throw new AppError("conflict", {
        message: "Aucune demande de suppression n'est en attente.",
      });
    }
    if (deletionDueAt(leaving.askedAt) <= ctx.now()) {
      throw new AppError("conflict", {
        message: "Le délai d'un mois est passé : votre demande est en cours de traitement.",
      });
    }
    await stay(ctx, tx, userId, leaving);
  });
}

const stayInput = z.object({ email: emailAddress, reason: requiredReason });

/** For somebody who wrote to the support. @throws AppError `not_found` for no request. */
export async function withdrawDeletionOf(
  ctx: Context,
  input: z.input<typeof stayInput>,
): Promise<void> {
  requireOperator(ctx, "administration");
  const { email, reason } = parseInput(stayInput, input);
  const userId = await findUserId(ctx.db, email);
  await ctx.db.transaction(async (tx) => {
    const leaving = userId && (await lockLeaving(tx, userId));
    if (!leaving) {
      throw new AppError("not_found", { message: "Aucune demande en attente avec cet e-mail." });
    }
    await stay(ctx, tx, userId, leaving);
    await recordAct(ctx, tx, {
      ...{ act: "deletion_dropped", object: { kind: "account", id: userId } },
      ...{
        personId: userId,
        reason,
        before: { askedAt: leaving.askedAt },
        after: { askedAt: null },
      },
    });
  });
}

async function stay(
  ctx: Context,
  tx: Transaction,
  userId: string,
  { hidden }: Leaving,
): Promise<void> {
  await setLeaving(tx, userId, null);
  await restoreOfferings(ctx, tx, userId, hidden);
  await refreshOwnListings(tx, userId, ctx.now());
}
