import Bowser from "bowser";
import type { Context } from "../../context.server.ts";
import { requireActor } from "../rules.ts";
import type { LoginView } from "../schema.ts";
import { openLoginsOf, passwordChangedAt, type StoredLogin } from "./store.server.ts";

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
      device: deviceOf(login.kind, userAgent),
      isCurrent: login.id === access?.id,
    })),
    passwordChangedAt: await passwordChangedAt(ctx.db, userId),
  };
}

/** « Firefox sur Windows », « Safari sur iPhone »; a program's own name for itself. */
function deviceOf(kind: StoredLogin["kind"], userAgent: string | null): string {
  if (!userAgent) return kind === "program" ? "Programme" : "Appareil inconnu";
  const { browser, os, platform } = Bowser.parse(userAgent);
  const system = platform.model ?? os.name;
  if (browser.name && system) return `${browser.name} sur ${system}`;
  if (browser.name) return browser.name;
  const [name = ""] = userAgent.split(/[\s(;]/);
  return kind === "program" ? `Programme ${name.slice(0, 40)}`.trim() : "Appareil inconnu";
}
