import type { Context } from "#core/context.server.ts";
import { formatLongDate, formatMoment } from "#core/dates.ts";
import { holdsFrom } from "#core/professionals/tax-requests/rules.ts";
import { decideTaxRequest, showTaxRequest } from "#core/taxes/decide-tax-request.server.ts";
import { salesLabel } from "#core/taxes/labels.ts";
import { yearOf } from "#core/taxes/rules.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { caseOf, decideConfirmed } from "../../parts/operator/case.server.ts";
import { CaseScreen } from "../../parts/operator/case-screen.tsx";
import { DecisionForm } from "../../parts/operator/decision-form.tsx";
import { officeMeta } from "../../parts/operator/office.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/demande-fiscale";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cette demande." },
  actionFailure: { title: "Erreur", text: "Rien n'a été fait. Réessayez." },
};

export const meta: Route.MetaFunction = () => officeMeta("Informations fiscales");

export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const { professionalId } = args.params;
  const request = await showTaxRequest(ctx, { professionalId }).catch(asPage);
  const { name, email, userId, askedAt, reminders, remindedAt, isHeld } = request;
  const heldFrom = formatLongDate(holdsFrom(request));
  return {
    ...(await caseOf(ctx, "tax", { kind: "account", id: userId }, professionalId)),
    ...{ name, email, userId },
    facts: [
      ["Demandées", formatMoment(askedAt)],
      [
        "Rappels",
        `${reminders} sur 2${remindedAt ? `, le dernier le ${formatMoment(remindedAt)}` : ""}`,
      ],
      [`Ventes depuis ${yearOf(askedAt).year}`, salesLabel(request)],
      ["Publication", isHeld ? `Arrêtée depuis le ${heldFrom}` : `S'arrête le ${heldFrom}`],
    ] as [string, string][],
  };
}

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  const { professionalId } = args.params;
  const act = (one: Context) => decideTaxRequest(one, { ...form, professionalId });
  return decideConfirmed(ctx, act, form);
}

export default function TaxRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { name, email, userId, deadline, acts, facts } = loaderData;
  return (
    <CaseScreen
      {...{ deadline, acts }}
      mails={actionData?.mails}
      sort="Informations fiscales"
      title={`${name} n'a pas donné ses informations fiscales`}
      context={email}
      decision={
        <DecisionForm
          choices={[
            {
              ...{ value: "remind", name: "Rappeler maintenant" },
              text: "Le même e-mail part encore une fois. Il ne compte pas parmi les deux rappels de la loi, et n'avance aucune date.",
            },
            {
              ...{ value: "note", name: "Noter où cela en est" },
              text: "Rien ne part. Le dossier revient dans quatre semaines si rien n'est donné.",
            },
          ]}
          reasonLabel="Note, lue plus tard par le contrôle"
          reasonHint="Par exemple ce qui a été dit au téléphone."
          button="Faire et inscrire"
          answer={actionData}
        />
      }
    >
      <Panel id="demande" title="La demande">
        <Facts facts={facts} />
        <p className="mt-4 max-w-text text-14 text-ink-soft">
          Après deux rappels et soixante jours, la loi interdit de publier du nouveau. Ce qui est
          publié se réserve toujours, et tout reprend dès que les informations sont données.
        </p>
        <p className="mt-4">
          <TextLink to={operatorAddresses.account(userId)}>Le dossier du compte</TextLink>
        </p>
      </Panel>
    </CaseScreen>
  );
}
