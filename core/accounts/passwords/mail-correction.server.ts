import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import * as addresses from "#site/addresses.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { findReset, insertReset } from "../links/store.server.ts";
import { closeLogins } from "../logins/store.server.ts";
import { CORRECTION_LIFE } from "../rules.ts";
import { findAccount, lockAccountOf } from "../store.server.ts";

/**
 * Begins to correct the address of an account (rule: corrected-address): its logins end, the new
 * address is mailed the link by which it is proved and a password chosen, and the old one is told.
 * Until the link is followed the account keeps the address that it has. For whoever is permitted.
 *
 * @param also runs in the same transaction, as its last thing.
 * @throws AppError `not_found`, `conflict` for an account that is not open, or an address that it or
 * another has.
 */
export async function mailCorrection(
  ctx: Context,
  { userId, email }: { userId: string; email: string },
  also: (tx: Transaction, from: string) => Promise<void>,
): Promise<void> {
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + CORRECTION_LIFE);
  await ctx.db.transaction(async (tx) => {
    const account = await lockAccountOf(tx, userId);
    if (!account) throw new AppError("not_found", { message: "Ce compte n'existe pas." });
    const { email: from, active } = account;
    if (!active) throw new AppError("conflict", { message: "Ce compte n'est pas ouvert." });
    if (email === from || (await findAccount(tx, email))) throw taken(email === from);
    await closeLogins(tx, userId);
    const { id, token } = await insertReset(tx, email, expiresAt, { correction: { userId, from } });
    const proof = { reference: id, data: {}, secrets: { token } };
    await enqueueMail(ctx, tx, { kind: "address-proof", to: email, ...proof });
    const data = { at: now.toISOString() };
    await enqueueMail(ctx, tx, {
      ...{ kind: "address-corrected", reference: newId(), to: from, data },
    });
    await also(tx, from);
  });
}

const taken = (isSame: boolean) =>
  new AppError("conflict", {
    message: isSame ? "C'est déjà l'adresse de ce compte." : "Un autre compte a cette adresse.",
  });

/**
 * The link that proves a corrected address and chooses a password (rule: corrected-address).
 *
 * @returns null once it is used or expired.
 */
export async function readProofMail(
  ctx: Context,
  { secrets }: QueuedMail<"address-proof">,
): Promise<{ proofUrl: string } | null> {
  if (!(await findReset(ctx.db, secrets.token, ctx.now()))) return null;
  return { proofUrl: `${ctx.config.appUrl}${addresses.logIn}?jeton=${secrets.token}` };
}

/** Tells the address that the account had before. */
export async function readCorrectedMail(
  ctx: Context,
  { data }: QueuedMail<"address-corrected">,
): Promise<{ at: Date; contactUrl: string }> {
  return { at: new Date(data.at), contactUrl: ctx.config.appUrl + addresses.contact };
}
