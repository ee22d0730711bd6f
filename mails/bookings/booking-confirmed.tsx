import { hasFullNotice, REFUND_NOTICE_HOURS } from "#core/bookings/cancellation-terms/rules.ts";
import { readConfirmedMail } from "#core/bookings/read-booking-mail.server.ts";
import { writeCalendarFile } from "#core/bookings/show-calendar-file.server.ts";
import { BOOKED_WORDS } from "#core/catalogue/labels.ts";
import { formatLongDay, formatTime } from "#core/dates.ts";
import { sellerFacts } from "#core/professionals/labels.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailFacts, MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";
import { BookingFacts } from "./booking-facts.tsx";

export const bookingConfirmed = defineMail("booking-confirmed", {
  read: readConfirmedMail,
  subject: ({ texts }) => `Réservation confirmée : ${texts.title}`,
  preview: ({ texts }) => `${texts.date}, ${texts.time}`,
  Body: (view, platform) => (
    <>
      <MailTitle>
        {view.seats > 1 ? `Vos ${view.seats} places sont réservées` : "Votre place est réservée"}
      </MailTitle>
      <MailText>
        {view.texts.professional} vous attend. Vous trouverez le rendez-vous en pièce jointe, à
        ajouter à votre agenda.
      </MailText>
      <BookingFacts
        view={view}
        more={[
          ...(view.notes ? ([["Votre note", view.notes]] as const) : []),
          ...(view.phone ? ([["Téléphone", view.phone]] as const) : []),
          ...(view.code ? ([["Votre code", view.code]] as const) : []),
        ]}
      />
      {view.code && (
        <MailText>
          Montrez ce code à votre praticien en arrivant : il prouve que vous y étiez.
        </MailText>
      )}
      {view.isAttached && (
        <MailText>
          Cet achat a été fait avec votre adresse sans être connecté : la réservation a été associée
          à votre compte existant, où rien d'autre n'a changé.
        </MailText>
      )}
      {view.isOnline && (
        <MailText>
          {view.kind === "session" ? "La séance" : "L'activité"} a lieu en ligne :{" "}
          {view.hasLink
            ? "le lien se trouve avec votre réservation, dans votre compte."
            : "le lien suit, et se trouvera avec votre réservation, dans votre compte."}
        </MailText>
      )}
      <MailButton href={`${view.siteUrl}${addresses.ownSessions}`}>Voir ma réservation</MailButton>
      <MailNote>
        {view.price === 0
          ? "Un empêchement ? Annulez dans Mes Sessions : votre place servira à quelqu'un d'autre."
          : view.isRefundable
            ? `Annulation remboursée intégralement jusqu'au ${formatLongDay(view.refundableUntil)} à ${formatTime(view.refundableUntil)}, non remboursée ensuite.`
            : hasFullNotice(view)
              ? `Le rendez-vous est dans moins de ${REFUND_NOTICE_HOURS} h : une annulation n'est plus remboursée.`
              : "Le délai de la première réservation est passé : une annulation n'est plus remboursée."}
      </MailNote>
      <MailText>Qui vous vend {BOOKED_WORDS[view.kind].this} :</MailText>
      <MailFacts
        facts={sellerFacts(view.seller).map(([term, value]) => [term, value ?? "Non communiqué"])}
      />
      <MailNote>
        {BOOKED_WORDS[view.kind].name} vendue par {view.texts.professional}, par l'intermédiaire de{" "}
        {platform.company}, {platform.form}, {platform.address}, {platform.register}.
        <br />
        Pour écrire à {view.texts.professional},{" "}
        <MailLink href={`${view.siteUrl}${addresses.bookingMessages(view.bookingId)}`}>
          ouvrez votre réservation
        </MailLink>
        .
        <br />
        Le droit de rétractation ne s'applique pas à une activité de loisirs à date fixe (code de la
        consommation, article L221-28, 12°).
        <br />
        Nos{" "}
        <MailLink href={`${view.siteUrl}${addresses.terms}#reservations-et-paiements`}>
          conditions et règles d'annulation
        </MailLink>
      </MailNote>
    </>
  ),
  attachments: (view) => [writeCalendarFile(view)],
});
