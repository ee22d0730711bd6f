import fs from "node:fs/promises";
import path from "node:path";
import { formatDate, formatTime } from "#core/dates.ts";
import { AppError } from "#core/errors.ts";
import { formatPrice } from "#core/money.ts";
import { listDisputes, type Payment } from "#core/payments/find-payment.server.ts";
import { disputeReasonLabel } from "#core/payments/labels.ts";
import {
  addEvidenceFile,
  openEvidenceFile,
  removeEvidenceFile,
} from "#core/reconciliation/disputes/add-evidence-file.server.ts";
import { answerDispute, showDispute } from "#core/reconciliation/disputes/answer-dispute.server.ts";
import { acceptLoss, decideLoss } from "#core/reconciliation/disputes/give-up-dispute.server.ts";
import { FILE_NAMES } from "#core/reconciliation/disputes/labels.ts";
import { FILE_KINDS } from "#core/reconciliation/disputes/rules.ts";
import { type Command, listing, ofSecondPerson, textOf } from "./command.ts";

const TEXTS = {
  product: "product",
  "service-date": "serviceDate",
  "refund-policy": "refundPolicy",
  cancellation: "cancellation",
  activity: "activity",
} as const;

const contestedOf = ({ disputedCents, amountCents }: Payment) =>
  formatPrice(disputedCents ?? amountCents);

const momentOf = (at: Date) => `${formatDate(at)} ${formatTime(at)}`;

export const commands: Record<string, Command> = {
  disputes: listing(
    "liste les litiges dont la banque attend les preuves, avec leur date",
    listDisputes,
    (payment) => {
      const { id, payerEmail, disputeDueAt, disputeReason } = payment;
      const until = disputeDueAt ? `avant le ${momentOf(disputeDueAt)}` : "date inconnue";
      const why = disputeReasonLabel(disputeReason) ?? "";
      return `${id}  ${contestedOf(payment)}  ${payerEmail}  ${until}  ${why}`;
    },
    "Aucun litige n'attend de preuves.",
  ),
  dispute: {
    usage: "<paiement>",
    help: "montre les preuves que le site a réunies pour la banque : textes, messages, pièces",
    async run(ctx, { args: [paymentId = ""] }, print) {
      const { payment, evidence, files, sent, loss } = await showDispute(ctx, { paymentId });
      print(
        `${formatPrice(payment.amountCents)}  ${payment.description}  ${payment.disputeStatus}`,
      );
      print(`Contesté : ${contestedOf(payment)}`);
      if (payment.disputeDueAt) print(`Preuves attendues : ${momentOf(payment.disputeDueAt)}`);
      if (loss) print(`Perte proposée par ${loss.proposer}, ${loss.id} : ${loss.reason}`);
      for (const [option, name] of Object.entries(TEXTS)) {
        if (evidence) print(`--${option}\n${evidence[name]}`);
      }
      for (const { id, by, text, at } of evidence?.messages ?? []) {
        print(
          `message  ${id}  ${by === "client" ? "client" : "praticien"}  ${momentOf(at)}  ${text}`,
        );
      }
      for (const { kind, fileId } of files) print(`pièce  ${fileId}  ${FILE_NAMES[kind]}`);
      for (const { kind, fileId } of sent) print(`envoyée  ${fileId}  ${FILE_NAMES[kind]}`);
    },
  },
  "add-evidence": {
    usage: `<paiement> <fichier> --kind ${FILE_KINDS.join(" | ")}`,
    help: "joint aux preuves un PDF ou une photo ; un par sorte, le nouveau remplace l'ancien",
    async run(ctx, { args: [paymentId = "", from = ""], options }, print) {
      const bytes = await fs.readFile(from).catch((cause: unknown) => {
        throw new AppError("not_found", { message: `Ce fichier ne se lit pas : ${from}`, cause });
      });
      const file = new File([bytes], path.basename(from));
      await addEvidenceFile(ctx, { paymentId, kind: options.kind, file });
      print("Pièce ajoutée : « send-evidence » l'envoie avec le reste.");
    },
  },
  "open-evidence": {
    usage: "<paiement> <pièce> <fichier>",
    help: "écrit une pièce dans un fichier, pour la lire ; « send-evidence » n'envoie que des pièces ouvertes",
    async run(ctx, { args: [paymentId, fileId, to = ""] }, print) {
      const { bytes } = await openEvidenceFile(ctx, { paymentId, fileId });
      // Never overwrites a file.
      await fs.writeFile(to, bytes, { flag: "wx", mode: 0o600 });
      print(`Écrit : ${to}`);
    },
  },
  "remove-evidence": {
    usage: `<paiement> --kind ${FILE_KINDS.join(" | ")}`,
    help: "retire une pièce des preuves avant qu'elles partent",
    async run(ctx, { args: [paymentId = ""], options }, print) {
      await removeEvidenceFile(ctx, { paymentId, kind: options.kind });
      print("Pièce retirée.");
    },
  },
  "send-evidence": {
    usage: `<paiement> [--messages <id,id>] [--${Object.keys(TEXTS).join(" <texte>] [--")} <texte>] --reason <texte>`,
    help: "envoie une seule fois à la banque les preuves que « dispute » montre, avec les textes corrigés qui sont donnés",
    isDestructive: true,
    async run(ctx, { args: [paymentId = ""], options }, print) {
      const { evidence, files } = await showDispute(ctx, { paymentId });
      if (!evidence)
        throw new AppError("not_found", { message: "Cette réservation n'existe plus." });
      const corrected = (option: keyof typeof TEXTS) =>
        options[option] === undefined ? evidence[TEXTS[option]] : textOf(options[option]);
      await answerDispute(ctx, {
        paymentId,
        product: corrected("product"),
        serviceDate: corrected("service-date"),
        refundPolicy: corrected("refund-policy"),
        cancellation: corrected("cancellation"),
        activity: corrected("activity"),
        messages: textOf(options.messages).split(",").filter(Boolean),
        files: files.map(({ fileId }) => fileId),
        reason: textOf(options.reason),
      });
      print("Preuves envoyées à la banque.");
    },
  },
  "accept-loss": {
    usage: "<paiement> --reason <texte>",
    help: "clôt un litige comme perdu chez Stripe : plus rien ne peut être envoyé à la banque ; au-dessus de 150 €, le propose (« goodwill-proposals »)",
    isDestructive: true,
    async run(ctx, { args: [paymentId = ""], options }, print) {
      const { closed } = await acceptLoss(ctx, { paymentId, reason: options.reason });
      print(closed ? "Perte acceptée, litige clos." : "Perte proposée : à confirmer à deux.");
    },
  },
  "decide-loss": ofSecondPerson(
    "perte",
    "confirme une perte que quelqu'un d'autre a proposée, ce qui clôt le litige, ou la refuse ; le motif du refus lui est envoyé",
    decideLoss,
    { grant: "Perte acceptée, litige clos.", refuse: "Perte refusée." },
  ),
};
