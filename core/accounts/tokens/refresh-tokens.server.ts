import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { refreshInput } from "../schema.ts";
import { makeTokens, type Tokens } from "./issue-tokens.server.ts";
import { lockRefreshToken, markTokenUsed, revokeFamily } from "./store.server.ts";

/**
 * Rotates a refresh token. One that is used a second time was stolen, or its successor was, so the
 * whole family ends (RFC 9700, 4.14.2).
 *
 * @param input `{ refreshToken }`
 * @throws AppError `invalid_token`
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
