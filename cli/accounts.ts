import type { Context } from "#core/context.server.ts";
import { formatDate } from "#core/dates.ts";
import {
  listDeletionRequests,
  processDeletion,
  type WaitingRequest,
} from "#core/privacy/deletion/erase-account.server.ts";
import { withdrawDeletionOf } from "#core/privacy/deletion/request-account-deletion.server.ts";
import { grantActivities } from "#core/subscriptions/grant-activities.server.ts";
import { decideProof, unverifyProfessional } from "#core/verifications/decide-proof.server.ts";
import { KIND_WORDS } from "#core/verifications/labels.ts";
import {
  listVerifications,
  showVerification,
} from "#core/verifications/show-verification.server.ts";
import { aboutPerson, type Command, chosen, listing } from "./command.ts";

async function grant(
  ctx: Context,
  person: { email: string; reason: string },
  granted: boolean,
): Promise<string> {
  const { email } = person;
  const canCreate = await grantActivities(ctx, { ...person, granted });
  if (!canCreate) return `${email} ne peut plus créer d'activités.`;
  return `${email} peut créer des activités${granted ? "" : ", par son plan"}.`;
}

function whatNext({ dueAt, upcoming, openPayments }: WaitingRequest, now: Date): string {
  if (now < dueAt) return `peut être retirée jusqu'au ${formatDate(dueAt)}`;
  const reasons = [
    upcoming > 0 && `réservations à venir, ${upcoming}`,
    openPayments > 0 && `paiements en cours, ${openPayments}`,
  ].filter((reason) => reason !== false);
  if (reasons.length > 0) return `attend : ${reasons.join(" ; ")}`;
  return "sera exécutée dans l'heure";
}

export const commands: Record<string, Command> = {
  unverify: aboutPerson(
    "retire la coche d'un praticien, et met fin aux pièces qu'elle dit",
    async (ctx, person) => `${await unverifyProfessional(ctx, person)} n'est plus vérifié.`,
    { isDestructive: true },
  ),
  "grant-activities": aboutPerson(
    "laisse quelqu'un créer des activités, quel que soit son plan",
    (ctx, person) => grant(ctx, person, true),
  ),
  "revoke-activities": aboutPerson("retire cette autorisation", (ctx, person) =>
    grant(ctx, person, false),
  ),
  "deletion-requests": listing(
    "liste les praticiens qui demandent la suppression de leur compte, et ce qu'elle attend",
    listDeletionRequests,
    (request, ctx) =>
      `${formatDate(request.askedAt)}  ${request.email}  ${request.name}  ${whatNext(request, ctx.now())}`,
    "Aucune demande en attente.",
  ),
  "drop-deletion-request": aboutPerson(
    "classe la demande d'un praticien qui a changé d'avis : il peut de nouveau publier",
    async (ctx, person) => {
      await withdrawDeletionOf(ctx, person);
      return `La demande de ${person.email} est classée. Sa page et ce que la demande avait masqué sont de nouveau publics.`;
    },
  ),
  "delete-account": aboutPerson(
    "supprime un compte, à la demande de son titulaire ; les données légales restent",
    async (ctx, person) => {
      await processDeletion(ctx, person);
      return `Le compte ${person.email} est supprimé. Son abonnement payant, s'il en a un, est résilié.`;
    },
    { isDestructive: true },
  ),
  verifications: {
    help: "liste les pièces que des praticiens ont données et qui attendent une décision",
    async run(ctx, _, print) {
      const waiting = await listVerifications(ctx);
      for (const { professionalId, businessName } of waiting) {
        print(`${professionalId}  ${businessName}`);
        const { proofs } = await showVerification(ctx, { professionalId });
        for (const { id, kind, status, title, number, register, createdAt } of proofs) {
          if (status !== "waiting") continue;
          const found = register && `registre : ${register.name}, ${register.city ?? ""}`;
          const words = [KIND_WORDS[kind], title, number, found].filter(Boolean).join(", ");
          print(`   ${id}  ${formatDate(createdAt)}  ${words}`);
        }
      }
      if (waiting.length === 0) print("Aucune pièce n'attend de décision.");
    },
  },
  "decide-proof": {
    usage: "<pièce> --accept | --refuse --reason <texte>",
    help: "accepte une entreprise ou un titre, ou refuse une pièce, avec un motif écrit au praticien ; un document s'accepte à l'écran, une fois ouvert",
    async run(ctx, { args: [proofId = ""], options }, print) {
      const decision = chosen(options, { accept: "accepted", refuse: "refused" });
      const stands = await decideProof(ctx, { proofId, decision, reason: options.reason });
      const tick = stands ? "la coche est affichée" : "sans coche";
      print(`Pièce ${decision === "accepted" ? "acceptée" : "refusée"}, ${tick}.`);
    },
  },
};
