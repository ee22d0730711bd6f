import { readBookingMail, readNeedlessPayment } from "#core/bookings/read-booking-mail.server.ts";
import { BOOKED_WORDS } from "#core/catalogue/labels.ts";
import { PAYMENT_ACCOUNT_LABELS } from "#core/professionals/labels.ts";
import { readAccountMail } from "#core/professionals/payment-account/refresh-account.server.ts";
import * as addresses from "#site/addresses.ts";
import { BookingFacts, FollowButton, SearchButton } from "../bookings/booking-facts.tsx";
import { MailButton, MailFacts, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const paymentProcessing = defineMail("payment-processing", {
  read: readBookingMail,
  subject: ({ texts }) => `Paiement en cours : ${texts.title}`,
  preview: () => "Votre banque n'a pas encore répondu. Votre place est retenue.",
  Body: (view) => (
    <>
      <MailTitle>Paiement en cours</MailTitle>
      <MailText>
        Votre banque n'a pas encore répondu à votre paiement. Votre place est retenue d'ici là, mais
        votre réservation n'est pas encore confirmée.
      </MailText>
      <MailText>
        Dès sa réponse, un e-mail vous dira si le paiement a abouti. Ne payez pas une seconde fois.
      </MailText>
      <BookingFacts view={view} />
      <FollowButton view={view} />
      <MailNote>
        Ce paiement ne peut plus être annulé d'ici là. S'il est refusé, rien n'est débité et la
        place est rendue.
      </MailNote>
    </>
  ),
});

export const paymentFailed = defineMail("payment-failed", {
  read: readBookingMail,
  subject: ({ texts }) => `Paiement refusé : ${texts.title}`,
  preview: () => "Rien n'a été débité, et la place a été rendue.",
  Body: (view) => (
    <>
      <MailTitle>Votre banque a refusé ce paiement</MailTitle>
      <MailText>
        Aucun montant n'a été débité et la place a été rendue : vous n'êtes pas inscrit à{" "}
        {BOOKED_WORDS[view.kind].this}.
      </MailText>
      <MailText>Vous pouvez réserver à nouveau, avec un autre moyen de paiement.</MailText>
      <BookingFacts view={view} />
      <MailButton href={view.offeringUrl}>Réserver à nouveau</MailButton>
      <MailNote>Votre banque peut vous dire pourquoi elle a refusé ce paiement.</MailNote>
    </>
  ),
});

export const paymentUnderReview = defineMail("payment-under-review", {
  read: readBookingMail,
  subject: ({ texts }) => `Votre paiement est en vérification : ${texts.title}`,
  preview: () => "Votre réservation n'est pas confirmée.",
  Body: (view) => (
    <>
      <MailTitle>Nous vérifions votre paiement</MailTitle>
      <MailText>
        Ce que notre prestataire de paiement nous en dit ne correspond pas à ce que vous avez
        demandé. Votre réservation n'est donc pas confirmée, et la place a été rendue.
      </MailText>
      <MailText>
        Si une somme a été débitée, elle vous sera remboursée et un e-mail vous le dira. Vous n'avez
        rien à faire.
      </MailText>
      <BookingFacts view={view} />
      <SearchButton view={view} />
      <MailNote>Une question sur ce paiement ? Répondez-nous depuis la page de contact.</MailNote>
    </>
  ),
});

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

export const paymentAccountRestricted = defineMail("payment-account-restricted", {
  read: readAccountMail,
  subject: () => "Vos sessions ne peuvent plus être réservées",
  preview: ({ state }) => PAYMENT_ACCOUNT_LABELS[state].text,
  Body: ({ siteUrl, businessName, state }) => {
    const { label, text, next } = PAYMENT_ACCOUNT_LABELS[state];
    return (
      <>
        <MailTitle>Vos sessions ne peuvent plus être réservées</MailTitle>
        <MailText>{text}</MailText>
        <MailFacts
          facts={[
            ["Activité", businessName],
            ["Compte de paiement", label],
          ]}
        />
        <MailButton href={`${siteUrl}${addresses.paymentAccount}`}>{next}</MailButton>
      </>
    );
  },
});
