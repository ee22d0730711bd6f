import { CalendarPlus } from "@lucide/icons";
import * as addresses from "#site/addresses.ts";
import { type ButtonSize, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";

export function CalendarLink({ bookingId, size }: { bookingId: string; size?: ButtonSize }) {
  return (
    <a href={addresses.calendarFile(bookingId)} className={buttonClass({ size })}>
      <Icon of={CalendarPlus} className="size-5" />
      Ajouter à mon agenda
    </a>
  );
}

export function MapLink({ to, title, size }: { to: string; title: string; size?: ButtonSize }) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass({ variant: "sage", size })}
    >
      S'y rendre<span className="sr-only"> : {title}</span>
    </a>
  );
}
