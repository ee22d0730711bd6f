import { formatDate } from "#core/dates.ts";
import { endRelationship, suspendAccount } from "#core/sanctions/close-account.server.ts";
import {
  listAccountContests,
  showAccountDecisions,
} from "#core/sanctions/contest-account-decision.server.ts";
import { ACCOUNT_BASIS_WORDS, SANCTION_WORDS } from "#core/sanctions/labels.ts";
import {
  reopenAccount,
  takeNoticeBack,
  upholdDecision,
} from "#core/sanctions/lift-decision.server.ts";
import { ACCOUNT_BASES, BOOKED, SOURCES, URGENCIES } from "#core/sanctions/rules.ts";
import { aboutPerson, type Command, type Given, listing, oneLine, reasonOf } from "./command.ts";

const REASONS = `--basis <fondement> --source ${SOURCES.join("|")} [--booked ${BOOKED.join("|")}] --reason <faits>`;
const GROUNDS = `Fondements : ${ACCOUNT_BASES.join(", ")}`;

function sanctionOf({ args: [email = ""], options }: Given) {
  const { basis, source, booked } = options;
  const asked = { email, basis, source, reason: reasonOf(options), ...(booked && { booked }) };
  return asked as Parameters<typeof suspendAccount>[1];
}

export const commands: Record<string, Command> = {
  "account-contests": listing(
    "liste les décisions contestées sur des comptes, la plus ancienne d'abord",
    listAccountContests,
    ({ name, email, measure, text, contestedAt }) => [
      `${email}  ${formatDate(contestedAt)}  ${SANCTION_WORDS[measure]}  ${name}`,
      `   « ${oneLine(text)} »`,
    ],
    "Aucune décision contestée n'attend de réponse.",
  ),
  "account-decisions": {
    usage: "<e-mail>",
    help: "montre les décisions sur un compte, leurs motifs et ce que le titulaire en conteste ; répondre : uphold-decision, reactivate ou take-notice-back",
    async run(ctx, { args: [email = ""] }, print) {
      const { decisions, upcoming } = await showAccountDecisions(ctx, { email });
      for (const decision of decisions) {
        const { measure, decidedAt, effectiveAt, endedAt, contestedAt, answeredAt } = decision;
        const state = endedAt ? `levée le ${formatDate(endedAt)}` : "en vigueur";
        print(`${formatDate(decidedAt)}  ${SANCTION_WORDS[measure]}, ${state}`);
        if (+effectiveAt > +decidedAt) print(`   à partir du ${formatDate(effectiveAt)}`);
        print(`   ${ACCOUNT_BASIS_WORDS[decision.basis]} : ${oneLine(decision.facts)}`);
        if (contestedAt) {
          print(`   contestée le ${formatDate(contestedAt)} : « ${oneLine(decision.contest)} »`);
        }
        if (answeredAt) {
          print(`   répondu le ${formatDate(answeredAt)} : « ${oneLine(decision.answer)} »`);
        }
      }
      if (decisions.length === 0) print("Aucune décision sur ce compte.");
      print(`Réservations à venir : ${upcoming}`);
    },
  },
  suspend: {
    usage: `<e-mail> ${REASONS}`,
    help: `suspend un compte : connexions fermées, sessions hors des recherches ; le titulaire lit les motifs, ses clients choisissent de garder ou sont remboursés. ${GROUNDS}`,
    isDestructive: true,
    async run(ctx, given, print) {
      const asked = sanctionOf(given);
      const isNews = await suspendAccount(ctx, asked);
      print(
        isNews
          ? `${asked.email} est suspendu : connexions fermées, sessions hors des recherches, motifs envoyés.`
          : `${asked.email} : rien à changer.`,
      );
    },
  },
  reactivate: aboutPerson(
    "rouvre un compte suspendu, et dit pourquoi à son titulaire",
    async (ctx, person) =>
      (await reopenAccount(ctx, person))
        ? `${person.email} est de nouveau actif.`
        : `${person.email} : rien à changer.`,
  ),
  "end-relationship": {
    usage: `<e-mail> ${REASONS} [--at-once ${URGENCIES.join("|")}]`,
    help: `met fin à la relation avec un praticien dans trente jours, ou aussitôt pour une obligation légale, une fraude ou des manquements répétés. ${GROUNDS}`,
    isDestructive: true,
    async run(ctx, given, print) {
      const urgency = given.options["at-once"];
      const asked = { ...sanctionOf(given), ...(urgency && { urgency }) };
      const end = await endRelationship(ctx, asked as Parameters<typeof endRelationship>[1]);
      print(`${asked.email} : la relation prend fin le ${formatDate(end)}, motifs envoyés.`);
    },
  },
  "take-notice-back": aboutPerson(
    "reprend un préavis qui court, et dit pourquoi au praticien",
    async (ctx, person) => {
      await takeNoticeBack(ctx, person);
      return `Le préavis de ${person.email} est repris.`;
    },
  ),
  "uphold-decision": aboutPerson(
    "répond à qui conteste une décision sur son compte qu'elle est maintenue",
    async (ctx, person) => {
      await upholdDecision(ctx, person);
      return `La décision est maintenue, ${person.email} lit pourquoi.`;
    },
  ),
};
