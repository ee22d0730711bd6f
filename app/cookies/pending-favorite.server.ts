import { resolveActor } from "#core/accounts/logins/log-in.server.ts";
import type { Context } from "#core/context.server.ts";
import { isAppError } from "#core/errors.ts";
import { addFavorite } from "#core/favorites/manage-favorites.server.ts";
import { isHttps } from "#site/cookies.ts";
import type { AnalyticsEvent } from "../browser/track.ts";
import type { ToastMessage } from "../ui/toasts/toast.ts";
import { readCookie, writeCookie } from "./cookies.server.ts";
import { loginHeaders } from "./login.server.ts";

export const FAVORITE_ADDED: ToastMessage = {
  title: "Ajouté aux favoris",
  text: "La session a été ajoutée à vos favoris",
};

/** Waits ten minutes, only for the login that it led to: the next person may be somebody else. */
export const FAVORITE_COOKIE = "favori";
const MAX_AGE = 600;

export function keepFavorite(ctx: Context, sessionId: string): string {
  return writeCookie(FAVORITE_COOKIE, sessionId, { maxAge: MAX_AGE, secure: isHttps(ctx.config) });
}

/** Needs address and cookie to agree, since anybody can send an address. */
export function askedFavorite(request: Request, asked: unknown): string | null {
  const waiting = readCookie(request, FAVORITE_COOKIE);
  return waiting && waiting === asked ? waiting : null;
}

/** Only after a sent form. @param asked the login's heart. @param kept the registration's. */
export async function welcome(
  ctx: Context,
  request: Request,
  login: string | null,
  asked: unknown = null,
  kept: string | null = null,
): Promise<{ headers: Headers; isFavoriteAdded: boolean; events: AnalyticsEvent[] }> {
  const headers = loginHeaders(ctx, login);
  const waiting = readCookie(request, FAVORITE_COOKIE);
  const sessionId = kept ?? askedFavorite(request, asked);
  const nothing = { headers, isFavoriteAdded: false, events: [] };
  if (!waiting && !sessionId) return nothing;
  const { actor } = await resolveActor(ctx, { login, authorization: null });
  // A temporary password opens nothing but its own change (rule: guest-account).
  if (!actor || actor.mustChangePassword) return nothing;
  if (waiting) {
    const gone = writeCookie(FAVORITE_COOKIE, "", { maxAge: 0, secure: isHttps(ctx.config) });
    headers.append("Set-Cookie", gone);
  }
  if (!sessionId) return nothing;
  try {
    await addFavorite({ ...ctx, actor }, { sessionId });
    const events: AnalyticsEvent[] = [{ name: "favorite", data: { action: "add" } }];
    return { headers, isFavoriteAdded: true, events };
  } catch (error) {
    // A missing session is no reason to refuse a login.
    if (!isAppError(error)) throw error;
    ctx.log.info({ err: error, sessionId }, "a visitor's favourite was not added");
    return nothing;
  }
}
