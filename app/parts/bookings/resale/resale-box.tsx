import { ChevronDown } from "@lucide/icons";
import type { ReactNode } from "react";
import { useFetcher } from "react-router";
import {
  HELD_MESSAGE,
  RESALE_LABELS,
  RESALE_TITLE,
  takeBackLabel,
} from "#core/bookings/resale/labels.ts";
import { stillPaidCents } from "#core/bookings/rules.ts";
import type { BookingView } from "#core/bookings/schema.ts";
import { formatTime } from "#core/dates.ts";
import { formatPrice } from "#core/money.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { HiddenFields } from "../../../ui/forms/hidden-fields.tsx";
import { IntentButton } from "../../../ui/forms/intent-button.tsx";
import { Icon } from "../../../ui/pictures/icon.tsx";
import { FormToast } from "../../../ui/toasts/form-toast.tsx";
import type { ToastMessage } from "../../../ui/toasts/toast.ts";

const isOnSale = ({ resale }: BookingView) => resale === "offered" || resale === "held";

export const hasResale = (booking: BookingView): boolean =>
  isOnSale(booking) || booking.isResalable;

/** The way out of a booking that is no longer refunded: to sell it again (rule: resale). */
export function ResaleBox({ booking }: { booking: BookingView }) {
  const fetcher = useFetcher<{ toast: ToastMessage }>({ key: `resale-${booking.id}` });
  return (
    <>
      <FormToast toast={fetcher.data?.toast} />
      <fetcher.Form method="post" preventScrollReset>
        <HiddenFields bookingId={booking.id} />
        {isOnSale(booking) ? (
          <OnSale booking={booking} isBusy={fetcher.state !== "idle"} />
        ) : (
          <Offer booking={booking} isBusy={fetcher.state !== "idle"} />
        )}
      </fetcher.Form>
    </>
  );
}

interface Props {
  booking: BookingView;
  isBusy: boolean;
}

function Offer({ booking, isBusy }: Props) {
  const isMany = booking.seats > 1;
  return (
    <details className="group rounded-control bg-sand-100 px-4 py-1">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-2 font-label">
        {RESALE_TITLE}
        <Icon of={ChevronDown} className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <p className="mt-1">
        Le délai de remboursement est passé. Remettez{" "}
        {isMany ? `vos ${booking.seats} places en vente, ensemble` : "votre place en vente"} : si
        quelqu'un {isMany ? "les" : "la"} prend, vous êtes remboursé.
      </p>
      <Terms booking={booking} />
      <IntentButton intent="offer" variant="sage" busy={isBusy} className="my-4">
        {isMany ? "Remettre mes places en vente" : "Remettre ma place en vente"}
      </IntentButton>
    </details>
  );
}

function OnSale({ booking, isBusy }: Props) {
  const isMany = booking.seats > 1;
  const isHeld = booking.resale === "held";
  return (
    <section className="rounded-control bg-sand-100 px-4 py-4" aria-label={RESALE_TITLE}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <h3 className="text-18">{RESALE_TITLE}</h3>
        <Badge>{isHeld ? RESALE_LABELS.held : RESALE_LABELS.offered}</Badge>
      </div>
      <p className="mt-2">
        {isMany
          ? "Vos places sont en vente. Tant que personne ne les paie, elles restent à vous, et votre code aussi."
          : "Votre place est en vente. Tant que personne ne la paie, elle reste à vous, et votre code aussi."}
      </p>
      <ol className="mt-3 grid grid-cols-3 gap-2 text-14 figures">
        <Step isNow={!isHeld} title={isMany ? "Proposées" : "Proposée"}>
          {booking.resaleAt && `depuis ${formatTime(booking.resaleAt)}`}
        </Step>
        <Step isNow={isHeld} title={isMany ? "Vendues" : "Vendue"}>
          vous êtes prévenu
        </Step>
        <Step isNow={false} title={isMany ? "Remboursées" : "Remboursée"}>
          sous 5 à 10 jours
        </Step>
      </ol>
      <Terms booking={booking} />
      {isHeld ? (
        <p className="mt-3 text-14">{HELD_MESSAGE}</p>
      ) : (
        <Button type="submit" name="intent" value="take-back" busy={isBusy} className="mt-4">
          {takeBackLabel(booking.seats)}
        </Button>
      )}
    </section>
  );
}

function Step({ isNow, title, children }: { isNow: boolean; title: string; children: ReactNode }) {
  return (
    <li
      aria-current={isNow ? "step" : undefined}
      className={`border-t-4 pt-2 ${isNow ? "border-sage-600" : "border-sand-300 text-ink-soft"}`}
    >
      <b className="block font-strong">{title}</b>
      {children}
    </li>
  );
}

/** The terms on which it is sold: how much comes back, and when (rule: resale). */
function Terms({ booking }: { booking: BookingView }) {
  const { seats, start, professionalName } = booking;
  const isMany = seats > 1;
  const most = formatPrice(stillPaidCents(booking));
  const terms = [
    ["Combien vous est rendu", `Le prix payé par le suivant, au plus le vôtre : jusqu'à ${most}.`],
    [
      isMany ? "Quand elles se vendent" : "Quand elle se vend",
      `Quand aucune autre place n'est libre. La première rendue part la première.`,
    ],
    [
      isMany ? "Si personne ne les prend" : "Si personne ne la prend",
      `${isMany ? "Elles restent" : "Elle reste"} à vous.${start ? ` À ${formatTime(start)}, rien n'est remboursé.` : ""}`,
    ],
    [
      professionalName ?? "Votre praticien",
      `Ne perd rien, et voit que ${isMany ? "vos places sont proposées" : "votre place est proposée"}.`,
    ],
  ];
  return (
    <dl className="mt-3 grid gap-x-6 gap-y-2 text-14 figures sm:grid-cols-2">
      {terms.map(([name, text]) => (
        <div key={name}>
          <dt className="font-label wrap-anywhere">{name}</dt>
          <dd className="text-ink-soft">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
