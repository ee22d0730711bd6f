import type { BookingView } from "#core/bookings/schema.ts";
import { seatsLabel } from "#core/bookings/seats/labels.ts";
import { refundOf } from "#core/bookings/seats/rules.ts";
import { type Cents, formatPrice } from "#core/money.ts";
import { SelectField } from "../../../ui/forms/text-field.tsx";

/** Beside each number goes the refund that is kept to (rules: for-several, refund-notice). */
export function PartField({
  booking,
  due,
  now,
}: {
  booking: BookingView & { start: Date };
  due: Cents;
  now: Date;
}) {
  const parts = Array.from({ length: booking.seats - 1 }, (_, index) => {
    const given = index + 1;
    return { given, back: refundOf(booking, given, now) };
  });
  return (
    <>
      {parts.map(({ given, back }) => (
        <input key={given} type="hidden" name={`refundCents-${given}`} value={back} />
      ))}
      <SelectField
        name="part"
        label="Ce que vous annulez, et ce qui vous est rendu"
        className="mb-2 w-full"
        defaultValue=""
      >
        <option value="">
          Toute la réservation
          {backOf(booking, due)}
        </option>
        {parts.map(({ given, back }) => (
          <option key={given} value={given}>
            {seatsLabel(given)}
            {backOf(booking, back)}
          </option>
        ))}
      </SelectField>
    </>
  );
}

function backOf({ pricePaidCents }: BookingView, amount: Cents): string {
  return pricePaidCents > 0 ? ` · ${formatPrice(amount)}` : "";
}
