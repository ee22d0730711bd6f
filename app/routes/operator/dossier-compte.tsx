import { decideAccount } from "#core/records/accounts/decide-account.server.ts";
import { showAccountRecord } from "#core/records/accounts/show-account-record.server.ts";
import { ACCOUNT_STATES } from "#core/records/labels.ts";
import type { Role } from "#core/roles.ts";
import { site } from "#core/site.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { decide } from "../../parts/operator/decision.server.ts";
import { DecisionForm } from "../../parts/operator/decision-form.tsx";
import { momentOf, officeOf } from "../../parts/operator/office.server.ts";
import { bookingLine, happeningLines } from "../../parts/operator/records.server.ts";
import { RecordList, RecordScreen } from "../../parts/operator/records.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Field, TextInput } from "../../ui/forms/field.tsx";
import { Panel } from "../../ui/panel.tsx";
import type { Route } from "./+types/dossier-compte";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger ce compte." },
  actionFailure: { title: "Erreur", text: "Rien n'a été fait. Réessayez." },
};

export const meta: Route.MetaFunction = () => [{ title: `Compte — Opérateur ${site.name}` }];

type Found = Awaited<ReturnType<typeof showAccountRecord>>;

/** The acts that these roles may do about it. */
function choicesOf({ status, email, professional }: Found, roles: readonly Role[]) {
  const what = professional
    ? "Ses offres sortent des recherches, ses réservations sont gardées."
    : "Ses réservations sont gardées.";
  const reset = {
    ...{ value: "reset", name: "Envoyer un lien de mot de passe" },
    text: `À ${email}, et à personne d'autre. Il vaut une heure.`,
  };
  const suspend = {
    ...{ value: "suspend", name: "Suspendre le compte" },
    text: `Ses connexions se ferment. ${what} Votre motif lui est écrit aussitôt, mot pour mot.`,
  };
  const reopen = {
    ...{ value: "reopen", name: "Rouvrir le compte" },
    text: "Il peut de nouveau se connecter, et ses offres se réservent.",
  };
  const address = {
    ...{ value: "address", name: "Corriger l'adresse" },
    text: "Pour qui s'est trompé et ne peut plus entrer. Ses connexions se ferment, les deux adresses sont prévenues, et la nouvelle ne compte qu'une fois prouvée par son lien.",
  };
  return [
    ...(roles.includes("assistance") && status === "active" ? [reset] : []),
    ...(roles.includes("administration") && status === "active" ? [address, suspend] : []),
    ...(roles.includes("administration") && status === "suspended" ? [reopen] : []),
  ];
}

/** An account with all that happened to it (rule: records). */
export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const { userId } = args.params;
  const found = await showAccountRecord(ctx, { userId }).catch(asPage);
  const { professional, name, email, booked, received } = found;
  return {
    office: officeOf(ctx.operator),
    ...{ title: name || email, context: professional?.businessName ?? email },
    facts: [
      ["État", ACCOUNT_STATES[found.status]],
      ["E-mail", found.isConfirmed ? `${email}, prouvé` : `${email}, pas encore prouvé`],
      ["Ouvert", momentOf(found.createdAt)],
      ["Dernier usage", found.lastActiveAt && momentOf(found.lastActiveAt)],
      ...(found.deletionAskedAt ? [["Suppression demandée", momentOf(found.deletionAskedAt)]] : []),
      ...(professional
        ? [
            ["Activité", professional.businessName],
            ["Vérifié", professional.isVerified ? "Oui" : "Non"],
            ["Compte Stripe", professional.accountId],
            ["Peut être payé", professional.canReceiveCharges ? "Oui" : "Non"],
          ]
        : []),
      ["Identifiant", found.userId],
    ] as [string, string | null][],
    groups: [
      { name: "Réservé par ce compte", lines: booked.map(bookingLine) },
      { name: "Réservé chez ce professionnel", lines: received.map(bookingLine) },
    ].filter(({ lines }) => lines.length > 0),
    choices: choicesOf(found, ctx.operator.roles),
    happenings: happeningLines(found.happenings),
  };
}

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  const { userId } = args.params;
  const work = decideAccount(ctx, { ...form, userId });
  return decide(work, null, form, operatorAddresses.account(userId));
}

export default function AccountFile({ loaderData, actionData }: Route.ComponentProps) {
  const { office, title, context, choices, facts, groups, happenings } = loaderData;
  return (
    <RecordScreen
      {...{ office, title, context, happenings }}
      sort="Compte"
      decision={
        choices.length > 0 ? (
          <DecisionForm
            choices={choices}
            reasonLabel="Motif, lu plus tard par le contrôle"
            reasonHint="D'une suspension, il est aussi écrit à la personne."
            button="Faire et inscrire"
            answer={actionData}
          >
            {(errorOf) =>
              choices.some(({ value }) => value === "address") && (
                <Field
                  label="Nouvelle adresse"
                  hint="Seulement pour corriger l'adresse. Assurez-vous par une autre voie que c'est bien cette personne."
                  error={errorOf("email")}
                >
                  {(control) => (
                    <TextInput
                      {...control}
                      type="email"
                      name="email"
                      autoComplete="off"
                      defaultValue={actionData?.typed.email}
                    />
                  )}
                </Field>
              )
            }
          </DecisionForm>
        ) : null
      }
    >
      <Panel aria-labelledby="compte">
        <h2 id="compte" className="text-22">
          Le compte
        </h2>
        <Facts facts={facts} />
      </Panel>
      {groups.map(({ name, lines }) => (
        <section key={name} aria-label={name}>
          <h2 className="text-22">{name}</h2>
          <RecordList lines={lines} />
        </section>
      ))}
    </RecordScreen>
  );
}
