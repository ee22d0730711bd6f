import { Clock, MapPin, Tag, Users, Video } from "@lucide/icons";
import { useRef } from "react";
import { useNavigation } from "react-router";
import { markOwnSlots } from "#core/bookings/lists/mark-own-slots.server.ts";
import { addressLabel, capacityLabel, durationLabel } from "#core/catalogue/labels.ts";
import { clientPrice, isLastMinute } from "#core/catalogue/rules.ts";
import { showOffering } from "#core/catalogue/show-offering.server.ts";
import { listBookable } from "#core/search/list-bookable.server.ts";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { readGuestProof } from "../../cookies/guest-proof.server.ts";
import { readNote } from "../../cookies/pending-note.server.ts";
import { asGonePage } from "../../failures/gone.server.ts";
import { readPart } from "../../failures/read-part.server.ts";
import { book } from "../../parts/bookings/book.server.ts";
import { BookingBar } from "../../parts/bookings/booking-bar.tsx";
import { BOOKING_FORM, BookingSummary } from "../../parts/bookings/booking-summary.tsx";
import { closedFor, resumeFor } from "../../parts/bookings/closed.server.ts";
import { FavoriteHeart, favoriteState } from "../../parts/catalogue/favorite-heart.tsx";
import { Fact, Lists } from "../../parts/catalogue/offering-facts.tsx";
import { ProfessionalCard, VerifiedTick } from "../../parts/catalogue/professional-card.tsx";
import { cardGridClass, SessionCard } from "../../parts/catalogue/session-card.tsx";
import { SessionImage } from "../../parts/catalogue/session-image.tsx";
import { ShareButton } from "../../parts/catalogue/share-button.tsx";
import { SlotPicker } from "../../parts/catalogue/slot-picker.tsx";
import { useChosenSlot } from "../../parts/catalogue/use-chosen-slot.ts";
import { readHearts } from "../../parts/favorites/read-hearts.server.ts";
import { summaryOf } from "../../parts/seo/summary.ts";
import { Badge } from "../../ui/badge.tsx";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { Rating } from "../../ui/rating.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/session";

/** Other sessions of the same practitioner, at the foot of the page. */
const OTHERS = 3;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { sessionId } = params;
  const found = await showOffering(ctx, "session", sessionId).catch((error) =>
    asGonePage(ctx, sessionId, error),
  );
  const marked = markOwnSlots(ctx, "session", found, readGuestProof(request));
  const session = (await readPart(context, "own slots", marked)) ?? found;
  const professionalId = session.professional.id;
  const sessions = listBookable(ctx, { professionalId, limit: OTHERS + 1 });
  const bookable = (await readPart(context, "other sessions", sessions)) ?? [];
  const others = bookable.filter(({ id }) => id !== session.id).slice(0, OTHERS);
  return {
    session,
    closed: closedFor(ctx.actor, "session", session, ctx.now()),
    resume: resumeFor(ctx.actor, "session", session),
    others,
    hearts: await readHearts(context, [session, ...others]),
    signedIn: ctx.actor !== null,
    note: readNote(request, session.id),
    now: ctx.now(),
  };
}

export async function action({ request, params: { sessionId }, context }: Route.ActionArgs) {
  const path = addresses.sessionForm(encodeURIComponent(sessionId));
  return book(context.get(requestContext), request, { sessionId, path });
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
    { name: "description", content: summaryOf(session.description) },
  ];
};

export default function SessionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { session, closed, resume, others, hearts, signedIn, note, now } = loaderData;
  const [slot, choose] = useChosenSlot(session, actionData?.asked.slotId);
  const amountCents = clientPrice(session);
  const box = useRef<HTMLElement>(null);
  const busy = useNavigation().formData?.get("intent") === "book";

  return (
    <>
      <div className="page">
        <FormToast toast={actionData?.toast} />
        <Breadcrumb
          steps={[
            { label: "Sessions", to: addresses.sessions },
            {
              label: session.category,
              to: `${addresses.sessions}?category=${encodeURIComponent(session.category)}`,
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
                eager="first"
              />
              {isLastMinute(session.nextSlot?.start ?? null, now) && (
                <Badge tone="clay" className="absolute top-4 left-4">
                  Dernière minute
                </Badge>
              )}
              <div className="absolute top-3 right-3 flex gap-2">
                <ShareButton title={session.title} />
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
                  disabled={closed !== null}
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
              price={session}
              closed={closed}
              resume={resume}
              slot={slot}
              amountCents={amountCents}
              now={now}
              signedIn={signedIn}
              note={actionData?.asked.note ?? note}
              busy={busy}
              refusal={actionData}
            />
          </aside>
          <div className="grid min-w-0 gap-12">
            <Lists offering={session} />
            <section>
              <h2 className="mb-4">Votre praticien</h2>
              <ProfessionalCard professional={session.professional} />
            </section>
          </div>
        </div>
        {others.length > 0 && (
          <section aria-labelledby="autres" className="mt-16">
            <h2 id="autres">Du même praticien</h2>
            <ul className={`mt-6 ${cardGridClass} lg:grid-cols-3`}>
              {others.map((other) => (
                <li key={other.id} className="min-w-0">
                  <SessionCard
                    session={other}
                    now={now}
                    heading="h3"
                    favorite={favoriteState(hearts, other.id)}
                  />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      {!closed && <BookingBar price={session} slot={slot} now={now} box={box} />}
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
          <TextLink to={addresses.professional(professional.id)}>
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
  const place = session.isOnline ? "En ligne" : addressLabel(session);
  return (
    <dl className="mt-6 grid grid-cols-2 gap-x-4 gap-y-5 border-y border-sand-300 py-6 figures md:grid-cols-[repeat(4,auto)] md:justify-between">
      <Fact icon={<Icon of={Clock} />} term="Durée">
        {durationLabel(session.duration)}
      </Fact>
      <Fact icon={<Icon of={Users} />} term="Format">
        {capacityLabel(session.capacity)}
      </Fact>
      <Fact icon={session.isOnline ? <Icon of={Video} /> : <Icon of={MapPin} />} term="Lieu">
        {place}
      </Fact>
      {session.tags.length > 0 && (
        <Fact icon={<Icon of={Tag} />} term="Mots-clés">
          {session.tags.join(", ")}
        </Fact>
      )}
    </dl>
  );
}
