import type { BookingMail } from "#core/bookings/read-booking-mail.server.ts";
import { whenLabel } from "#core/catalogue/labels.ts";
import type { PushText } from "#core/notifications/push/schema.ts";
import { lowered } from "#core/texts/first-letter.ts";
import type { PushWords } from "./template.tsx";

export const titleAndTime = (title: string, start: Date, now: Date): string =>
  `${title}, ${lowered(whenLabel(start, now))}`;

export const titleAndTimes = (title: string, from: Date, to: Date, now: Date): string =>
  `${titleAndTime(title, to, now)} au lieu de ${lowered(whenLabel(from, now))}`;

/** Readers need no news of their own cancellation. */
export const cancelledWords =
  (own: BookingMail["cancelReason"], path: string): PushWords<BookingMail> =>
  (view, now): PushText | null =>
    view.cancelReason === own || view.end <= now
      ? null
      : {
          title: "Réservation annulée",
          text: titleAndTime(view.texts.title, view.start, now),
          path,
          goodUntil: view.end,
        };
