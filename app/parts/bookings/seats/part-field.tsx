import type { BookingView } from "#core/bookings/schema.ts";
import { seatsLabel } from "#core/bookings/seats/labels.ts";
import { refundOf } from "#core/bookings/seats/rules.ts";
import { type Cents, formatPrice } from "#core/money.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { Select } from "../../../ui/forms/select.tsx";

/** Each number carries the refund that is kept to (rules: for-several, refund-notice). */
export function PartField({
  booking,
  due,
  now,
}: {
  booking: BookingView & { start: Date };
  due: Cents;
  now: Date;
}) {
  const parts = Array.from({ length: booking.seats - 1 }, (_, index) => index + 1);
  return (
    <Field label="Ce que vous annulez, et ce qui vous est rendu" className="mb-2 w-full">
      {(control) => (
        <Select {...control} name="part" defaultValue="">
          <option value="">
            Toute la réservation
            {backOf(booking, due)}
          </option>
          {parts.map((given) => {
            const back = refundOf(booking, given, now);
            return (
              <option key={given} value={`${given} ${back}`}>
                {seatsLabel(given)}
                {backOf(booking, back)}
              </option>
            );
          })}
        </Select>
      )}
    </Field>
  );
}

function backOf({ pricePaidCents }: BookingView, amount: Cents): string {
  return pricePaidCents > 0 ? ` · ${formatPrice(amount)}` : "";
}
