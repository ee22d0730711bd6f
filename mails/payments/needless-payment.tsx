import { readNeedlessPayment } from "#core/bookings/read-booking-mail.server.ts";
import { BOOKED_WORDS } from "#core/catalogue/labels.ts";
import * as addresses from "#site/addresses.ts";
import { BookingFacts } from "../bookings/booking-facts.tsx";
import { MailButton, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const needlessPayment = defineMail("needless-payment", {
  read: readNeedlessPayment,
  subject: ({ texts }) => `Inutile de payer : ${texts.title}`,
  preview: ({ cancelReason }) =>
    cancelReason === "own" ? "C'est votre propre créneau." : "Ce créneau est déjà réservé.",
  Body: (view) => (
    <>
      <MailTitle>Inutile de payer</MailTitle>
      <MailText>
        Un paiement vient d'être commencé avec votre adresse, sans connexion.{" "}
        {view.cancelReason === "own"
          ? `C'est ${BOOKED_WORDS[view.kind].own}, que vous ne pouvez pas réserver.`
          : "Vous avez déjà une réservation pour ce créneau."}{" "}
        S'il est fait, ce paiement vous est remboursé intégralement.
      </MailText>
      <BookingFacts view={view} />
      {view.cancelReason === "duplicate" && (
        <MailButton href={`${view.siteUrl}${addresses.ownSessions}`}>
          Voir ma réservation
        </MailButton>
      )}
      <MailNote>
        Ce n'est pas vous ? Vous n'avez rien à faire : sans paiement, la place se libère
        d'elle-même.
      </MailNote>
    </>
  ),
});
