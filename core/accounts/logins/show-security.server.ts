import Bowser from "bowser";
import { z } from "zod";
import type { Access, Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { requireActor } from "../rules.ts";
import { closeLogins, closeOneLogin, openLoginsOf, passwordChangedAt } from "./store.server.ts";

/** « Firefox sur Windows », « Safari sur iPhone »; a program's own name for itself. */
export function nameDevice(kind: Access["kind"], userAgent: string | null): string {
  if (!userAgent) return kind === "program" ? "Programme" : "Appareil inconnu";
  const { browser, os, platform } = Bowser.parse(userAgent);
  const system = platform.model ?? os.name;
  if (browser.name && system) return `${browser.name} sur ${system}`;
  if (browser.name) return browser.name;
  const [name = ""] = userAgent.split(/[\s(;]/);
  return kind === "program" ? `Programme ${name.slice(0, 40)}`.trim() : "Appareil inconnu";
}

/** `passwordChangedAt` is null while there is no password (rule: security-card). */
export async function showSecurity(ctx: Context) {
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

const loginAddress = z.object({ loginId: z.uuid() });

/** `isOwn`: the caller acts by it. @throws AppError `not_found` for another's login. */
export async function closeLogin(ctx: Context, input: unknown): Promise<{ isOwn: boolean }> {
  const { userId, access } = requireActor(ctx);
  const asked = loginAddress.safeParse(input);
  const isClosed =
    asked.success &&
    (await ctx.db.transaction((tx) => closeOneLogin(tx, userId, asked.data.loginId, ctx.now())));
  if (!isClosed) {
    throw new AppError("not_found", { message: "Cette connexion est déjà fermée." });
  }
  return { isOwn: access?.id === asked.data.loginId };
}

export async function closeEveryLogin(ctx: Context): Promise<void> {
  const { userId } = requireActor(ctx);
  await ctx.db.transaction((tx) => closeLogins(tx, userId));
}
