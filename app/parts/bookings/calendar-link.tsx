import { CalendarPlus } from "lucide-react";
import * as addresses from "#site/addresses.ts";
import { type ButtonSize, buttonClass } from "../../ui/button.tsx";

/** A confirmed booking as a file for any calendar. */
export function CalendarLink({ bookingId, size }: { bookingId: string; size?: ButtonSize }) {
  return (
    <a href={addresses.calendarFile(bookingId)} className={buttonClass({ size })}>
      <CalendarPlus aria-hidden className="size-5" />
      Ajouter à mon agenda
    </a>
  );
}
