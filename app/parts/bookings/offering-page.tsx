import { Check, Clock, MapPin, Users, Video } from "@lucide/icons";
import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import type { HeldSlot, OfferedSlot } from "#core/bookings/schema.ts";
import { seatsLabel } from "#core/bookings/seats/labels.ts";
import type { OfferingList } from "#core/catalogue/fields/schema.ts";
import {
  addressLabel,
  capacityLabel,
  dayLabel,
  durationLabel,
  OFFERING_LIST_LABELS,
  placeLabel,
} from "#core/catalogue/labels.ts";
import type { OfferingView } from "#core/catalogue/schema.ts";
import { formatTime } from "#core/dates.ts";
import { cents } from "#core/money.ts";
import type { PriceView } from "#core/prices/rules.ts";
import * as addresses from "#site/addresses.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import { Price } from "../catalogue/price.tsx";
import { ProfessionalCard } from "../catalogue/professional-card.tsx";
import { SessionImage } from "../catalogue/session-image.tsx";
import { SlotPicker, useChosenSlot } from "../catalogue/slot-picker.tsx";
import {
  BOOKING_FORM,
  type BookableSlot,
  BookingSummary,
  bookingLabel,
  RESUME,
  type SummaryProps,
} from "./booking-summary.tsx";
import { seatsToBook } from "./seats/seats-field.tsx";

type Asked = "closed" | "resume" | "signedIn" | "note" | "reminder" | "terms" | "now";

interface OfferingPageProps extends Pick<SummaryProps, Asked> {
  offering: Omit<OfferingView, "slots"> & { slots: BookableSlot[] };
  seats: string | null;
  /** HTML; empty without any. */
  reviews: string;
  refusal:
    | (NonNullable<SummaryProps["refusal"]> & {
        asked: { slotId: string; note: string; seats: string };
      })
    | undefined;
  steps: ComponentProps<typeof Breadcrumb>["steps"];
  onPicture?: ReactNode;
  byline?: ReactNode;
  facts: { className: string; more?: ReactNode };
  keywords?: ReactNode;
  practitioner: string;
  children?: ReactNode;
}

export function OfferingPage({
  offering,
  seats,
  reviews,
  refusal,
  steps,
  onPicture,
  byline,
  facts,
  keywords,
  practitioner,
  children,
  ...asked
}: OfferingPageProps) {
  const { closed, now } = asked;
  const { title, slots, isOnline } = offering;
  const [slot, choose] = useChosenSlot(offering, refusal?.asked.slotId);
  const { price } = slot ?? offering;
  const [wanted, want] = useState(Number(refusal?.asked.seats ?? seats ?? 1));
  const toBook = seatsToBook(slot?.texts.seats ?? [], wanted);
  const held = slot?.mark?.hold?.seats ?? 1;
  const box = useRef<HTMLElement>(null);
  return (
    <>
      <div className="page">
        <FormToast toast={refusal?.toast} />
        <Breadcrumb steps={steps} />
        <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_384px] lg:items-start lg:gap-x-16 lg:gap-y-12">
          <div className="min-w-0">
            <div className="relative aspect-card overflow-hidden rounded-card bg-sand-100 md:aspect-page">
              <SessionImage
                session={offering}
                sizes="(min-width: 1024px) 752px, 100vw"
                large
                eager="first"
              />
              {onPicture}
            </div>
            <p className="mt-6 font-strong text-sage-600">{offering.category}</p>
            <h1 className="mt-1 text-28 wrap-anywhere md:text-36">{title}</h1>
            {byline}
            <dl
              className={`mt-6 grid grid-cols-2 gap-x-4 gap-y-5 border-y border-sand-300 py-6 figures ${facts.className}`}
            >
              <Fact icon={Clock} term="Durée">
                {durationLabel(offering.duration)}
              </Fact>
              <Fact icon={Users} term="Format">
                {capacityLabel(offering.capacity)}
              </Fact>
              <Fact icon={isOnline ? Video : MapPin} term="Lieu">
                {offering.isAddressPublic ? addressLabel(offering) : placeLabel(offering)}
              </Fact>
              {facts.more}
            </dl>
            <div className="mt-8 grid max-w-text gap-3 wrap-anywhere">
              {offering.description.split(/\n\s*\n/).map((paragraph) => (
                <p key={paragraph} className="whitespace-pre-line">
                  {paragraph}
                </p>
              ))}
            </div>
            {keywords}
            {slots.length > 0 && (
              <section id="creneaux" className="mt-12">
                <h2>Choisissez un créneau</h2>
                <SlotPicker
                  slots={slots}
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
              {...asked}
              price={price}
              slot={slot}
              note={refusal?.asked.note ?? asked.note}
              seats={toBook}
              onSeats={want}
              any={{
                slots: slots.length,
                seats: Math.max(held, ...slots.map(({ texts }) => texts.seats.length)),
                wanted: (refusal ? wanted : Math.max(held, wanted)) || held,
              }}
              refusal={refusal}
            />
          </aside>
          <div className="grid min-w-0 gap-12">
            <Lists offering={offering} />
            <section>
              <h2 className="mb-4">{practitioner}</h2>
              <ProfessionalCard professional={offering.professional} />
            </section>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React wrote it on the server */}
            {reviews && <div dangerouslySetInnerHTML={{ __html: reviews }} />}
            <p className="text-14">
              <TextLink to={addresses.reportContent(offering.id)} rel="nofollow">
                Signaler cette offre
              </TextLink>
            </p>
          </div>
        </div>
        {children}
      </div>
      {!closed && <BookingBar price={price} slot={slot} seats={toBook} now={now} box={box} />}
    </>
  );
}

