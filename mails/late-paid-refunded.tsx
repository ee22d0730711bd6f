import type { BookingMail } from "#core/bookings/read-booking-mail.server.ts";
import { BookingFacts, SearchButton } from "./booking-facts.tsx";
import { MailNote, MailText, MailTitle } from "./parts.tsx";
import type { MailTemplate } from "./template.tsx";

export const latePaidRefunded: MailTemplate<BookingMail> = {
  subject: ({ texts }) => `Paiement remboursé : ${texts.title}`,
  preview: () => "La place n'était plus libre quand votre paiement est arrivé.",
  Body: (view) => (
    <>
      <MailTitle>Votre paiement est remboursé</MailTitle>
      <MailText>
        Votre paiement est arrivé après la fin du délai de réservation et la place n'était plus
        libre. Vous n'êtes pas inscrit à{" "}
        {view.kind === "session" ? "cette séance" : "cette activité"}, et vous êtes remboursé
        intégralement.
      </MailText>
      <BookingFacts view={view} />
      <SearchButton view={view} />
      <MailNote>
        Selon votre banque, le remboursement apparaît sur votre compte sous 5 à 10 jours.
      </MailNote>
    </>
  ),
};
