import { resolveActor } from "#core/accounts/resolve-actor.server.ts";
import type { Context } from "#core/context.server.ts";
import { isAppError } from "#core/errors.ts";
import { addFavorite } from "#core/favorites/add-favorite.server.ts";
import type { AnalyticsEvent } from "../browser/track.ts";
import type { ToastMessage } from "../ui/toast.ts";
import { isSecure, readCookie, writeCookie } from "./cookies.server.ts";
import { loginHeaders } from "./login.server.ts";

/** What the server answers to a favourite that was added (S1§8). */
export const FAVORITE_ADDED: ToastMessage = {
  title: "Ajouté aux favoris",
  text: "La session a été ajoutée à vos favoris",
  tone: "success",
};

/**
 * The session whose heart a visitor pressed. It waits ten minutes for the login that the heart itself
 * led to, and for no other: the next person at this browser may be somebody else.
 */
export const FAVORITE_COOKIE = "favori";
const MAX_AGE = 600;

/** The Set-Cookie header that keeps a visitor's favourite, out of reach of scripts. */
export function keepFavorite(ctx: Context, sessionId: string): string {
  return writeCookie(FAVORITE_COOKIE, sessionId, { maxAge: MAX_AGE, secure: isSecure(ctx) });
}

/**
 * The session of the heart that led to this form, by its address and by this browser's own cookie: an
 * address alone is anybody's. Null when none did.
 */
export function askedFavorite(request: Request, asked: unknown): string | null {
  const waiting = readCookie(request, FAVORITE_COOKIE);
  return waiting && waiting === asked ? waiting : null;
}

/**
 * The headers of an answer that opens a login, once the favourite that waited for it is added; one
 * that waited for another login is forgotten. Only called by what changes state anyway, a form that
 * was sent; never by the reading of an address.
 *
 * @param asked the session of the heart that led to this login, if one did.
 * @param kept the session of the heart that led to the registration which this login ends.
 */
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
  // A temporary password opens its change only (R27): the favourite waits for that.
  if (!actor || actor.mustChangePassword) return nothing;
  if (waiting) {
    const gone = writeCookie(FAVORITE_COOKIE, "", { maxAge: 0, secure: isSecure(ctx) });
    headers.append("Set-Cookie", gone);
  }
  if (!sessionId) return nothing;
  try {
    await addFavorite({ ...ctx, actor }, { sessionId });
    const events: AnalyticsEvent[] = [{ name: "favorite", data: { action: "add" } }];
    return { headers, isFavoriteAdded: true, events };
  } catch (error) {
    // Gone meanwhile, or never there: no reason to refuse a login.
    if (!isAppError(error)) throw error;
    ctx.log.info({ err: error, sessionId }, "a visitor's favourite was not added");
    return nothing;
  }
}
