import type { Context } from "../context.server.ts";
import { refreshAccount } from "./refresh-account.server.ts";
import type { OwnProfessional } from "./schema.ts";
import { showOwnProfessional } from "./show-own-professional.server.ts";

/**
 * The caller's profile, with their payment account as the provider knows it now: who comes back from
 * its pages may be faster than its webhook. When the provider does not answer, it is as it was.
 *
 * @throws AppError `unauthenticated`, `password_change_required`.
 */
export async function refreshOwnAccount(ctx: Context): Promise<OwnProfessional | null> {
  const accountId = (await showOwnProfessional(ctx))?.stripeConnectAccountId;
  if (accountId) {
    await refreshAccount(ctx, { accountId }).catch((error: unknown) =>
      ctx.log.warn({ err: error, accountId }, "an account could not be asked for"),
    );
  }
  return showOwnProfessional(ctx);
}
