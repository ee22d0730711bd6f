import { formatMoment } from "#core/dates.ts";
import { NO_JOB } from "#core/notifications/rules.ts";
import { mailError, mailName } from "#core/records/labels.ts";
import {
  settleRefusedMail,
  showRefusedMail,
} from "#core/records/mails/settle-refused-mail.server.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { caseOf, decide } from "../../parts/operator/case.server.ts";
import { CaseScreen } from "../../parts/operator/case-screen.tsx";
import { DecisionForm } from "../../parts/operator/decision-form.tsx";
import { officeMeta } from "../../parts/operator/office.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ArrowLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/e-mail-non-remis";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cet e-mail." },
  actionFailure: { title: "Erreur", text: "L'e-mail n'a pas été classé. Réessayez." },
};

export const meta: Route.MetaFunction = () => officeMeta("E-mail");

export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const { mailId } = args.params;
  const mail = await showRefusedMail(ctx, { mailId }).catch(asPage);
  const { kind, to, attempts, error, createdAt, userId, bookingId } = mail;
  return {
    ...(await caseOf(ctx, "mail", { kind: "mail", id: mailId })),
    ...{ title: mailName(kind), to },
    account: userId && operatorAddresses.account(userId),
    booking: bookingId && operatorAddresses.booking(bookingId),
    facts: [
      ["À", to],
      ["Écrit", formatMoment(createdAt)],
      ["Essais", String(error === NO_JOB ? attempts : attempts + 1)],
      ["Réponse du serveur", mailError(error)],
    ] as [string, string][],
  };
}

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  const input = { ...form, mailId: args.params.mailId };
  return decide(settleRefusedMail(ctx, input), "E-mail classé", form);
}

export default function RefusedMail({ loaderData, actionData }: Route.ComponentProps) {
  const { title, to, deadline, acts, facts, account, booking } = loaderData;
  return (
    <CaseScreen
      {...{ title, deadline, acts }}
      sort="E-mail non remis"
      context={`Jamais arrivé à ${to}`}
      decision={
        <DecisionForm
          act="Classer cet e-mail"
          reasonHint="Par exemple : joint par téléphone, adresse corrigée, sans suite."
          button="Classer"
          answer={actionData}
        />
      }
    >
      <Panel id="e-mail" title="L'e-mail">
        <Facts facts={facts} />
        <p className="mt-4 max-w-text text-14 text-ink-soft">
          Rien ne repart d'ici. Une adresse se corrige et un lien se renvoie depuis le compte, une
          confirmation depuis la réservation.
        </p>
        <div className="mt-2 grid">
          {account && <ArrowLink to={account}>Le dossier du compte</ArrowLink>}
          {booking && <ArrowLink to={booking}>La réservation</ArrowLink>}
        </div>
      </Panel>
    </CaseScreen>
  );
}
