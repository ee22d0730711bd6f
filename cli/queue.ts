import { closeMessage, fileAsRights, showMessage } from "#core/contact/close-message.server.ts";
import { formatMoment } from "#core/dates.ts";
import { actOnAccount } from "#core/records/accounts/act-on-account.server.ts";
import { decideBooking } from "#core/records/bookings/decide-booking.server.ts";
import { settleRefusedMail } from "#core/records/mails/settle-refused-mail.server.ts";
import { askProof } from "#core/verifications/decide-proof.server.ts";
import { showQueue } from "#core/work-queue/show-queue.server.ts";
import { aboutOne, type Command, listing } from "./command.ts";

export const commands: Record<string, Command> = {
  queue: listing(
    "liste tout ce qui attend un opérateur, le plus pressé d'abord, avec qui s'en occupe",
    async (ctx) => (await showQueue(ctx, {})).works,
    ({ id, name, title, dueAt, takenBy, opinions }, ctx) => [
      `${id}  ${dueAt <= ctx.now() ? "en retard, " : ""}${formatMoment(dueAt)}  ${name} : ${title}`,
      ...(takenBy ? [`   pris par ${takenBy.name}`] : []),
      ...opinions.map(({ of, by }) => `   avis demandé à ${of} par ${by}`),
    ],
    "Rien n'attend.",
  ),
  message: {
    usage: "<message>",
    help: "montre un message reçu par un formulaire du site, et la réponse qu'il a eue",
    async run(ctx, { args: [messageId = ""] }, print) {
      const { name, email, message, answer, createdAt } = await showMessage(ctx, { messageId });
      print(`${formatMoment(createdAt)}  ${name}  ${email}`);
      print(message);
      if (answer) print(`Notre réponse :\n${answer}`);
    },
  },
  "close-message": aboutOne(
    "<message> [--answer <texte>]",
    "classe un message, avec une réponse par e-mail ou sans",
    async (ctx, messageId, { options, reason }) => {
      const answer = typeof options.answer === "string" ? options.answer : "";
      await closeMessage(ctx, { messageId, answer, reason });
      return answer ? "Réponse envoyée, message classé." : "Message classé.";
    },
  ),
  "file-as-rights": aboutOne(
    "<message>",
    "range un message parmi les demandes sur ses données, à quoi la loi donne un mois",
    async (ctx, messageId, { reason }) => {
      await fileAsRights(ctx, { messageId, reason });
      return "Rangé parmi les droits des personnes.";
    },
  ),
  "settle-mail": aboutOne(
    "<e-mail>",
    "note ce qui a été fait d'un e-mail qu'aucun serveur n'a pris",
    async (ctx, mailId, { reason }) => {
      await settleRefusedMail(ctx, { mailId, reason });
      return "E-mail classé.";
    },
  ),
  "send-reset": aboutOne(
    "<compte>",
    "envoie au titulaire un lien pour choisir un autre mot de passe",
    (ctx, userId, { reason }) => actOnAccount(ctx, { userId, decision: "reset", reason }),
  ),
  "correct-address": aboutOne(
    "<compte> --to <e-mail>",
    "corrige l'adresse d'un compte ; la nouvelle compte une fois son lien suivi",
    (ctx, userId, { options, reason }) =>
      actOnAccount(ctx, { userId, decision: "address", email: options.to, reason }),
  ),
  "send-confirmation": aboutOne(
    "<réservation>",
    "envoie de nouveau la confirmation d'une réservation",
    (ctx, bookingId, { reason }) => decideBooking(ctx, { bookingId, decision: "again", reason }),
  ),
  "ask-proof": aboutOne(
    "<praticien> --kind company | diploma | insurance | title",
    "demande une pièce pour la coche, avec vos mots, sans rien refuser",
    async (ctx, professionalId, { options, reason }) => {
      await askProof(ctx, { professionalId, kind: options.kind, reason });
      return "Pièce demandée.";
    },
  ),
};
