import { type DiscoverBehavior, Form, useFetcher } from "react-router";
import { stillPaidCents } from "#core/bookings/rules.ts";
import { type Cents, formatPrice } from "#core/money.ts";
import { Button } from "../../ui/button.tsx";

/** Its cost is read before it is confirmed (rule: cancellation). */
export function ProfessionalCancellation({
  edition,
  discover = "render",
  label,
  consequence,
  ...what
}: {
  edition: string;
  discover?: DiscoverBehavior;
  label: string;
  consequence: string;
} & ({ slotId: string; bookingId?: never } | { bookingId: string; slotId?: never })) {
  const { slotId, bookingId } = what;
  const key = `call-off-${slotId ?? bookingId}`;
  const fetcher = useFetcher({ key });
  return (
    <details className="mt-1">
      <summary className="inline-flex min-h-11 items-center text-14 font-label text-ink-soft underline underline-offset-4 hover:text-ink">
        {label}
      </summary>
      <Form
        method="post"
        preventScrollReset
        action={edition}
        navigate={false}
        fetcherKey={key}
        discover={discover}
        className="mt-1 mb-3 grid justify-items-start gap-3"
      >
        <p className="text-14 wrap-anywhere">{consequence}</p>
        <input type="hidden" name="intent" value={slotId ? "cancel-slot" : "cancel-booking"} />
        <input type="hidden" name={slotId ? "slotId" : "bookingId"} value={slotId ?? bookingId} />
        <Button type="submit" variant="danger" busy={fetcher.state !== "idle"}>
          Confirmer l'annulation
        </Button>
      </Form>
    </details>
  );
}

export function bookingConsequence(booking: {
  clientName: string;
  pricePaidCents: Cents;
  refundedCents: Cents;
  chargedBackCents: Cents;
  onTheWayCents: Cents;
  isDisputed: boolean;
}): string {
  const { clientName } = booking;
  if (booking.isDisputed) {
    return `Ce paiement est contesté auprès de la banque de ${clientName}, qui décide du remboursement. Un e-mail prévient ${clientName}.`;
  }
  const due = stillPaidCents(booking);
  if (due > 0) return `${formatPrice(due)} remboursés à ${clientName}. Un e-mail l'en prévient.`;
  return `Rien n'a été payé. Un e-mail prévient ${clientName}.`;
}
