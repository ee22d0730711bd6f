import { LINK_LIFETIME } from "#core/bookings/holds/rules.ts";
import { readLinkMail } from "#core/bookings/links/read-booking-link.server.ts";
import { BOOKED_WORDS } from "#core/catalogue/labels.ts";
import { formatTime } from "#core/dates.ts";
import { formatPeriod } from "#core/durations.ts";
import { priceLabel } from "#core/money.ts";
import { MailButton, MailFacts, MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

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
          ...(view.seats > 1 ? ([["Places", String(view.seats)]] as const) : []),
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
