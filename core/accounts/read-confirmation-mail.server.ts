import type { Context } from "../context.server.ts";
import type { QueuedMail } from "../notifications/schema.ts";
import { findAccount, findSignUp } from "./store.server.ts";

/** What the mail after a registration says: the address has an account already, or a link. */
export type ConfirmationMail =
  | { known: true; loginUrl: string; forgottenUrl: string }
  | { known: false; confirmUrl: string };

/**
 * Nothing that was typed on the form is in it: the mailbox may be a stranger's.
 *
 * @returns null when the link is no longer worth anything.
 */
export async function readConfirmationMail(
  ctx: Context,
  { to, secrets }: QueuedMail<"confirm-email">,
): Promise<ConfirmationMail | null> {
  const { appUrl } = ctx.config;
  const account = await findAccount(ctx.db, to);
  if (account?.confirmed) {
    const loginUrl = `${appUrl}/connexion`;
    return { known: true, loginUrl, forgottenUrl: `${appUrl}/mot-de-passe-oublie` };
  }
  if (!(await findSignUp(ctx.db, secrets.token, ctx.now()))) return null;
  return { known: false, confirmUrl: `${appUrl}/confirmation?jeton=${secrets.token}` };
}
