import type { Context } from "#core/context.server.ts";
import { formatDate } from "#core/dates.ts";
import {
  listDeletionRequests,
  type WaitingRequest,
} from "#core/privacy/deletion/list-deletion-requests.server.ts";
import { processDeletion } from "#core/privacy/deletion/process-deletion.server.ts";
import { withdrawDeletionOf } from "#core/privacy/deletion/withdraw-deletion.server.ts";
import { suspendAccount } from "#core/privacy/suspend-account.server.ts";
import { verifyProfessional } from "#core/professionals/verify-professional.server.ts";
import { grantActivities } from "#core/subscriptions/grant-activities.server.ts";
import type { Command } from "./command.ts";

/** Makes a command about one person, named by their e-mail. */
function aboutPerson(
  help: string,
  act: (ctx: Context, email: string) => Promise<string>,
  isDestructive = false,
): Command {
  return {
    usage: "<e-mail>",
    help,
    takes: 1,
    isDestructive,
    async run(ctx, { args: [email = ""] }, print) {
      print(await act(ctx, email));
      return true;
    },
  };
}

async function verify(ctx: Context, email: string, verified: boolean): Promise<string> {
  const name = await verifyProfessional(ctx, { email, verified });
  return `${name} ${verified ? "est vérifié" : "n'est plus vérifié"}.`;
}

async function grant(ctx: Context, email: string, granted: boolean): Promise<string> {
  const canCreate = await grantActivities(ctx, { email, granted });
  if (!canCreate) return `${email} ne peut plus créer d'activités.`;
  return `${email} peut créer des activités${granted ? "" : ", par son plan"}.`;
}

async function suspend(ctx: Context, email: string, suspended: boolean): Promise<string> {
  const isNews = await suspendAccount(ctx, { email, suspended });
  if (!isNews) return `${email} : rien à changer.`;
  return suspended
    ? `${email} est suspendu : connexions fermées, sessions hors des recherches, réservations gardées.`
    : `${email} est de nouveau actif.`;
}

/** « peut être retirée jusqu'au 20 décembre 2026 », « attend : réservations à venir, 2 ». */
function whatNext({ dueAt, upcoming, openPayments }: WaitingRequest, now: Date): string {
  if (now < dueAt) return `peut être retirée jusqu'au ${formatDate(dueAt)}`;
  const reasons = [
    upcoming > 0 && `réservations à venir, ${upcoming}`,
    openPayments > 0 && `paiements en cours, ${openPayments}`,
  ].filter((reason) => reason !== false);
  if (reasons.length > 0) return `attend : ${reasons.join(" ; ")}`;
  return "sera exécutée dans l'heure";
}

export const ACCOUNT_COMMANDS: Record<string, Command> = {
  verify: aboutPerson("marque un praticien comme vérifié", (ctx, email) =>
    verify(ctx, email, true),
  ),
  unverify: aboutPerson("retire cette marque", (ctx, email) => verify(ctx, email, false)),
  "grant-activities": aboutPerson(
    "laisse quelqu'un créer des activités, quel que soit son plan",
    (ctx, email) => grant(ctx, email, true),
  ),
  "revoke-activities": aboutPerson("retire cette autorisation", (ctx, email) =>
    grant(ctx, email, false),
  ),
  suspend: aboutPerson(
    "suspend un compte : connexions fermées, sessions hors des recherches, réservations gardées",
    (ctx, email) => suspend(ctx, email, true),
    true,
  ),
  reactivate: aboutPerson("rouvre un compte suspendu", (ctx, email) => suspend(ctx, email, false)),
  "deletion-requests": {
    usage: "",
    help: "liste les praticiens qui demandent la suppression de leur compte, et ce qu'elle attend",
    async run(ctx, _, print) {
      const requests = await listDeletionRequests(ctx);
      for (const request of requests) {
        const { email, name, askedAt } = request;
        print(`${formatDate(askedAt)}  ${email}  ${name}  ${whatNext(request, ctx.now())}`);
      }
      if (requests.length === 0) print("Aucune demande en attente.");
      return true;
    },
  },
  "drop-deletion-request": aboutPerson(
    "classe la demande d'un praticien qui a changé d'avis : il peut de nouveau publier",
    async (ctx, email) => {
      await withdrawDeletionOf(ctx, { email });
      return `La demande de ${email} est classée. Sa page et ce que la demande avait masqué sont de nouveau publics.`;
    },
  ),
  "delete-account": aboutPerson(
    "supprime un compte, à la demande de son titulaire ; les données légales restent",
    async (ctx, email) => {
      await processDeletion(ctx, { email });
      return `Le compte ${email} est supprimé. Son abonnement payant, s'il en a un, est résilié.`;
    },
    true,
  ),
};
