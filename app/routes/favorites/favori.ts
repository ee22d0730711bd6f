import { data, redirect } from "react-router";
import { safeReturnPath } from "#core/accounts/return-paths/rules.ts";
import { isAppError } from "#core/errors.ts";
import { addFavorite, removeFavorite } from "#core/favorites/manage-favorites.server.ts";
import { favoriteInput } from "#core/favorites/schema.ts";
import * as addresses from "#site/addresses.ts";
import type { AnalyticsEvent } from "../../browser/track.ts";
import { requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { FAVORITE_ADDED, keepFavorite } from "../../cookies/pending-favorite.server.ts";
import { readForm } from "../../forms/read-form.ts";
import type { FavoriteAnswer } from "../../parts/catalogue/favorite-heart.tsx";
import type { ToastMessage } from "../../ui/toasts/toast.ts";
import type { Route } from "./+types/favori";

const failure = { title: "Erreur", text: "Impossible de modifier les favoris" };

export const handle = { actionFailure: failure };

const REMOVED: ToastMessage = {
  title: "Retiré des favoris",
  text: "La session a été retirée de vos favoris",
};
const LOGIN_NEEDED = {
  title: "Connexion requise",
  text: "Vous devez être connecté pour ajouter des favoris",
  tone: "danger",
} satisfies ToastMessage;

export function loader() {
  return redirect(addresses.favorites);
}

/** The form names the wanted state, so that two tabs do not undo each other. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readForm(request);
  const alive = "alive" in form;
  const suite = safeReturnPath(String(form.suite), addresses.favorites);
  const adds = form.intent === "add";
  const asked = { sessionId: params.sessionId };
  if (!ctx.actor) {
    const headers = new Headers();
    if (favoriteInput.safeParse(asked).success) {
      headers.append("Set-Cookie", keepFavorite(ctx, asked.sessionId));
    }
    const to = `${addresses.logIn}?${new URLSearchParams({ suite, favori: asked.sessionId })}`;
    if (!alive) return redirectWithToast(to, LOGIN_NEEDED, headers);
    const toast = { ...LOGIN_NEEDED, link: { to, label: "Se connecter" } };
    const answer: FavoriteAnswer = { isFavorite: false, toast };
    return data(answer, { status: 401, headers });
  }
  try {
    await (adds ? addFavorite(ctx, asked) : removeFavorite(ctx, asked));
    const toast = adds ? FAVORITE_ADDED : REMOVED;
    const events: AnalyticsEvent[] = [
      { name: "favorite", data: { action: adds ? "add" : "remove" } },
    ];
    if (!alive) return redirectWithToast(suite, { ...toast, events });
    return { isFavorite: adds, toast, events };
  } catch (error) {
    if (!isAppError(error)) throw error;
    const toast: ToastMessage = { ...failure, tone: "danger" };
    if (!alive) return redirectWithToast(suite, toast);
    const answer: FavoriteAnswer = { isFavorite: !adds, toast };
    return data(answer, { status: error.code === "not_found" ? 404 : 400 });
  }
}
