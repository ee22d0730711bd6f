import { Check, Clock, MapPin, Tag, Users, Video } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { redirect, useNavigation } from "react-router";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { capacityLabel, durationLabel } from "#core/catalogue/labels.ts";
import { clientPrice, isLastMinute } from "#core/catalogue/rules.ts";
import { showSession } from "#core/catalogue/show-session.server.ts";
import { AppError, isAppError } from "#core/errors.ts";
import { markFavorites } from "#core/favorites/mark-favorites.server.ts";
import { requestContext } from "../context.server.ts";
import { asFormError, asPage } from "../errors.server.ts";
import { redirectWithToast } from "../flash.server.ts";
import { readGuestProof, writeGuestProof } from "../guest-proof.server.ts";
import { BookingBar } from "../parts/bookings/booking-bar.tsx";
import { BOOKING_FORM, BookingSummary } from "../parts/bookings/booking-summary.tsx";
import { ProfessionalCard, VerifiedTick } from "../parts/catalogue/professional-card.tsx";
import { SessionImage } from "../parts/catalogue/session-image.tsx";
import { SlotPicker } from "../parts/catalogue/slot-picker.tsx";
import { FavoriteHeart, favoriteState } from "../parts/favorites/favorite-heart.tsx";
import { site } from "../site.ts";
import { Badge } from "../ui/badge.tsx";
import { Breadcrumb } from "../ui/breadcrumb.tsx";
import { FormToast } from "../ui/form-toast.tsx";
import { Rating } from "../ui/rating.tsx";
import { TextLink } from "../ui/text-link.tsx";
import type { Route } from "./+types/session";

export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const session = await showSession(ctx, { sessionId: params.sessionId }).catch(asPage);
  return {
    session,
    hearts: await markFavorites(ctx, [session.id]),
    signedIn: ctx.actor !== null,
    now: ctx.now(),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await request.formData();
  const field = (name: string) => String(form.get(name) ?? "");
  // The login ended while the page was open: the form had no field for a guest's e-mail.
  if (form.has("signedIn") && !ctx.actor) {
    const path = `/sessions/${encodeURIComponent(params.sessionId)}`;
    return redirectWithToast(`/connexion?suite=${encodeURIComponent(path)}`, {
      title: "Connexion requise",
      text: new AppError("unauthenticated").message,
      tone: "danger",
    });
  }
  try {
    const { url, guestProof } = await bookSlot(ctx, {
      sessionId: params.sessionId,
      slotId: field("slotId"),
      amount: Number(field("amount")),
      bookingNotes: field("bookingNotes"),
      ...(!ctx.actor && { email: field("email"), guestProof: readGuestProof(request) }),
    });
    const headers = new Headers();
    if (guestProof) headers.append("Set-Cookie", writeGuestProof(ctx, guestProof));
    return redirect(url, { headers });
  } catch (error) {
    const fields = isAppError(error) ? error.fields : undefined;
    const [message] = fields?.email ?? [];
    if (!fields || !message) return asFormError(error);
    return asFormError(new AppError("invalid_input", { message, fields }), "Email requis");
  }
}

type Session = Route.ComponentProps["loaderData"]["session"];

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger les détails de la session" },
  actionFailure: { title: "Erreur", text: "Une erreur est survenue lors du paiement" },
};

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [{ title: `Session introuvable — ${site.name}` }];
  const { session } = loaderData;
  return [
    { title: `${session.title} — ${site.name}` },
    { name: "description", content: session.description.slice(0, 155) },
  ];
};

