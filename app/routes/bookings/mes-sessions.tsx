import { type ShouldRevalidateFunctionArgs, useSearchParams } from "react-router";
import { cancelBooking } from "#core/bookings/cancellation/cancel-booking.server.ts";
import { listBookings } from "#core/bookings/lists/list-bookings.server.ts";
import { contestAbsence } from "#core/bookings/presence/contest-absence.server.ts";
import { presenceCountLabel } from "#core/bookings/presence/labels.ts";
import type { Contest } from "#core/bookings/presence/rules.ts";
import { countPresence } from "#core/bookings/presence/show-presence.server.ts";
import { offeredMessage, RESALE_LABELS } from "#core/bookings/resale/labels.ts";
import { resellBooking, takeBack } from "#core/bookings/resale/resell-booking.server.ts";
import type { BookingView } from "#core/bookings/schema.ts";
import { nameCompanions } from "#core/bookings/seats/cancel-seats.server.ts";
import type { Context } from "#core/context.server.ts";
import { listReviewed } from "#core/reviews/show-reviews.server.ts";
import * as addresses from "#site/addresses.ts";
import type { AnalyticsEvent } from "../../browser/track.ts";
import { requestContext } from "../../context.server.ts";
import { asFormError, asPage } from "../../failures/errors.server.ts";
import { readList, readPart } from "../../failures/read-part.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { BookingCard } from "../../parts/bookings/booking-card.tsx";
import {
  isPastTab,
  loadPending,
  PendingList,
  useSignedOutHere,
} from "../../parts/bookings/pending-list.tsx";
import { drawPresenceQr } from "../../parts/bookings/presence/presence-qr.server.ts";
import { PartFailed } from "../../parts/layout/part-failed.tsx";
import { OnThisDevice } from "../../parts/offline/on-this-device.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { ToastMessage } from "../../ui/toasts/toast.ts";
import type { Route } from "./+types/mes-sessions";

export const meta: Route.MetaFunction = () => titleMeta("Mes Sessions");

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger vos sessions." },
  actionFailure: { title: "Erreur", text: "Impossible d'annuler cette réservation." },
};

const PAGE_SIZE = 20;

interface Loaded {
  bookings: BookingView[];
  codes: Record<string, string>;
  reviewed: string[] | null;
  nextCursor: string | null;
  now: Date;
  presences: string;
  sells: boolean;
}

type List = Loaded | "failed" | null;

/** `list` is null for a visitor; a promise while the browser still waits for it. */
export async function loader({
  request,
  context,
}: Route.LoaderArgs): Promise<{ list: List | Promise<List> }> {
  const ctx = context.get(requestContext);
  if (!ctx.actor) return { list: null };
  const search = new URL(request.url).searchParams;
  const cursor = search.get("cursor");
  const found = await readList(context, "bookings", () =>
    listBookings(ctx, {
      when: isPastTab(search) ? "past" : "upcoming",
      limit: PAGE_SIZE,
      ...(cursor && { cursor }),
    }).catch(asPage),
  );
  if (!found) return { list: "failed" };
  const now = ctx.now();
  const coming = found.bookings.filter(({ end, presenceCode }) => presenceCode && end && end > now);
  const codes = coming.map(({ id, presenceCode }) => {
    return [id, drawPresenceQr(ctx, { id, code: presenceCode ?? "" })];
  });
  const sells = ctx.actor.professionalId !== null;
  const presences = isPastTab(search) ? presenceCountLabel(await countPresence(ctx)) : "";
  const ids = isPastTab(search) ? found.bookings.map(({ id }) => id) : [];
  const reviewed = await readPart(context, "reviews", () => listReviewed(ctx, ids));
  return { list: { ...found, reviewed, now, sells, presences, codes: Object.fromEntries(codes) } };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return loadPending(serverLoader);
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const { bookingId, refundCents, companions, part, word, intent, ...more } =
    await readForm(request);
  try {
    if (intent === "contest") {
      const by = { bookingId: String(bookingId) };
      await contestAbsence(ctx, { by, word: String(word) as Contest });
      return noted("Votre praticien en est informé. Cette absence ne compte plus.");
    }
    if (intent === "offer" || intent === "take-back") {
      return { toast: await changeResale(ctx, String(bookingId), intent), events: [] };
    }
    if (intent === "companions") {
      const input = { bookingId: String(bookingId), companions: String(companions ?? "") };
      await nameCompanions(ctx, input);
      return noted("Votre praticien lit ces prénoms dans son agenda.");
    }
    // Without a choice of how many, all are cancelled.
    const seats = part ? String(part) : undefined;
    const shown = (seats && more[`refundCents-${seats}`]) || refundCents;
    const { refunded } = await cancelBooking(ctx, {
      bookingId: String(bookingId),
      ...(shown && { refundCents: String(shown) }),
      ...(seats && { seats: Number(seats) }),
    });
    const toast = cancelledToast(refunded, seats);
    const events: AnalyticsEvent[] = [
      { name: "booking", data: { action: "cancelled", guest: false } },
    ];
    return { toast, events };
  } catch (error) {
    return asFormError(error);
  }
}

