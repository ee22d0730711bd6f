import { Heart } from "lucide-react";
import type { FormEvent } from "react";
import { useFetcher } from "react-router";
import { showToast } from "../../ui/toast.ts";

/** What a card needs to show a heart; a list without favourites leaves it out. */
export interface FavoriteState {
  isFavorite: boolean;
  signedIn: boolean;
}

/** Adds or removes a favourite; shows the new state at once, before the server has answered. */
export function FavoriteHeart({
  sessionId,
  title,
  favorite,
}: {
  sessionId: string;
  title: string;
  favorite: FavoriteState;
}) {
  const fetcher = useFetcher({ key: `favorite-${sessionId}` });
  const sent = fetcher.formData?.get("intent");
  const pressed = sent ? sent === "add" : favorite.isFavorite;
  const refuse = (event: FormEvent) => {
    event.preventDefault();
    showToast({
      title: "Connexion requise",
      text: "Vous devez être connecté pour ajouter des favoris",
      tone: "danger",
    });
  };
  return (
    <fetcher.Form
      method="post"
      action="/favoris"
      onSubmit={favorite.signedIn ? undefined : refuse}
      className="grid"
    >
      <input type="hidden" name="sessionId" value={sessionId} />
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
