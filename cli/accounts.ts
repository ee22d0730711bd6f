import type { Context } from "#core/context.server.ts";
import { formatDate } from "#core/dates.ts";
import {
  listDeletionRequests,
  processDeletion,
  type WaitingRequest,
} from "#core/privacy/deletion/erase-account.server.ts";
import { withdrawDeletionOf } from "#core/privacy/deletion/request-account-deletion.server.ts";
import { grantActivities } from "#core/subscriptions/grant-activities.server.ts";
import { unverifyProfessional } from "#core/verifications/decide-proof.server.ts";
import { aboutPerson, type Command } from "./command.ts";

interface Person {
  email: string;
  reason: string;
}

async function grant(ctx: Context, person: Person, granted: boolean): Promise<string> {
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
  "deletion-requests": {
    help: "liste les praticiens qui demandent la suppression de leur compte, et ce qu'elle attend",
    async run(ctx, _, print) {
      const requests = await listDeletionRequests(ctx);
      for (const request of requests) {
        const { email, name, askedAt } = request;
        print(`${formatDate(askedAt)}  ${email}  ${name}  ${whatNext(request, ctx.now())}`);
      }
      if (requests.length === 0) print("Aucune demande en attente.");
    },
  },
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
};
