import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { HOUR } from "../../durations.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { findProfile } from "../profile/store.server.ts";
import { provePassword } from "../prove-password.server.ts";
import { REFRESH_TOKEN_LIFE } from "../rules.ts";
import { type Profile, refreshInput } from "../schema.ts";
import { lockPassword, noteUse } from "../store.server.ts";
import {
  insertFamily,
  insertToken,
  lockRefreshToken,
  markTokenUsed,
  revokeFamily,
} from "./store.server.ts";

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  /** Seconds. */
  expiresIn: number;
  user: Profile;
}

/**
 * Begins a family.
 * @throws AppError as {@link provePassword}, and `password_change_required` for a temporary
 * password, which is changed on the site (rule: guest-account).
 */
export async function issueTokens(ctx: Context, input: unknown): Promise<Tokens> {
  const account = await provePassword(ctx, input);
  if (account.temporaryUntil) throw new AppError("password_change_required");
  return ctx.db.transaction(async (tx) => {
    const unchanged = await lockPassword(tx, account.userId, account.passwordHash);
    if (!unchanged) throw new AppError("invalid_credentials");
    const { userId } = account;
    const family = { userId, userAgent: ctx.userAgent, createdAt: ctx.now() };
    return makeTokens(ctx, tx, userId, await insertFamily(tx, family));
  });
}

/** @throws AppError `invalid_token` when the user is gone. */
export async function makeTokens(
  ctx: Context,
  tx: Transaction,
  userId: string,
  familyId: string,
): Promise<Tokens> {
  const createdAt = ctx.now();
  const lasting = (milliseconds: number) => {
    return { familyId, createdAt, expiresAt: new Date(createdAt.getTime() + milliseconds) };
  };
  const user = await findProfile(tx, userId);
  if (!user) throw new AppError("invalid_token");
  await noteUse(tx, userId, createdAt);
  return {
    accessToken: await insertToken(tx, { kind: "access", ...lasting(ACCESS_TOKEN_LIFE) }),
    refreshToken: await insertToken(tx, { kind: "refresh", ...lasting(REFRESH_TOKEN_LIFE) }),
    expiresIn: ACCESS_TOKEN_LIFE / 1000,
    user,
  };
}

/**
 * A token used twice was stolen, so its whole family ends (RFC 9700, 4.14.2).
 * @throws AppError `invalid_token` when it is unknown, expired or used.
 */
export async function refreshTokens(ctx: Context, input: unknown): Promise<Tokens> {
  const { refreshToken } = parseInput(refreshInput, input);
  const now = ctx.now();
  const renewed = await ctx.db.transaction(async (tx) => {
    const token = await lockRefreshToken(tx, refreshToken);
    if (!token || token.revokedAt || !token.active || token.expiresAt <= now) return null;
    if (token.usedAt) {
      await revokeFamily(tx, token.familyId, now);
      ctx.log.warn({ userId: token.userId }, "a refresh token came twice, its family is revoked");
      return null;
    }
    await markTokenUsed(tx, token.tokenHash, now);
    return makeTokens(ctx, tx, token.userId, token.familyId);
  });
  if (!renewed) {
    throw new AppError("invalid_token", {
      message: "Votre connexion a expiré. Veuillez vous reconnecter.",
    });
  }
  return renewed;
}

export const ACCESS_TOKEN_LIFE = HOUR;
