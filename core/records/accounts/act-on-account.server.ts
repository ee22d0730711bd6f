import { z } from "zod";
import { mailCorrection } from "../../accounts/passwords/mail-access-links.server.ts";
import { mailReset } from "../../accounts/passwords/request-password-reset.server.ts";
import { emailAddress } from "../../accounts/schema.ts";
import type { Context } from "../../context.server.ts";
import { formatLongDate } from "../../dates.ts";
import { AppError } from "../../errors.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { requiredReason } from "../../operators/acts/schema.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { endRelationship, suspendAccount } from "../../sanctions/close-account.server.ts";
import {
  reopenAccount,
  takeNoticeBack,
  upholdDecision,
} from "../../sanctions/lift-decision.server.ts";
import { accountInput } from "../schema.ts";
import { readAccount } from "./store.server.ts";

const linkInput = accountInput.extend({ reason: requiredReason });

/**
 * To the account's own mailbox, as they could ask themselves (rule: reset-link).
 * @throws AppError `not_found`, `forbidden` to all but assistance, `conflict` for an account that
 * is not open, `rate_limited` beyond the limit on mails.
 */
export async function sendResetLink(ctx: Context, input: z.input<typeof linkInput>): Promise<void> {
  requireOperator(ctx, "assistance");
  const { userId, reason } = parseInput(linkInput, input);
  const account = await readAccount(ctx.db, userId);
  if (!account) throw new AppError("not_found", { message: "Ce compte n'existe pas." });
  if (account.profile.accountStatus !== "active") throw new AppError("conflict");
  await mailReset(ctx, { email: account.profile.email }, (tx) =>
    recordAct(ctx, tx, {
      ...{ act: "reset_sent", object: { kind: "account", id: userId } },
      ...{ personId: userId, reason },
    }),
  );
}

const correctionInput = accountInput.extend({ email: emailAddress, reason: requiredReason });

/**
 * Counts once the new one is proved (rule: corrected-address).
 * @throws AppError `not_found`, `forbidden` to all but administration, `conflict` for an address
 * that is taken or the same, or an account that is not open.
 */
export async function correctAddress(ctx: Context, input: z.input<typeof correctionInput>) {
  requireOperator(ctx, "administration");
  const { userId, email, reason } = parseInput(correctionInput, input);
  await mailCorrection(ctx, { userId, email }, (tx, from) =>
    recordAct(ctx, tx, {
      ...{ act: "address_corrected", object: { kind: "account", id: userId } },
      ...{ personId: userId, reason, before: { email: from }, after: { email } },
    }),
  );
}

const decisionInput = accountInput.extend({
  decision: z.enum(
    ["suspend", "end", "reopen", "take-back", "uphold", "reset", "address"],
    "Choisissez ce qu'il faut faire.",
  ),
  reason: requiredReason,
  email: z.string().optional().catch(undefined),
  /** Judged by the use cases of a suspension or an end. */
  basis: z.string().optional().catch(undefined),
  source: z.string().optional().catch(undefined),
  booked: z.string().optional().catch(undefined),
  urgency: z.string().optional().catch(undefined),
});

/**
 * Answers what was done, in words.
 * @throws AppError as the use case chosen: `not_found`, `forbidden` without its role, `conflict`
 * for an account in another state, `rate_limited` beyond the mails allowed.
 */
export async function actOnAccount(ctx: Context, input: unknown): Promise<string> {
  requireOperator(ctx);
  const asked = parseInput(decisionInput, input);
  const { userId, decision, reason, urgency } = asked;
  if (decision === "address") {
    await correctAddress(ctx, { userId, email: asked.email ?? "", reason });
    return "Lien envoyé à la nouvelle adresse";
  }
  if (decision === "reset") {
    await sendResetLink(ctx, { userId, reason });
    return "Lien envoyé";
  }
  requireOperator(ctx, "administration");
  const account = await readAccount(ctx.db, userId);
  if (!account) throw new AppError("not_found", { message: "Ce compte n'existe pas." });
  const lifting = { email: account.profile.email, reason };
  const sanction = {
    ...{ ...lifting, basis: asked.basis, source: asked.source },
    ...(asked.booked && { booked: asked.booked }),
  } as Parameters<typeof suspendAccount>[1];
  switch (decision) {
    case "suspend":
      if (!(await suspendAccount(ctx, sanction))) throw done();
      return "Compte suspendu";
    case "end": {
      const ending = { ...sanction, ...(urgency && { urgency }) };
      const end = await endRelationship(ctx, ending as Parameters<typeof endRelationship>[1]);
      return `Fin de la relation le ${formatLongDate(end)}`;
    }
    case "reopen":
      if (!(await reopenAccount(ctx, lifting))) throw done();
      return "Compte rouvert";
    case "take-back":
      await takeNoticeBack(ctx, lifting);
      return "Préavis repris";
    case "uphold":
      await upholdDecision(ctx, lifting);
      return "Décision maintenue, réponse envoyée";
  }
}

const done = () => new AppError("conflict", { message: "C'est déjà fait." });
