import type { BookingMail } from "#core/bookings/read-booking-mail.server.ts";
import { percent } from "#core/commission.ts";
import { formatPrice } from "#core/money.ts";
import { MailText, MailTitle } from "../parts.tsx";
import type { MailTemplate } from "../template.tsx";
import { BookingFacts, ManageButton } from "./booking-facts.tsx";

export const bookingReceived: MailTemplate<BookingMail> = {
  subject: ({ texts }) => `Nouvelle réservation : ${texts.title}`,
  preview: ({ client, texts }) => `${client.name}, ${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>Une nouvelle réservation</MailTitle>
      <MailText>
        {view.client.name} a réservé {view.price > 0 && "et payé "}une place.
      </MailText>
      <BookingFacts
        view={view}
        more={[
          ...(view.price > 0
            ? ([
                [`Commission de ${percent(view.commissionRate)}`, formatPrice(view.commission)],
              ] as const)
            : []),
          ...(view.client.name === view.client.email
            ? []
            : ([["Client", view.client.name]] as const)),
          ["E-mail du client", view.client.email],
          ...(view.notes ? ([["Sa note", view.notes]] as const) : []),
        ]}
      />
      <ManageButton view={view} />
    </>
  ),
};
