import { Trash2 } from "@lucide/icons";
import { useEffect, useRef } from "react";
import { data, Form, useNavigation } from "react-router";
import { favoriteCountLabel } from "#core/favorites/labels.ts";
import { clearFavorites, showFavorites } from "#core/favorites/manage-favorites.server.ts";
import { favoriteFilter } from "#core/favorites/schema.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readList } from "../../failures/read-part.server.ts";
import { FavoriteCard } from "../../parts/favorites/favorite-card.tsx";
import { FavoriteFilters, isNarrowed } from "../../parts/favorites/favorite-filters.tsx";
import { PartFailed } from "../../parts/layout/part-failed.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import type { Route } from "./+types/favoris";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger les favoris" },
  actionFailure: { title: "Erreur", text: "Impossible de vider les favoris" },
};

export const meta: Route.MetaFunction = () => titleMeta("Mes favoris");

const LOGIN = addresses.logInThen(addresses.favorites);

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  return {
    signedIn: ctx.actor !== null,
    view:
      ctx.actor &&
      (await readList(context, "favourites", () => showFavorites(ctx, query).catch(asPage))),
    filter: favoriteFilter.parse(query),
    now: ctx.now(),
  };
}

export async function action({ context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  if (!ctx.actor) {
    return data(
      { toast: { title: "Connexion requise", tone: "danger" } as const },
      { status: 401 },
    );
  }
  await clearFavorites(ctx);
  return redirectWithToast(addresses.favorites, {
    title: "Favoris vidés",
    text: "Tous vos favoris ont été supprimés",
    events: [{ name: "favorite", data: { action: "clear" } }],
  });
}

type View = NonNullable<Route.ComponentProps["loaderData"]["view"]>;
type Filter = Route.ComponentProps["loaderData"]["filter"];

export default function Favorites({
  loaderData: { signedIn, view, filter, now },
}: Route.ComponentProps) {
  return (
    <div className="page pt-6 pb-8 md:pt-10">
      {view ? (
        <SignedIn view={view} filter={filter} now={now} />
      ) : signedIn ? (
        <>
          <h1 className="mb-6">Mes favoris</h1>
          <PartFailed text={handle.failure.text} />
        </>
      ) : (
        <>
          <h1 className="mb-6">Mes favoris</h1>
          <EmptyState title="Connexion requise" link={{ to: LOGIN, label: "Se connecter" }}>
            Vos favoris sont liés à votre compte.
          </EmptyState>
        </>
      )}
    </div>
  );
}

function SignedIn({ view, filter, now }: { view: View; filter: Filter; now: Date }) {
  const status = useFocusKept(view.favorites.length);
  return (
    <>
      <h1>Mes favoris</h1>
      <p
        ref={status}
        tabIndex={-1}
        role="status"
        className="mt-1 text-ink-soft outline-none figures"
      >
        {favoriteCountLabel(view.count, view.shown)}
      </p>
      {view.count > 0 && (
        <div className="mt-5 flex flex-wrap items-start justify-between gap-3">
          <FavoriteFilters filter={filter} categories={view.categories} />
          <ClearFavorites count={view.count} />
        </div>
      )}
      <div className="mt-7">
        {view.favorites.length > 0 ? (
          <ul className="grid gap-6 lg:grid-cols-2">
            {view.favorites.map(({ session }, index) => (
              <li key={session.id} className="min-w-0">
                <FavoriteCard session={session} now={now} eager={index < 2} />
              </li>
            ))}
          </ul>
        ) : view.count > 0 && isNarrowed(filter) ? (
          <EmptyState
            picture="sophrologie-b"
            title="Aucun favori avec ces filtres"
            link={{ to: addresses.favorites, label: "Voir tous mes favoris" }}
          />
        ) : (
          <EmptyState
            title="Aucun favori pour le moment"
            link={{ to: addresses.home, label: "Découvrir les sessions" }}
          >
            Le cœur d'une session la garde ici, pour la retrouver quand une place se libère.
          </EmptyState>
        )}
      </div>
      {view.nextCursor && (
        <div className="mt-8 text-center">
          <ButtonLink to={hrefOf(filter, view.nextCursor)}>Favoris plus anciens</ButtonLink>
        </div>
      )}
    </>
  );
}

function hrefOf({ category, place, available }: Filter, cursor: string): string {
  const params = new URLSearchParams({ cursor });
  if (category) params.set("category", category);
  if (place) params.set("place", place);
  if (available) params.set("available", available);
  return `${addresses.favorites}?${params}`;
}

function useFocusKept(shown: number) {
  const status = useRef<HTMLParagraphElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    const isLess = shown < before.current;
    before.current = shown;
    if (isLess && document.activeElement === document.body) {
      status.current?.focus({ preventScroll: true });
    }
  }, [shown]);
  return status;
}

const QUESTION = "vider-les-favoris";

function ClearFavorites({ count }: { count: number }) {
  const busy = useNavigation().formAction === addresses.favorites;
  return (
    <>
      <Button popoverTarget={QUESTION} variant="quiet" className="max-md:-mx-5">
        <Icon of={Trash2} className="size-4" />
        Vider les favoris
      </Button>
      <div
        id={QUESTION}
        popover="auto"
        role="dialog"
        aria-labelledby={`${QUESTION}-titre`}
        className="m-auto w-[calc(100%-2.5rem)] max-w-dialog rounded-card bg-surface p-8 text-ink shadow-soft backdrop:bg-ink/50"
      >
        <h2 id={`${QUESTION}-titre`} className="text-22">
          Vider vos favoris ?
        </h2>
        <p className="mt-3 text-ink-soft">
          {count === 1
            ? "La session sera retirée de votre liste."
            : `Les ${count} sessions seront retirées de votre liste.`}{" "}
          Vos réservations ne changent pas.
        </p>
        <Form
          method="post"
          action={addresses.favorites}
          className="mt-6 flex flex-wrap justify-end gap-2"
        >
          <Button popoverTarget={QUESTION} popoverTargetAction="hide">
            Garder mes favoris
          </Button>
          <Button type="submit" variant="destroy" busy={busy}>
            Tout supprimer
          </Button>
        </Form>
      </div>
    </>
  );
}
