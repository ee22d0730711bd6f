import { Suspense, useEffect } from "react";
import { Await, type ShouldRevalidateFunctionArgs, useSearchParams } from "react-router";
import { cancelBooking } from "#core/bookings/cancel-booking.server.ts";
import { listBookings } from "#core/bookings/list-bookings.server.ts";
import { isUpcoming, withoutSuperseded } from "#core/bookings/rules.ts";
import type { BookingView } from "#core/bookings/schema.ts";
import { requestContext } from "../context.server.ts";
import { asFormError } from "../errors.server.ts";
import { BookingCard } from "../parts/bookings/booking-card.tsx";
import { site } from "../site.ts";
import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { FormToast } from "../ui/form-toast.tsx";
import { Notice } from "../ui/notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { showToast, type ToastMessage } from "../ui/toast.ts";
import type { Route } from "./+types/mes-sessions";

export const meta: Route.MetaFunction = () => [{ title: `Mes Sessions — ${site.name}` }];

interface Loaded {
  bookings: BookingView[];
  now: Date;
}

/** `list` is null for a visitor; a promise while the browser still waits for it. */
export async function loader({
  context,
}: Route.LoaderArgs): Promise<{ list: Loaded | Promise<Loaded | null> | null }> {
  const ctx = context.get(requestContext);
  if (!ctx.actor) return { list: null };
  const { bookings } = await listBookings(ctx);
  return { list: { bookings: withoutSuperseded(bookings), now: ctx.now() } };
}

/** In the browser the page comes at once and says that it is loading (R35). */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return { list: serverLoader().then(({ list }) => list) };
}

/** The tabs share one list. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isTab = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return isTab && !formMethod ? false : defaultShouldRevalidate;
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  try {
    const bookingId = String(form.get("bookingId"));
    const { refunded } = await cancelBooking(context.get(requestContext), { bookingId });
    const toast: ToastMessage = {
      title: "Réservation annulée",
      text: refunded
        ? "Vous êtes remboursé intégralement. Un e-mail vous le confirme."
        : "La place est de nouveau libre.",
      tone: "success",
    };
    return { toast };
  } catch (error) {
    return asFormError(error);
  }
}

export default function MySessions({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const isPast = search.get("type") === "passees";
  return (
    <div className="page pt-6 pb-8 md:pt-10">
      <FormToast toast={actionData?.toast} />
      <h1>Mes Sessions</h1>
      {loaderData.list === null ? (
        <SignedOut />
      ) : (
        <>
          <div className="mt-6 mb-8">
            <Tabs
              label="Sessions à venir ou passées"
              items={[
                {
                  to: "/mes-sessions?type=a-venir",
                  label: "Sessions à venir",
                  current: !isPast,
                },
                { to: "/mes-sessions?type=passees", label: "Sessions passées", current: isPast },
              ]}
            />
          </div>
          <Suspense fallback={<Loading />}>
            <Await resolve={loaderData.list} errorElement={<LoadingFailed />}>
              {(list) => (list ? <Bookings {...list} isPast={isPast} /> : <SignedOut />)}
            </Await>
          </Suspense>
        </>
      )}
    </div>
  );
}

function Bookings({ bookings, now, isPast }: Loaded & { isPast: boolean }) {
  const shown = bookings
    .filter(({ start }) => start !== null && isUpcoming(start, now) !== isPast)
    .sort((a, b) => (Number(a.start) - Number(b.start)) * (isPast ? -1 : 1));
  if (shown.length === 0) {
    return (
      <EmptyState
        title={
          isPast ? "Vous n'avez aucune session passée." : "Vous n'avez aucune session à venir."
        }
        action={
          <ButtonLink to="/sessions" variant="sage">
            Trouver une session
          </ButtonLink>
        }
      />
    );
  }
  return (
    <ul className="grid gap-4">
      {shown.map((booking) => (
        <BookingCard key={booking.id} booking={booking} now={now} />
      ))}
    </ul>
  );
}

function SignedOut() {
  return (
    <div className="mt-6">
      <EmptyState
        title="Veuillez vous connecter pour voir vos sessions."
        action={
          <ButtonLink to="/connexion?suite=%2Fmes-sessions" variant="sage">
            Se connecter
          </ButtonLink>
        }
      />
    </div>
  );
}

function Loading() {
  return (
    <div className="grid gap-4">
      <p role="status" className="text-ink-soft">
        Chargement...
      </p>
      <Skeleton className="h-40" />
      <Skeleton className="h-40" />
    </div>
  );
}

const failure = "Impossible de charger vos sessions.";

function LoadingFailed() {
  useEffect(() => showToast({ title: "Erreur", text: failure, tone: "danger" }), []);
  return <Notice tone="danger">{failure}</Notice>;
}
