import type { Context } from "../../context.server.ts";
import type { OwnProfessional } from "../schema.ts";
import { showOwnProfessional } from "../show-own-professional.server.ts";
import { refreshAccount } from "./refresh-account.server.ts";

/**
 * The caller's profile, with the present state of their payment account: somebody who returns from
 * the provider may be faster than its webhook. When the provider does not answer, the stored state.
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
