import { LINK_LIFETIME } from "#core/bookings/holds/rules.ts";
import { readLinkMail } from "#core/bookings/links/read-booking-link.server.ts";
import { readBookingMail, readConfirmedMail } from "#core/bookings/read-booking-mail.server.ts";
import { hasFullNotice, REFUND_NOTICE_HOURS } from "#core/bookings/rules.ts";
import { seatsLabel } from "#core/bookings/seats/labels.ts";
import { writeCalendarFile } from "#core/bookings/show-calendar-file.server.ts";
import { BOOKED_WORDS } from "#core/catalogue/labels.ts";
import { percent } from "#core/commission.ts";
import { formatLongDay, formatTime } from "#core/dates.ts";
import { formatPeriod } from "#core/durations.ts";
import { formatPrice, priceLabel } from "#core/money.ts";
import { sellerFacts } from "#core/professionals/labels.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailFacts, MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import { titleAndTime } from "../push-words.ts";
import { defineMail } from "../template.tsx";
import { BookingFacts, ManageButton } from "./booking-facts.tsx";

export const bookingLink = defineMail("booking-link", {
  read: readLinkMail,
  subject: ({ texts, price }) =>
    price === 0 ? `Confirmez votre réservation : ${texts.title}` : "Continuez votre réservation",
  preview: ({ texts }) => `${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>
        {view.price === 0 ? "Confirmez votre réservation" : "Continuez votre réservation"}
      </MailTitle>
      <MailText>
        {view.heldUntil
          ? `${view.seats > 1 ? `${view.seats} places sont gardées` : "Une place est gardée"} pour vous jusqu'à ${formatTime(view.heldUntil)}. Ouvrez le lien pour confirmer.`
          : "Quelqu'un a demandé cette réservation avec votre adresse. Si c'est vous, ouvrez le lien : elle continue dans le navigateur où vous l'ouvrez."}
      </MailText>
      <MailFacts
        facts={[
          [BOOKED_WORDS[view.kind].name, view.texts.title],
          ["Date", view.texts.date],
          ["Horaire", view.texts.time],
          ["Lieu", view.texts.place],
          view.seats > 1 && ["Places", String(view.seats)],
          ["Prix", priceLabel(view.price)],
        ]}
      />
      <MailButton href={view.followUrl}>
        {view.price === 0 ? "Confirmer ma réservation" : "Continuer ma réservation"}
      </MailButton>
      <MailNote>
        {view.heldUntil
          ? `Après ${formatTime(view.heldUntil)}, le lien fonctionne encore ${formatPeriod(LINK_LIFETIME)} tant qu'une place est libre. `
          : `Le lien fonctionne ${formatPeriod(LINK_LIFETIME)}, dans un seul navigateur. `}
        Vous n'avez rien demandé ? Ignorez ce message : sans vous, rien n'est réservé et aucun
        compte n'est créé. Vous avez un compte ?{" "}
        <MailLink href={view.loginUrl}>Connectez-vous</MailLink> pour réserver sans lien.
      </MailNote>
    </>
  ),
});

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
          view.notes && ["Votre note", view.notes],
          view.phone && ["Téléphone", view.phone],
          view.code && ["Votre code", view.code],
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

export const bookingReceived = defineMail("booking-received", {
  read: readBookingMail,
  push: (view, now) =>
    view.end <= now
      ? null
      : {
          title: "Nouvelle réservation",
          text: titleAndTime(view.texts.title, view.start, now),
          path: addresses.agenda,
          goodUntil: view.end,
        },
  // Only the subject tells a mailbox that it cannot wait until tonight.
  subject: ({ isSoon, start, client, texts }) =>
    isSoon
      ? `Bientôt, à ${formatTime(start)} : ${client.name} vient, ${texts.title}`
      : `Nouvelle réservation : ${texts.title}`,
  preview: ({ client, texts }) => `${client.name}, ${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>
        {view.isSoon
          ? `Quelqu'un vient bientôt, à ${formatTime(view.start)}`
          : "Une nouvelle réservation"}
      </MailTitle>
      <MailText>
        {view.client.name} a réservé {view.price > 0 && "et payé "}
        {view.seats > 1 ? seatsLabel(view.seats) : "une place"}
        {view.isSoon && ", moins de 3 heures avant le début"}.
        {view.isTakenOver &&
          " Un autre client n'en voulait plus et lui laisse sa place : autant de personnes viennent qu'avant."}
      </MailText>
      <BookingFacts
        view={view}
        more={[
          view.price > 0 && [
            `Commission de ${percent(view.commissionRate)}`,
            formatPrice(view.commission),
          ],
          view.client.name !== view.client.email && ["Client", view.client.name],
          ["E-mail du client", view.client.email],
          view.notes && ["Sa note", view.notes],
        ]}
      />
      {view.isSoon ? (
        <MailButton href={view.siteUrl + addresses.agenda}>Voir mon agenda</MailButton>
      ) : (
        <ManageButton view={view} />
      )}
    </>
  ),
});
