import type { Context } from "#core/context.server.ts";
import { formatMoment } from "#core/dates.ts";
import { processDeletion, showDeletion } from "#core/privacy/deletion/erase-account.server.ts";
import { withdrawDeletionOf } from "#core/privacy/deletion/request-account-deletion.server.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { caseOf, decideConfirmed } from "../../parts/operator/case.server.ts";
import { CaseScreen } from "../../parts/operator/case-screen.tsx";
import { DecisionForm } from "../../parts/operator/decision-form.tsx";
import { officeMeta } from "../../parts/operator/office.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/panel.tsx";
import type { Route } from "./+types/demande-de-suppression";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cette demande." },
  actionFailure: { title: "Erreur", text: "La demande n'a pas été traitée. Réessayez." },
};

export const meta: Route.MetaFunction = () => officeMeta("Suppression");

export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const { userId } = args.params;
  const request = await showDeletion(ctx, { userId }).catch(asPage);
  const { name, email, askedAt, dueAt, upcoming, openPayments } = request;
  return {
    ...(await caseOf(ctx, "deletion", { kind: "account", id: userId })),
    ...{ name, email },
    facts: [
      ["Demandée", formatMoment(askedAt)],
      ["Exécutée d'elle-même", formatMoment(dueAt)],
      ["Réservations à venir", String(upcoming)],
      ["Paiements en cours", String(openPayments)],
    ] as [string, string][],
  };
}

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  const isDeletion = form.decision === "delete";
  const act = async (one: Context) => {
    const { email } = await showDeletion(one, args.params);
    const input = { email, reason: String(form.reason ?? "") };
    return isDeletion ? processDeletion(one, input) : withdrawDeletionOf(one, input);
  };
  return decideConfirmed(ctx, act, form, {
    done: isDeletion ? "Compte supprimé" : "Demande classée",
    async says() {
      if (!isDeletion) return [];
      const { email, name } = await showDeletion(ctx, args.params);
      return [
        `Le compte de ${name}, ${email}, est effacé aussitôt : connexions, page, offres, photos, messages.`,
        "Reste ce que la loi fait garder, comme les reçus. Personne ne peut rétablir le compte.",
      ];
    },
  });
}

export default function DeletionRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { name, email, deadline, acts, facts } = loaderData;
  return (
    <CaseScreen
      {...{ deadline, acts }}
      mails={actionData?.mails}
      sort="Suppression"
      title={`Compte professionnel de ${name}`}
      context={email}
      decision={
        <DecisionForm
          choices={[
            {
              ...{ value: "drop", name: "Classer la demande" },
              text: "La personne a changé d'avis : sa page est de nouveau publique.",
            },
            {
              ...{ value: "delete", name: "Supprimer maintenant" },
              text: "Sans attendre la fin du mois, à sa demande. Sans retour.",
            },
          ]}
          reasonHint="Par exemple la date de son message."
          answer={actionData}
        />
      }
    >
      <Panel id="demande" title="La demande">
        <Facts facts={facts} />
      </Panel>
    </CaseScreen>
  );
}
