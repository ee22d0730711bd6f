import type { BookingMail } from "#core/bookings/read-booking-mail.server.ts";
import {
  type ResoldMail,
  readOffered,
  readSold,
  readUnsold,
} from "#core/bookings/resale/resell-booking.server.ts";
import { writeCalendarFile } from "#core/bookings/show-calendar-file.server.ts";
import { formatPrice } from "#core/money.ts";
import { MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";
import { BookingFacts, FollowButton, refundAsked, SearchButton } from "./booking-facts.tsx";

export const resaleOffered = defineMail("resale-offered", {
  read: readOffered,
  subject: ({ seats, texts }) =>
    `${seats > 1 ? "Vos places sont remises" : "Votre place est remise"} en vente : ${texts.title}`,
  preview: ({ texts }) => `${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>{mine(view)} en attente d'un repreneur</MailTitle>
      <MailText>
        {view.seats > 1
          ? "Tant que personne ne les prend, elles restent à vous, et votre code aussi. Elles se vendent quand aucune autre place n'est libre, la première rendue d'abord."
          : "Tant que personne ne la prend, elle reste à vous, et votre code aussi. Elle se vend quand aucune autre place n'est libre, la première rendue d'abord."}
      </MailText>
      <MailText>
        Il vous est alors rendu le prix payé par le suivant, au plus le vôtre. Si personne ne{" "}
        {view.seats > 1 ? "les" : "la"} prend avant le début, rien n'est remboursé.
      </MailText>
      <BookingFacts view={view} />
      <FollowButton view={view} />
      <MailNote>
        Vous changez d'avis ? Reprenez-{view.seats > 1 ? "les" : "la"} dans vos réservations.
      </MailNote>
    </>
  ),
});

export const resaleSold = defineMail("resale-sold", {
  read: readSold,
  subject: ({ seats, texts }) =>
    `${seats > 1 ? "Vos places sont revendues" : "Votre place est revendue"} : ${texts.title}`,
  preview: (view) => asked(view),
  Body: (view) => (
    <>
      <MailTitle>
        {view.seats > 1 ? "Vos places sont revendues" : "Votre place est revendue"}
      </MailTitle>
      <MailText>
        Quelqu'un vient à votre place : votre réservation est terminée, et votre code ne vaut plus.{" "}
        {asked(view)}
      </MailText>
      <BookingFacts view={view} />
      <SearchButton view={view} />
      <MailNote>Le fichier joint retire ce rendez-vous de votre agenda.</MailNote>
    </>
  ),
  attachments: (view) => [writeCalendarFile(view)],
});

export const resaleRestRefunded = defineMail("resale-rest-refunded", {
  read: readSold,
  subject: ({ texts }) => `Le reste de votre prix vous est rendu : ${texts.title}`,
  preview: ({ back }) => formatPrice(back),
  Body: (view) => (
    <>
      <MailTitle>Le reste de votre prix vous est rendu</MailTitle>
      <MailText>
        Vous aviez revendu cette réservation moins cher que vous ne l'aviez payée.{" "}
        {view.texts.professional} l'a annulée depuis : vous ne payez donc rien. {asked(view)}
      </MailText>
      <BookingFacts view={view} />
      <SearchButton view={view} />
    </>
  ),
});

export const resaleUnsold = defineMail("resale-unsold", {
  read: readUnsold,
  subject: ({ texts }) => `Pas de repreneur pour ${texts.title}`,
  preview: ({ texts }) => `${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>Personne n'a repris {view.seats > 1 ? "vos places" : "votre place"}</MailTitle>
      <MailText>
        L'heure est venue : {view.seats > 1 ? "elles restent à vous" : "elle reste à vous"}, et rien
        n'est remboursé. Votre code vaut toujours.
      </MailText>
      <BookingFacts view={view} />
      <FollowButton view={view} />
    </>
  ),
});

const mine = ({ seats }: BookingMail) => (seats > 1 ? "Vos places sont" : "Votre place est");

const asked = (view: ResoldMail) => refundAsked(view.back, view);