function noted(text: string) {
  const toast: ToastMessage = { title: "C'est noté", text, tone: "success" };
  return { toast, events: [] };
}

/** Puts a booking up for sale, or takes it back (rule: resale). */
async function changeResale(
  ctx: Context,
  bookingId: string,
  intent: "offer" | "take-back",
): Promise<ToastMessage> {
  if (intent === "take-back") {
    await takeBack(ctx, { bookingId });
    const text = "Elle n'est plus proposée. Votre réservation reste la même.";
    return { title: "Réservation reprise", text, tone: "success" };
  }
  const { seats } = await resellBooking(ctx, { bookingId });
  return { title: RESALE_LABELS.offered, text: offeredMessage(seats), tone: "success" };
}

function cancelledToast(refunded: boolean, seats: string | undefined): ToastMessage {
  const isMany = Number(seats) > 1;
  const free = isMany ? "Les places sont de nouveau libres." : "La place est de nouveau libre.";
  if (!seats) {
    const back = "Votre remboursement intégral est demandé. Un e-mail vous le confirme.";
    return { title: "Réservation annulée", text: refunded ? back : free, tone: "success" };
  }
  const title = isMany ? `${seats} places annulées` : "Une place annulée";
  const back = "Leur remboursement est demandé. Un e-mail vous le confirme.";
  const text = refunded ? (isMany ? back : back.replace("Leur", "Son")) : free;
  return { title, text, tone: "success" };
}

/** After a refusal the shown list is out of date. */
export function shouldRevalidate({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || defaultShouldRevalidate;
}

export default function MySessions({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const isPast = isPastTab(search);
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
                  to: `${addresses.ownSessions}?type=a-venir`,
                  label: "Sessions à venir",
                  current: !isPast,
                },
                {
                  to: `${addresses.ownSessions}?type=passees`,
                  label: "Sessions passées",
                  current: isPast,
                },
              ]}
            />
          </div>
          <PendingList list={loaderData.list} failure={handle.failure.text}>
            {(list) =>
              list === "failed" ? (
                <PartFailed text={handle.failure.text} />
              ) : list ? (
                <>
                  {list.sells && <Published />}
                  <Bookings {...list} isPast={isPast} />
                </>
              ) : (
                <SignedOut />
              )
            }
          </PendingList>
        </>
      )}
    </div>
  );
}

function Published() {
  return (
    <p className="mb-6 text-ink-soft">
      Vous voyez ici ce que vous avez réservé. Vos propres sessions et leurs réservations sont dans{" "}
      <TextLink to={`${addresses.profile}#sessions-publiees`}>Mes sessions publiées</TextLink>.
    </p>
  );
}

function Bookings({
  bookings,
  codes,
  reviewed,
  nextCursor,
  now,
  presences,
  isPast,
}: Omit<Loaded, "sells"> & { isPast: boolean }) {
  if (bookings.length === 0) {
    return (
      <EmptyState
        title={
          isPast ? "Vous n'avez aucune session passée." : "Vous n'avez aucune session à venir."
        }
        link={{ to: addresses.sessions, label: "Trouver une session" }}
      />
    );
  }
  return (
    <>
      {presences && (
        <p className="mb-6 text-14 text-ink-soft figures">
          Noté par vos praticiens : {presences}. Vous seul voyez ce compte ; chaque praticien ne
          connaît que vos séances avec lui.
        </p>
      )}
      <ul className="grid gap-4">
        {bookings.map((booking) => (
          <BookingCard
            key={booking.id}
            booking={booking}
            qr={codes[booking.id]}
            isReviewed={reviewed?.includes(booking.id) ?? null}
            now={now}
          />
        ))}
      </ul>
      {!isPast && <OnThisDevice />}
      {nextCursor && (
        <div className="mt-8 text-center">
          <ButtonLink
            to={`${addresses.ownSessions}?type=${isPast ? "passees" : "a-venir"}&cursor=${nextCursor}`}
          >
            {isPast ? "Sessions plus anciennes" : "Sessions suivantes"}
          </ButtonLink>
        </div>
      )}
    </>
  );
}

function SignedOut() {
  useSignedOutHere(true);
  return (
    <div className="mt-6">
      <EmptyState
        title="Veuillez vous connecter pour voir vos sessions."
        link={{ to: addresses.logInThen(addresses.ownSessions), label: "Se connecter" }}
      />
    </div>
  );
}