export default function SessionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { session, hearts, signedIn, now } = loaderData;
  const free = session.unbookable ? [] : session.slots.filter((slot) => slot.availableSpots > 0);
  const [chosenId, choose] = useState<string | null>(null);
  // The first free slot is chosen from the start: it is what most people came for.
  const slot = free.find(({ id }) => id === chosenId) ?? free[0] ?? null;
  const amountCents = clientPrice(session);
  const box = useRef<HTMLElement>(null);
  const busy = useNavigation().formData?.get("intent") === "book";

  return (
    <>
      <FormToast toast={actionData?.toast} />
      <div className="page">
        <Breadcrumb
          steps={[
            { label: "Sessions", to: "/sessions" },
            {
              label: session.category,
              to: `/sessions?category=${encodeURIComponent(session.category)}`,
            },
            { label: session.title },
          ]}
        />
        <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_384px] lg:items-start lg:gap-x-16 lg:gap-y-12">
          <div className="min-w-0">
            <div className="relative aspect-card overflow-hidden rounded-card bg-sand-100 md:aspect-page">
              <SessionImage
                session={session}
                sizes="(min-width: 1024px) 752px, 100vw"
                large
                eager
              />
              {isLastMinute(session.nextSlot?.start ?? null, now) && (
                <Badge tone="clay" className="absolute top-4 left-4">
                  Dernière minute
                </Badge>
              )}
              <div className="absolute top-3 right-3">
                <FavoriteHeart
                  sessionId={session.id}
                  title={session.title}
                  favorite={favoriteState(hearts, session.id)}
                />
              </div>
            </div>
            <Title session={session} />
            <Facts session={session} />
            <div className="mt-8 grid max-w-text gap-3">
              {session.description.split(/\n\s*\n/).map((paragraph) => (
                <p key={paragraph} className="whitespace-pre-line">
                  {paragraph}
                </p>
              ))}
            </div>
            {session.slots.length > 0 && (
              <section id="creneaux" className="mt-12">
                <h2>Choisissez un créneau</h2>
                <SlotPicker
                  slots={session.slots}
                  priceCents={amountCents}
                  reduced={session.discountedPriceCents !== null}
                  now={now}
                  form={BOOKING_FORM}
                  chosenId={slot?.id ?? null}
                  onChoose={choose}
                  disabled={session.unbookable !== null}
                />
              </section>
            )}
          </div>
          <aside
            ref={box}
            aria-label="Votre réservation"
            className="lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1"
          >
            <BookingSummary
              session={session}
              slot={slot}
              amountCents={amountCents}
              now={now}
              signedIn={signedIn}
              busy={busy}
              refusal={actionData}
            />
          </aside>
          <div className="grid min-w-0 gap-12">
            <Lists session={session} />
            <section>
              <h2 className="mb-4">Votre praticien</h2>
              <ProfessionalCard professional={session.professional} />
            </section>
          </div>
        </div>
      </div>
      {!session.unbookable && <BookingBar session={session} slot={slot} now={now} box={box} />}
    </>
  );
}

function Title({ session }: { session: Session }) {
  const { professional } = session;
  return (
    <>
      <p className="mt-6 font-strong text-sage-600">{session.category}</p>
      <h1 className="mt-1 text-28 wrap-anywhere md:text-36">{session.title}</h1>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft figures">
        <span>
          Avec{" "}
          <TextLink to={`/sessions?professional=${professional.id}`}>
            {professional.businessName}
          </TextLink>
        </span>
        {professional.isVerified && <VerifiedTick />}
        {professional.rating > 0 && (
          <>
            <Rating value={professional.rating} />
            <span>{professional.totalReviews} avis</span>
          </>
        )}
      </div>
    </>
  );
}

function Facts({ session }: { session: Session }) {
  const place = session.isOnline
    ? "En ligne"
    : [session.address, [session.postalCode, session.city].filter(Boolean).join(" ")]
        .filter(Boolean)
        .join(", ");
  return (
    <dl className="mt-6 grid grid-cols-2 gap-x-4 gap-y-5 border-y border-sand-300 py-6 figures md:grid-cols-[repeat(4,auto)] md:justify-between">
      <Fact icon={<Clock />} term="Durée">
        {durationLabel(session.duration)}
      </Fact>
      <Fact icon={<Users />} term="Format">
        {capacityLabel(session.capacity)}
      </Fact>
      <Fact icon={session.isOnline ? <Video /> : <MapPin />} term="Lieu">
        {place}
      </Fact>
      {session.tags.length > 0 && (
        <Fact icon={<Tag />} term="Mots-clés">
          {session.tags.join(", ")}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ icon, term, children }: { icon: ReactNode; term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="flex items-center gap-2 text-14 text-ink-soft">
        <span aria-hidden className="text-sage-600 [&>svg]:size-4">
          {icon}
        </span>
        {term}
      </dt>
      <dd className="mt-1 font-label">{children}</dd>
    </div>
  );
}

function Lists({ session }: { session: Session }) {
  const lists = [
    { title: "Ce qui est inclus", items: session.included },
    { title: "À prévoir", items: session.requirements },
  ].filter(({ items }) => items.length > 0);
  if (lists.length === 0) return null;
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      {lists.map(({ title, items }) => (
        <section key={title}>
          <h2 className="mb-3 text-22">{title}</h2>
          <ul>
            {items.map((item) => (
              <li key={item} className="flex gap-2.5 py-1">
                <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-sage-600" />
                {item}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
