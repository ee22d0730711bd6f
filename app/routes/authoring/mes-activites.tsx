import { PrefetchPageLinks, useSearchParams } from "react-router";
import { showProfile } from "#core/accounts/profile/update-profile.server.ts";
import { listActivityBookings } from "#core/bookings/lists/list-bookings.server.ts";
import { listManaged } from "#core/bookings/lists/list-managed.server.ts";
import type { ManagedGroups } from "#core/bookings/lists/rules.ts";
import { editionPath } from "#core/bookings/rules.ts";
import type { ActivityBookingView, ManagedOffering } from "#core/bookings/schema.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readList, readPart } from "../../failures/read-part.server.ts";
import { NOT_PROFESSIONAL } from "../../parts/agenda/not-professional.tsx";
import { ActivityBookingCard } from "../../parts/bookings/activity-booking-card.tsx";
import {
  isPastTab,
  loadPending,
  PendingList,
  useSignedOutHere,
} from "../../parts/bookings/pending-list.tsx";
import { PartFailed } from "../../parts/layout/part-failed.tsx";
import { Manager } from "../../parts/manager/manager.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import type { Route } from "./+types/mes-activites";

export const meta: Route.MetaFunction = () => titleMeta("Mes Activités");

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger vos activités." },
};

const PAGE_SIZE = 20;

interface Listed {
  bookings: ActivityBookingView[];
  nextCursor: string | null;
  published: ManagedGroups<ManagedOffering> | null;
  /** Whether their plan, or the operator, lets them create some (rule: activity-rights). */
  mayCreate: boolean;
  now: Date;
}
type Missing = "signed-out" | "not-professional" | "failed";

export async function loader({
  request,
  context,
}: Route.LoaderArgs): Promise<{ list: Listed | Missing | Promise<Listed | Missing> }> {
  const ctx = context.get(requestContext);
  if (!ctx.actor) return { list: "signed-out" };
  if (!ctx.actor.professionalId) return { list: "not-professional" };
  const search = new URL(request.url).searchParams;
  const isPast = isPastTab(search);
  const cursor = search.get("cursor");
  const bookings = () =>
    listActivityBookings(ctx, {
      when: isPast ? "past" : "upcoming",
      limit: PAGE_SIZE,
      ...(cursor && { cursor }),
    }).catch(asPage);
  const [found, published, profile] = await Promise.all([
    readList(context, "bookings", bookings),
    isPast ? null : readPart(context, "published activities", () => listManaged(ctx, "activity")),
    readPart(context, "permissions", () => showProfile(ctx)),
  ]);
  if (!found) return { list: "failed" };
  const mayCreate = Boolean(profile?.isPro && profile.canCreateActivities);
  return { list: { ...found, published, mayCreate, now: ctx.now() } };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return loadPending(serverLoader);
}

export default function MyActivities({ loaderData: { list } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const isPast = isPastTab(search);
  return (
    <div className="page pt-6 pb-8 md:pt-10">
      <h1>Mes Activités</h1>
      {typeof list === "string" && list !== "failed" ? (
        <NoList why={list} />
      ) : (
        <>
          <div className="mt-6 mb-8">
            <Tabs
              label="Activités à venir ou passées"
              items={[
                {
                  to: `${addresses.ownActivities}?type=a-venir`,
                  label: "Activités à venir",
                  current: !isPast,
                },
                {
                  to: `${addresses.ownActivities}?type=passees`,
                  label: "Activités passées",
                  current: isPast,
                },
              ]}
            />
          </div>
          <PendingList list={list} failure={handle.failure.text}>
            {(list) =>
              typeof list === "string" ? (
                <NoList why={list} />
              ) : (
                <Bookings {...list} isPast={isPast} />
              )
            }
          </PendingList>
        </>
      )}
    </div>
  );
}

function Bookings({
  bookings,
  nextCursor,
  published,
  mayCreate,
  now,
  isPast,
}: Listed & { isPast: boolean }) {
  const [first] = Object.values(published ?? {}).flat();
  return (
    <>
      {!isPast && !published && <PartFailed text={handle.failure.text} className="mb-6" />}
      {bookings.length === 0 ? (
        (isPast || published) && (
          <Nothing isPast={isPast} isPublished={first !== undefined} mayCreate={mayCreate} />
        )
      ) : (
        <ul className="grid gap-4">
          {bookings.map((booking) => (
            <ActivityBookingCard key={booking.id} booking={booking} now={now} />
          ))}
        </ul>
      )}
      {nextCursor && (
        <div className="mt-8 text-center">
          <ButtonLink
            to={`${addresses.ownActivities}?type=${isPast ? "passees" : "a-venir"}&cursor=${nextCursor}`}
          >
            {isPast ? "Activités plus anciennes" : "Activités suivantes"}
          </ButtonLink>
        </div>
      )}
      {published && first && (
        <>
          {/* Its words for a failure must be here before the network is gone. */}
          <PrefetchPageLinks page={editionPath("activity", first.id)} />
          <Manager
            title="Vos activités publiées"
            others="Autres activités"
            groups={published}
            now={now}
            action={
              mayCreate && <ButtonLink to={addresses.addActivity}>Ajouter une activité</ButtonLink>
            }
            className="mt-12"
          />
        </>
      )}
    </>
  );
}

interface NothingProps {
  isPast: boolean;
  isPublished: boolean;
  mayCreate: boolean;
}

function Nothing({ isPast, isPublished, mayCreate }: NothingProps) {
  return isPast ? (
    <EmptyState title="Vous n'avez aucune activité passée." />
  ) : (
    <EmptyState
      title={
        isPublished
          ? "Personne n'a encore réservé vos activités à venir."
          : "Vous n'avez aucune activité à venir."
      }
      action={
        <>
          <ButtonLink to={addresses.addActivity} variant={mayCreate ? "sage" : "outline"}>
            Créer une activité
          </ButtonLink>
          {!mayCreate && (
            <ButtonLink to={addresses.plans} variant="sage">
              Voir nos offres
            </ButtonLink>
          )}
        </>
      }
    >
      {!mayCreate && "Votre offre actuelle ne permet pas de créer des activités."}
    </EmptyState>
  );
}

const BARRED: Record<Exclude<Missing, "failed">, { title: string; to: string; label: string }> = {
  "signed-out": {
    title: "Veuillez vous connecter pour voir vos activités.",
    to: addresses.logInThen(addresses.ownActivities),
    label: "Se connecter",
  },
  "not-professional": NOT_PROFESSIONAL,
};

function NoList({ why }: { why: Missing }) {
  useSignedOutHere(why === "signed-out");
  if (why === "failed") return <PartFailed text={handle.failure.text} />;
  const { title, to, label } = BARRED[why];
  return (
    <div className="mt-6">
      <EmptyState title={title} link={{ to, label }} />
    </div>
  );
}
