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
  const [pressed, setPressed] = useState(favorite.isFavorite);
  /** What is to come back should the toggle fail; null when none is under way. */
  const before = useRef<boolean | null>(null);

  useEffect(() => setPressed(favorite.isFavorite), [favorite.isFavorite]);

  useEffect(() => {
    if (fetcher.state !== "idle" || before.current === null) return;
    const was = before.current;
    before.current = null;
    // Nothing was answered when the network is cut; the toast of that is the route's (R35).
    setPressed(fetcher.data?.isFavorite ?? was);
    if (!fetcher.data) return;
    showToast(fetcher.data.toast);
    if (fetcher.data.isFavorite === was) return;
    const timer = setTimeout(revalidate, REFRESH_DELAY);
    return () => clearTimeout(timer);
  }, [fetcher.state, fetcher.data, revalidate]);

  return (
    <fetcher.Form
      method="post"
      action={`/favoris/${sessionId}`}
      defaultShouldRevalidate={false}
      onSubmit={(event) => {
        // One at a time: answers could not be told apart, nor the order in which they were reached.
        if (fetcher.state !== "idle") return event.preventDefault();
        before.current = pressed;
        if (favorite.signedIn) setPressed(!pressed);
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
