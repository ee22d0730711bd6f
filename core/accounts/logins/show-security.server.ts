import type { Context } from "../../context.server.ts";
import { requireActor } from "../rules.ts";
import type { LoginView } from "../schema.ts";
import { nameDevice } from "./name-device.server.ts";
import { openLoginsOf, passwordChangedAt } from "./store.server.ts";

/**
 * Lists the ways into the actor's account (rule: security-card).
 *
 * @returns `logins`: every browser and program that is logged in now, the last seen first.
 * `passwordChangedAt`: null while there is no password.
 * @throws AppError `unauthenticated`, `password_change_required`.
 */
export async function showSecurity(
  ctx: Context,
): Promise<{ logins: LoginView[]; passwordChangedAt: Date | null }> {
  const { userId, access } = requireActor(ctx);
  const logins = await openLoginsOf(ctx.db, userId, ctx.now());
  return {
    logins: logins.map(({ userAgent, ...login }) => ({
      ...login,
      device: nameDevice(login.kind, userAgent),
      isCurrent: login.id === access?.id,
    })),
    passwordChangedAt: await passwordChangedAt(ctx.db, userId),
  };
}
