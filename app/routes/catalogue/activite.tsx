import { Clock, MapPin, Users, Video } from "@lucide/icons";
import { useRef } from "react";
import { useNavigation } from "react-router";
import { markOwnSlots } from "#core/bookings/lists/mark-own-slots.server.ts";
import { addressLabel, capacityLabel, durationLabel } from "#core/catalogue/labels.ts";
import { showOffering } from "#core/catalogue/show-offering.server.ts";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { readGuestProof } from "../../cookies/guest-proof.server.ts";
import { readNote } from "../../cookies/pending-note.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readPart } from "../../failures/read-part.server.ts";
import { book } from "../../parts/bookings/book.server.ts";
import { BookingBar } from "../../parts/bookings/booking-bar.tsx";
import { BOOKING_FORM, BookingSummary } from "../../parts/bookings/booking-summary.tsx";
import { closedFor, resumeFor } from "../../parts/bookings/closed.server.ts";
import { Fact, Lists } from "../../parts/catalogue/offering-facts.tsx";
import { ProfessionalCard } from "../../parts/catalogue/professional-card.tsx";
import { SessionImage } from "../../parts/catalogue/session-image.tsx";
import { SlotPicker } from "../../parts/catalogue/slot-picker.tsx";
import { useChosenSlot } from "../../parts/catalogue/use-chosen-slot.ts";
import { summaryOf } from "../../parts/seo/summary.ts";
import { Badge } from "../../ui/badge.tsx";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/activite";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const found = await showOffering(ctx, "activity", params.activityId).catch(asPage);
  const marked = markOwnSlots(ctx, "activity", found, readGuestProof(request));
  const activity = (await readPart(context, "own slots", marked)) ?? found;
  const closed = closedFor(ctx.actor, "activity", activity, ctx.now());
  const note = readNote(request, activity.id);
  const resume = resumeFor(ctx.actor, "activity", activity);
  return { activity, closed, resume, signedIn: ctx.actor !== null, note, now: ctx.now() };
}

export async function action({ request, params: { activityId }, context }: Route.ActionArgs) {
  const path = addresses.activity(encodeURIComponent(activityId));
  return book(context.get(requestContext), request, { activityId, path });
}

type Activity = Route.ComponentProps["loaderData"]["activity"];

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger l'activité" },
  actionFailure: { title: "Erreur", text: "Une erreur est survenue lors du paiement" },
};

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [{ title: `Activité introuvable — ${site.name}` }];
  const { title, description } = loaderData.activity;
  return [
    { title: `${title} — ${site.name}` },
    { name: "description", content: summaryOf(description) },
  ];
};

export default function ActivityPage({ loaderData, actionData }: Route.ComponentProps) {
  const { activity, closed, resume, signedIn, note, now } = loaderData;
  const { title, category, description, tags, slots, priceCents } = activity;
  const price = { priceCents, discountedPriceCents: null };
  const [slot, choose] = useChosenSlot(activity, actionData?.asked.slotId);
  const box = useRef<HTMLElement>(null);
  const busy = useNavigation().formData?.get("intent") === "book";
  return (
    <>
      <div className="page">
        <FormToast toast={actionData?.toast} />
        <Breadcrumb steps={[{ label: "Activités", to: addresses.activities }, { label: title }]} />
        <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_384px] lg:items-start lg:gap-x-16 lg:gap-y-12">
          <div className="min-w-0">
            <div className="aspect-card overflow-hidden rounded-card bg-sand-100 md:aspect-page">
              <SessionImage
                session={activity}
                sizes="(min-width: 1024px) 752px, 100vw"
                large
                eager="first"
              />
            </div>
            <p className="mt-6 font-strong text-sage-600">{category}</p>
            <h1 className="mt-1 text-28 wrap-anywhere md:text-36">{title}</h1>
            <Facts activity={activity} />
            <div className="mt-8 grid max-w-text gap-3">
              {description.split(/\n\s*\n/).map((paragraph) => (
                <p key={paragraph} className="whitespace-pre-line">
                  {paragraph}
                </p>
              ))}
            </div>
            {tags.length > 0 && (
              <ul aria-label="Mots-clés" className="mt-6 flex flex-wrap gap-2">
                {tags.map((tag) => (
                  <li key={tag} className="min-w-0">
                    <Badge className="max-w-full">
                      <span className="truncate">{tag}</span>
                    </Badge>
                  </li>
                ))}
              </ul>
            )}
            {slots.length > 0 && (
              <section id="creneaux" className="mt-12">
                <h2>Choisissez un créneau</h2>
                <SlotPicker
                  slots={slots}
                  priceCents={priceCents}
                  reduced={false}
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
              price={price}
              closed={closed}
              resume={resume}
              slot={slot}
              amountCents={priceCents}
              now={now}
              signedIn={signedIn}
              note={actionData?.asked.note ?? note}
              busy={busy}
              refusal={actionData}
            />
          </aside>
          <div className="grid min-w-0 gap-12">
            <Lists offering={activity} />
            <section>
              <h2 className="mb-4">Votre professionnel</h2>
              <ProfessionalCard professional={activity.professional} />
            </section>
          </div>
        </div>
      </div>
      {!closed && <BookingBar price={price} slot={slot} now={now} box={box} />}
    </>
  );
}

function Facts({ activity }: { activity: Activity }) {
  return (
    <dl className="mt-6 grid grid-cols-2 gap-x-4 gap-y-5 border-y border-sand-300 py-6 figures md:grid-cols-3">
      <Fact icon={<Icon of={Clock} />} term="Durée">
        {durationLabel(activity.duration)}
      </Fact>
      <Fact icon={<Icon of={Users} />} term="Format">
        {capacityLabel(activity.capacity)}
      </Fact>
      <Fact icon={activity.isOnline ? <Icon of={Video} /> : <Icon of={MapPin} />} term="Lieu">
        {activity.isOnline ? "En ligne" : addressLabel(activity) || "Ville non définie"}
      </Fact>
    </dl>
  );
}
