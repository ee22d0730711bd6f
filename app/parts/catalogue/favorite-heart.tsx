import { Heart } from "@lucide/icons";
import { useEffect, useRef, useState } from "react";
import { useFetcher, useLocation, useRevalidator } from "react-router";
import * as addresses from "#site/addresses.ts";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { Icon } from "../../ui/pictures/icon.tsx";
import { showToast, type ToastMessage } from "../../ui/toasts/toast.ts";

const REFRESH_DELAY_MS = 500;

/** A visitor's is empty, in HTML that anybody may be given. */
export interface FavoriteState {
  isFavorite: boolean;
  signedIn: boolean;
}

/** @param hearts the viewer's favourites among the sessions shown; null for a visitor. */
export function favoriteState(hearts: readonly string[] | null, sessionId: string): FavoriteState {
  return { isFavorite: hearts?.includes(sessionId) ?? false, signedIn: hearts !== null };
}

export interface FavoriteAnswer {
  isFavorite: boolean;
  toast: ToastMessage;
}

interface FavoriteHeartProps {
  session: { id: string; title: string };
  favorite: FavoriteState;
}

/** Takes the new state back when the server refuses; a plain form without JavaScript. */
export function FavoriteHeart({ session, favorite }: FavoriteHeartProps) {
  const fetcher = useFetcher<FavoriteAnswer>({ key: `favorite-${session.id}` });
  const { revalidate } = useRevalidator();
  const { pathname, search } = useLocation();
  const hydrated = useHydrated();
  const { data: answer, formData: asked } = fetcher;
  const [stored, setStored] = useState(favorite.isFavorite);
  /** An answer to an earlier heart of the same session does not answer this one. */
  const heard = useRef(answer);

  useEffect(() => setStored(favorite.isFavorite), [favorite.isFavorite]);

  // A cut network answers nothing; the route shows its toast (rule: keep-the-page).
  useEffect(() => {
    if (!answer || answer === heard.current) return;
    heard.current = answer;
    setStored(answer.isFavorite);
    showToast(answer.toast);
    if (answer.toast.tone === "danger") return;
    const timer = setTimeout(revalidate, REFRESH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [answer, revalidate]);

  // Read from the form, because a cut network can answer before anything is drawn.
  const pressed = asked && favorite.signedIn ? asked.get("intent") === "add" : stored;

  return (
    <fetcher.Form
      method="post"
      action={addresses.favorite(session.id)}
      defaultShouldRevalidate={false}
      onSubmit={(event) => {
        // One toggle at a time: neither the answers nor their order could be told apart.
        if (fetcher.state !== "idle") event.preventDefault();
      }}
      className="grid"
    >
      <input type="hidden" name="suite" value={pathname + search} />
      {hydrated && <input type="hidden" name="alive" value="1" />}
      <button
        type="submit"
        name="intent"
        value={pressed ? "remove" : "add"}
        aria-pressed={pressed}
        aria-label={`Favori : ${session.title}`}
        className="grid size-11 place-items-center rounded-full bg-surface/92 transition-colors hover:bg-surface aria-pressed:text-clay-600"
      >
        <Icon of={Heart} className={`size-5 ${pressed ? "fill-current" : ""}`} />
      </button>
    </fetcher.Form>
  );
}