interface BookingBarProps {
  price: PriceView;
  slot: OfferedSlot | null;
  seats: number;
  now: Date;
  box: RefObject<HTMLElement | null>;
}

function BookingBar({ price, slot, seats, now, box }: BookingBarProps) {
  const hold = slot?.mark?.hold;
  const hidden = useOnScreen(box, hold);
  const writeEmail = (event: MouseEvent) => {
    const email = box.current?.querySelector<HTMLElement>("input[type=email]");
    if (!slot || hold || !email) return;
    event.preventDefault();
    box.current?.scrollIntoView();
    email.focus({ preventScroll: true });
  };
  return (
    <div
      data-booking-bar
      inert={hidden}
      className={`sticky bottom-0 z-20 low:static mt-10 flex items-center gap-3 bg-surface px-5 py-3 pb-[calc(12px+env(safe-area-inset-bottom))] shadow-soft ring ring-sand-300 transition md:px-8 lg:hidden ${hidden ? "translate-y-full opacity-0" : ""}`}
    >
      <div className="min-w-0">
        <Price price={priceOfSeats(price, seats)} leading />
        <p className="text-14 text-ink-soft figures noscript:hidden">
          {slot
            ? `${dayLabel(slot.start, now)} ${formatTime(slot.start)}`
            : "Choisissez un créneau"}
          {slot && seats > 1 && <span className="whitespace-nowrap"> · {seatsLabel(seats)}</span>}
        </p>
      </div>
      <a
        href={slot ? (hold?.checkoutUrl ?? "#reservation") : "#creneaux"}
        onClick={writeEmail}
        className={buttonClass({ variant: "clay", className: "ml-auto min-h-13 px-4" })}
      >
        {hold ? RESUME : bookingLabel(price.nowCents)}
      </a>
    </div>
  );
}

function priceOfSeats(price: PriceView, seats: number): PriceView {
  const { nowCents, struckCents } = price;
  const struck = struckCents && cents(struckCents * seats);
  return { ...price, nowCents: cents(nowCents * seats), struckCents: struck };
}

function useOnScreen(
  element: RefObject<HTMLElement | null>,
  hold: HeldSlot | null | undefined,
): boolean {
  const [onScreen, setOnScreen] = useState(false);
  useEffect(() => {
    const button = element.current?.querySelector(hold ? "[data-resume]" : "button[type=submit]");
    if (!button) return;
    const observer = new IntersectionObserver(([entry]) =>
      setOnScreen(entry?.isIntersecting ?? false),
    );
    observer.observe(button);
    return () => observer.disconnect();
  }, [element, hold]);
  return onScreen;
}

interface FactProps {
  icon: ComponentProps<typeof Icon>["of"];
  term: string;
  children: ReactNode;
}

export function Fact({ icon, term, children }: FactProps) {
  return (
    <div>
      <dt className="flex items-center gap-2 text-14 text-ink-soft">
        <span aria-hidden className="text-sage-600 [&>svg]:size-4">
          <Icon of={icon} />
        </span>
        {term}
      </dt>
      <dd className="mt-1 font-label">{children}</dd>
    </div>
  );
}

function Lists({ offering }: { offering: Record<OfferingList, string[]> }) {
  const lists = Object.entries(OFFERING_LIST_LABELS)
    .map(([name, title]) => ({ title, items: offering[name as OfferingList] }))
    .filter(({ items }) => items.length > 0);
  if (lists.length === 0) return null;
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      {lists.map(({ title, items }) => (
        <section key={title}>
          <h2 className="mb-3 text-22">{title}</h2>
          <ul>
            {items.map((item) => (
              <li key={item} className="flex gap-2.5 py-1 wrap-anywhere">
                <Icon of={Check} className="mt-0.5 size-5 shrink-0 text-sage-600" />
                {item}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
