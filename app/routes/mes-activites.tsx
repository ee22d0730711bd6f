import { Suspense, useEffect } from "react";
import { Await, Link, useSearchParams } from "react-router";
import { cancelBooking } from "#core/bookings/cancel-booking.server.ts";
import { listActivityBookings } from "#core/bookings/list-activity-bookings.server.ts";
import type { ActivityBookingView } from "#core/bookings/schema.ts";
import { nextSlotLabel } from "#core/catalogue/labels.ts";
import { listOwnActivities } from "#core/catalogue/list-own-activities.server.ts";
import type { ActivityView } from "#core/catalogue/schema.ts";
import { requestContext } from "../context.server.ts";
import { asFormError, asPage } from "../errors.server.ts";
import { ActivityBookingCard } from "../parts/bookings/activity-booking-card.tsx";
import { readForm } from "../read-form.ts";
import { site } from "../site.ts";
import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { FormToast } from "../ui/form-toast.tsx";
import { Notice } from "../ui/notice.tsx";
import { Panel } from "../ui/panel.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { showToast, type ToastMessage } from "../ui/toast.ts";
import type { Route } from "./+types/mes-activites";

export const meta: Route.MetaFunction = () => [{ title: `Mes Activités — ${site.name}` }];

export const handle = {
  actionFailure: { title: "Erreur", text: "Impossible d'annuler cette réservation." },
};

const PAGE_SIZE = 20;

interface Listed {
  bookings: ActivityBookingView[];
  nextCursor: string | null;
  own: ActivityView[];
  now: Date;
}
/** Why there is no list: nobody is signed in, or not as a professional. */
type Barred = "signed-out" | "not-professional";

export async function loader({
  request,
  context,
}: Route.LoaderArgs): Promise<{ list: Listed | Barred | Promise<Listed | Barred> }> {
  const ctx = context.get(requestContext);
  if (!ctx.actor) return { list: "signed-out" };
  if (!ctx.actor.professionalId) return { list: "not-professional" };
  const search = new URL(request.url).searchParams;
  const cursor = search.get("cursor");
  const found = await listActivityBookings(ctx, {
    when: isPastTab(search) ? "past" : "upcoming",
    limit: PAGE_SIZE,
    ...(cursor && { cursor }),
  }).catch(asPage);
  return { list: { ...found, own: await listOwnActivities(ctx), now: ctx.now() } };
}

function isPastTab(search: URLSearchParams): boolean {
  return search.get("type") === "passees";
}

/** In the browser the page comes at once and says that it is loading (R35). */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return { list: serverLoader().then(({ list }) => list) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { bookingId } = await readForm(request);
  try {
    const { refunded } = await cancelBooking(context.get(requestContext), {
      bookingId: String(bookingId),
    });
    const toast: ToastMessage = {
      title: "Réservation annulée",
      text: refunded
        ? "Le client est remboursé intégralement et prévenu."
        : "Le client est prévenu.",
      tone: "success",
    };
    return { toast };
  } catch (error) {
    return asFormError(error);
  }
}

export default function MyActivities({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  return (
    <div className="page pt-6 pb-8 md:pt-10">
      <FormToast toast={actionData?.toast} />
      <h1>Mes Activités</h1>
      {/* By its address: another tab or page says that it is loading, too. */}
      <Suspense key={search.toString()} fallback={<Loading />}>
        <Await resolve={loaderData.list} errorElement={<LoadingFailed />}>
          {(list) =>
            typeof list === "string" ? (
              <NoList why={list} />
            ) : (
              <Bookings {...list} isPast={isPastTab(search)} />
            )
          }
        </Await>
      </Suspense>
    </div>
  );
}

function Bookings({ bookings, nextCursor, own, now, isPast }: Listed & { isPast: boolean }) {
  return (
    <>
      <div className="mt-6 mb-8">
        <Tabs
          label="Activités à venir ou passées"
          items={[
            { to: "/mes-activites?type=a-venir", label: "Activités à venir", current: !isPast },
            { to: "/mes-activites?type=passees", label: "Activités passées", current: isPast },
          ]}
        />
      </div>
      {bookings.length === 0 ? (
        <Nothing isPast={isPast} />
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
            to={`/mes-activites?type=${isPast ? "passees" : "a-venir"}&cursor=${nextCursor}`}
          >
            {isPast ? "Activités plus anciennes" : "Activités suivantes"}
          </ButtonLink>
        </div>
      )}
      {!isPast && own.length > 0 && <Published activities={own} now={now} />}
    </>
  );
}

function Nothing({ isPast }: { isPast: boolean }) {
  return isPast ? (
    <EmptyState title="Vous n'avez aucune activité passée." />
  ) : (
    <EmptyState
      title="Vous n'avez aucune activité à venir."
      action={
        <ButtonLink to="/ajouter-activite" variant="sage">
          Créer une activité
        </ButtonLink>
      }
    />
  );
}

/** What is published, booked or not: how else would it be found for a change? */
function Published({ activities, now }: { activities: ActivityView[]; now: Date }) {
  return (
    <section aria-labelledby="publiees" className="mt-12">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="publiees">Vos activités publiées</h2>
        <ButtonLink to="/ajouter-activite">Ajouter une activité</ButtonLink>
      </div>
      <ul className="mt-5 grid gap-3">
        {activities.map(({ id, title, category, nextSlot, isActive }) => {
          const next = nextSlotLabel(nextSlot?.start ?? null, now);
          return (
            <Panel as="li" key={id} className="flex flex-wrap items-center gap-x-5 gap-y-2">
              <div className="min-w-0 flex-1 basis-52">
                <Link
                  to={`/activites/${id}`}
                  className="inline-flex min-h-11 items-center font-strong wrap-anywhere text-ink no-underline hover:underline"
                >
                  {title}
                </Link>
                <p className="text-14 text-ink-soft figures">
                  {category} ·{" "}
                  {isActive ? [next.label, next.date].filter(Boolean).join(" · ") : "Désactivée"}
                </p>
              </div>
              <ButtonLink to={`/editer-activite/${id}`} variant="outline">
                Modifier
              </ButtonLink>
            </Panel>
          );
        })}
      </ul>
    </section>
  );
}

const BARRED: Record<Barred, { title: string; to: string; label: string }> = {
  "signed-out": {
    title: "Veuillez vous connecter pour voir vos activités.",
    to: "/connexion?suite=%2Fmes-activites",
    label: "Se connecter",
  },
  "not-professional": {
    title: "Vous devez être professionnel pour voir cette page.",
    to: "/profil",
    label: "Voir mon profil",
  },
};

function NoList({ why }: { why: Barred }) {
  const { title, to, label } = BARRED[why];
  return (
    <div className="mt-6">
      <EmptyState
        title={title}
        action={
          <ButtonLink to={to} variant="sage">
            {label}
          </ButtonLink>
        }
      />
    </div>
  );
}

function Loading() {
  return (
    <div className="mt-6 grid gap-4">
      <p role="status" className="text-ink-soft">
        Chargement...
      </p>
      <Skeleton className="h-40" />
      <Skeleton className="h-40" />
    </div>
  );
}

const failure = "Impossible de charger vos activités.";

function LoadingFailed() {
  useEffect(() => showToast({ title: "Erreur", text: failure, tone: "danger" }), []);
  return <Notice tone="danger">{failure}</Notice>;
}
