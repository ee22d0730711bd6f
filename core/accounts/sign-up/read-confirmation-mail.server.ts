import * as addresses from "#site/addresses.ts";
import type { Context } from "../../context.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { findSignUp } from "../links/store.server.ts";
import { withSuite } from "../rules.ts";
import { findAccount } from "../store.server.ts";

/**
 * The mail after a registration: either a link, or the news that the address has an account
 * already.
 */
export type ConfirmationMail =
  | { known: true; loginUrl: string; forgottenUrl: string }
  | { known: false; confirmUrl: string };

/**
 * A page of ours whose address nobody can write words into: the one where somebody meant to book.
 */
const BOOKING_PAGE =
  /^\/(?:sessions?|activites)\/[0-9a-f-]{36}(?:\?creneau=[0-9a-f-]{36}(?:&seats=[1-6])?)?$/;

/**
 * Contains nothing that was typed on the form, because the mailbox may be a stranger's.
 *
 * @returns null when the link is no longer worth anything.
 */
export async function readConfirmationMail(
  ctx: Context,
  { to, secrets }: QueuedMail<"confirm-email">,
): Promise<ConfirmationMail | null> {
  const { appUrl } = ctx.config;
  const account = await findAccount(ctx.db, to);
  const signUp = await findSignUp(ctx.db, secrets.token, ctx.now());
  if (account?.confirmed) {
    const next = signUp?.content.next ?? "";
    const way = (path: string) => appUrl + (BOOKING_PAGE.test(next) ? withSuite(path, next) : path);
    return {
      known: true,
      loginUrl: way(addresses.logIn),
      forgottenUrl: way(addresses.forgottenPassword),
    };
  }
  if (!signUp) return null;
  return { known: false, confirmUrl: `${appUrl}${addresses.confirmation}?jeton=${secrets.token}` };
}
