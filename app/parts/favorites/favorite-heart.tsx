import { Heart } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useFetcher, useLocation, useRevalidator } from "react-router";
import { showToast, type ToastMessage } from "../../ui/toast.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";

/** How long after a toggle the screen is loaded again (S1§9). */
const REFRESH_DELAY = 500;

/** What a heart shows. A visitor's is empty, in HTML that anybody may be given. */
export interface FavoriteState {
  isFavorite: boolean;
  signedIn: boolean;
}

/** @param hearts the viewer's favourites among the sessions shown; null for a visitor. */
export function favoriteState(hearts: readonly string[] | null, sessionId: string): FavoriteState {
  return { isFavorite: hearts?.includes(sessionId) ?? false, signedIn: hearts !== null };
}

/** What the server answers to a toggle that a living page sent. */
export interface FavoriteAnswer {
  isFavorite: boolean;
  toast: ToastMessage;
}

/**
 * Adds or removes a favourite (S1§4). Shows the new state at once, and the old one again when the
 * server refuses or cannot be reached. Without JavaScript it is a form that comes back to its page.
 */
export function FavoriteHeart({
  sessionId,
  title,
  favorite,
}: {
  sessionId: string;
  title: string;
  favorite: FavoriteState;
}) {
  const fetcher = useFetcher<FavoriteAnswer>({ key: `favorite-${sessionId}` });
  const { revalidate } = useRevalidator();
  const { pathname, search } = useLocation();
  const hydrated = useHydrated();
  const { data: answer, formData: asked } = fetcher;
  /** What the server said last, be it with the page or with an answer. */
  const [stored, setStored] = useState(favorite.isFavorite);
  /** The answer to an earlier heart of the same session is not one to this. */
  const heard = useRef(answer);

  useEffect(() => setStored(favorite.isFavorite), [favorite.isFavorite]);

  // Nothing is answered when the network is cut; the toast of that is the route's (R35).
  useEffect(() => {
    if (!answer || answer === heard.current) return;
    heard.current = answer;
    setStored(answer.isFavorite);
    showToast(answer.toast);
    if (answer.toast.tone === "danger") return;
    const timer = setTimeout(revalidate, REFRESH_DELAY);
    return () => clearTimeout(timer);
  }, [answer, revalidate]);

  // What is under way is read from the form itself: a cut network can answer before anything is
  // drawn, and then there is no other moment at which to take the new state back.
  const pressed = asked && favorite.signedIn ? asked.get("intent") === "add" : stored;

  return (
    <fetcher.Form
      method="post"
      action={`/favoris/${sessionId}`}
      defaultShouldRevalidate={false}
      onSubmit={(event) => {
        // One at a time: answers could not be told apart, nor the order in which they were reached.
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
        aria-label={`Favori : ${title}`}
        className="grid size-11 place-items-center rounded-full bg-surface/92 transition-colors hover:bg-surface aria-pressed:text-clay-600"
      >
        <Heart aria-hidden className={`size-5 ${pressed ? "fill-current" : ""}`} />
      </button>
    </fetcher.Form>
  );
}
