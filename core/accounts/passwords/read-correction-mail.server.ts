import * as addresses from "#site/addresses.ts";
import type { Context } from "../../context.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { findReset } from "../links/store.server.ts";

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
