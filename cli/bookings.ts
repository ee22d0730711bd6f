import { cancelForSomebody } from "#core/bookings/cancellation/cancel-booking.server.ts";
import {
  decideGoodwill,
  giveGoodwill,
  listGoodwill,
} from "#core/bookings/goodwill/give-goodwill.server.ts";
import { formatDate, formatTime } from "#core/dates.ts";
import { formatPrice } from "#core/money.ts";
import { CASE_NAMES, mailName } from "#core/records/labels.ts";
import { writeLetter } from "#core/records/letters/write-letter.server.ts";
import { searchRecords } from "#core/records/search/search-records.server.ts";
import { newId } from "#platform/ids.server.ts";
import { type Command, listing, ofSecondPerson, textOf } from "./command.ts";

const PROPOSALS = { gift: "geste", loss: "perte", return: "remboursement" };

export const commands: Record<string, Command> = {
  find: {
    usage: "<texte>",
    help: "trouve comptes, réservations, paiements et e-mails : e-mail, nom, identifiant du site ou de Stripe",
    async run(ctx, { args: [q = ""] }, print) {
      const found = await searchRecords(ctx, { q });
      const lines = [
        ...found.cases.map(({ letter, id }) => `${CASE_NAMES[letter]}  ${id}`),
        ...found.accounts.map(({ id, email, name }) => `compte  ${id}  ${email}  ${name}`),
        ...found.professionals.map((one) => `professionnel  ${one.userId}  ${one.businessName}`),
        ...found.bookings.map(
          ({ id, start, title, status, buyerEmail }) =>
            `réservation  ${id}  ${formatDate(start)} ${formatTime(start)}  ${title}  ${buyerEmail}  ${status}`,
        ),
        ...found.payments.map(
          ({ id, amountCents, status, payerEmail }) =>
            `paiement  ${id}  ${formatPrice(amountCents)}  ${payerEmail}  ${status}`,
        ),
        ...found.mails.map(
          ({ id, kind, to, status }) => `e-mail  ${id}  ${mailName(kind)}  ${to}  ${status}`,
        ),
      ];
      for (const line of lines) print(line);
      if (lines.length === 0) print("Rien n'y répond.");
    },
  },
  "cancel-booking": {
    usage: "<réservation> --for client | professional --reason <texte>",
    help: "annule une réservation pour l'un des deux, avec le remboursement que sa règle doit",
    isDestructive: true,
    async run(ctx, { args: [bookingId = ""], options }, print) {
      const side = textOf(options.for) as "client" | "professional";
      const asked = { bookingId, side, reason: textOf(options.reason) };
      const { refunded } = await cancelForSomebody(ctx, asked);
      print(`Réservation annulée, ${refunded ? "et remboursée" : "sans remboursement dû"}.`);
    },
  },
  write: {
    usage:
      "<réservation | compte> --to client | professional | owner --subject <texte> --text <texte> --reason <texte>",
    help: "écrit un e-mail à un côté d'une réservation, ou (owner) au titulaire d'un compte ; sa réponse vient à l'adresse de contact",
    async run(ctx, { args: [id = ""], options }, print) {
      await writeLetter(ctx, { ...options, id, letterId: newId() });
      print("E-mail envoyé.");
    },
  },
  goodwill: {
    usage: "<réservation> <euros> --reason <texte>",
    help: "rend au client ce qu'aucune règle ne doit, à la charge de Parenthèse ; au-delà de 100 €, le propose (« goodwill-proposals »)",
    isDestructive: true,
    async run(ctx, { args: [bookingId = "", amount = ""], options }, print) {
      const asked = { bookingId, amount, reason: textOf(options.reason) };
      const { given } = await giveGoodwill(ctx, asked);
      print(given ? "Geste accordé, le client le sait." : "Geste proposé : à accorder à deux.");
    },
  },
  "goodwill-proposals": listing(
    "liste les gestes, les pertes de litiges et les remboursements faits autrement qui attendent une deuxième personne",
    listGoodwill,
    ({ id, kind, amountCents, title, proposer, reason }) =>
      `${PROPOSALS[kind]}  ${id}  ${formatPrice(amountCents)}  ${title}  par ${proposer} : ${reason}`,
    "Rien n'attend une deuxième personne.",
  ),
  "decide-goodwill": ofSecondPerson(
    "geste",
    "accorde un geste que quelqu'un d'autre a proposé, ou le refuse ; le motif du refus lui est envoyé",
    decideGoodwill,
    { grant: "Geste accordé, le client le sait.", refuse: "Geste refusé." },
  ),
};
