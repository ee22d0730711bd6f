import { CalendarPlus } from "lucide-react";
import { type ButtonSize, buttonClass } from "../../ui/button.tsx";

/** A confirmed booking as a file for any calendar. */
export function CalendarLink({ bookingId, size }: { bookingId: string; size?: ButtonSize }) {
  return (
    <a href={`/reservations/${bookingId}/agenda.ics`} className={buttonClass({ size })}>
      <CalendarPlus aria-hidden className="size-5" />
      Ajouter à mon agenda
    </a>
  );
}
