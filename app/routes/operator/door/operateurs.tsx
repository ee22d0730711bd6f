import { data } from "react-router";
import { formatMoment } from "#core/dates.ts";
import {
  changeRoles,
  closeOperator,
  inviteOperator,
  listOperators,
} from "#core/operators/people/change-access.server.ts";
import { ROLE_NAMES, ROLES, type Role } from "#core/roles.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../../context.server.ts";
import { asPage } from "../../../failures/errors.server.ts";
import { readForm } from "../../../forms/read-form.ts";
import { decide, decideConfirmed } from "../../../parts/operator/case.server.ts";
import { DecisionForm } from "../../../parts/operator/decision-form.tsx";
import { SelectField, TextField, useAnswer } from "../../../parts/operator/fields/answer-form.tsx";
import { Office, officeMeta } from "../../../parts/operator/office.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Breadcrumb } from "../../../ui/breadcrumb.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import type { Route } from "./+types/operateurs";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger les opérateurs." },
  actionFailure: { title: "Erreur", text: "Rien n'a changé. Réessayez." },
};

export const meta: Route.MetaFunction = () => officeMeta("Opérateurs");

const CHOICES = [
  {
    ...{ value: "invite", name: "Donner un accès" },
    text: "Mot de passe, secret et codes s'affichent une fois : remettez-les de la main à la main.",
  },
  {
    ...{ value: "roles", name: "Changer les rôles" },
    text: "Ses secrets restent, ses connexions se ferment.",
  },
  {
    ...{ value: "close", name: "Fermer un accès" },
    text: "Connexions et clés d'accès disparaissent. Ses gestes gardent son nom.",
  },
];

export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const found = await listOperators(ctx).catch(asPage);
  return {
    choices: CHOICES,
    roles: ROLES.map((value) => ({ value, name: ROLE_NAMES[value] })),
    people: found.map(({ id, name, email, roles, passkeys, createdAt, lastEntryAt, closedAt }) => ({
      ...{ id, name, email, isClosed: closedAt !== null },
      roles: roles.map((role) => ROLE_NAMES[role]).join(", "),
      since: closedAt
        ? `Fermé le ${formatMoment(closedAt)}`
        : `Depuis le ${formatMoment(createdAt)}. ${lastEntryAt ? `Dernière entrée le ${formatMoment(lastEntryAt)}` : "Jamais entré"}. Clés d'accès : ${passkeys}.`,
    })),
  };
}

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  const text = (name: string) => String(form[name] ?? "");
  const asked = {
    ...{ email: text("email"), name: text("name"), reason: text("reason") },
    roles: ROLES.filter((role) => form[`role-${role}`] !== undefined) as Role[],
  };
  const named = { ...asked, email: text("who") };
  const to = operatorAddresses.operators;
  if (form.decision === "roles") return decide(changeRoles(ctx, named), "Rôles changés", form, to);
  if (form.decision === "close") {
    return decideConfirmed(ctx, (one) => closeOperator(one, named), form, {
      ...{ done: "Accès fermé", to },
      async says() {
        const found = (await listOperators(ctx)).find(({ email }) => email === named.email);
        return [
          `${found?.name} n'entre plus : ses connexions se ferment aussitôt.`,
          `Son mot de passe, ses codes et ses clés d'accès (${found?.passkeys}) ne vaudront plus jamais.`,
        ];
      },
    });
  }
  try {
    const access = await inviteOperator(ctx, asked);
    return data({ ...access, email: asked.email }, {});
  } catch (error) {
    return decide(Promise.reject(error), null, form, to);
  }
}

export default function Operators({ loaderData, actionData }: Route.ComponentProps) {
  const { people, choices, roles } = loaderData;
  const made = actionData && "secret" in actionData ? actionData : null;
  const answer = actionData && "typed" in actionData ? actionData : undefined;
  return (
    <Office place="Santé">
      <Breadcrumb
        steps={[{ label: "Santé", to: operatorAddresses.health }, { label: "Opérateurs" }]}
      />
      <h1>Les opérateurs</h1>
      {made && (
        <Panel id="remettre" title="À remettre maintenant" className="mt-6 max-w-text">
          <Notice tone="warning" className="mt-4">
            Rien de cela ne sera montré de nouveau.
          </Notice>
          <Facts
            facts={[
              ["E-mail", made.email],
              ["Mot de passe", made.password],
              ["Secret des six chiffres", made.secret],
              ["Adresse du code QR", made.address],
              ["Codes de secours", made.recoveryCodes.join("  ")],
            ]}
          />
        </Panel>
      )}
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_400px]">
        <ul className="min-w-0 border-t border-sand-300">
          {people.map(({ id, name, email, roles: has, since, isClosed }) => (
            <li
              key={id}
              className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-sand-300 py-4"
            >
              <div className="min-w-0 flex-1 basis-64">
                <h2 className="text-18 wrap-anywhere">{name}</h2>
                <p className="wrap-anywhere">{email}</p>
                <p className="mt-1 text-14 text-ink-soft figures">{since}</p>
              </div>
              <Badge tone="sand">{isClosed ? "Fermé" : has}</Badge>
            </li>
          ))}
        </ul>
        <Panel aria-labelledby="decision">
          <h2 id="decision" className="mb-5 text-22">
            Que faire
          </h2>
          <DecisionForm
            key={made?.email ?? people.length}
            choices={choices}
            reasonLabel="Pourquoi"
            reasonHint="Inscrit au journal."
            button="Faire et inscrire"
            answer={answer}
          >
            <OperatorFields roles={roles} people={people.filter(({ isClosed }) => !isClosed)} />
          </DecisionForm>
        </Panel>
      </div>
    </Office>
  );
}

function OperatorFields({
  roles,
  people,
}: Pick<Route.ComponentProps["loaderData"], "roles" | "people">) {
  const { answer, errorOf } = useAnswer();
  const error = errorOf("roles");
  return (
    <>
      <div className="hidden gap-6 group-has-[[value=invite]:checked]/decision:grid">
        <TextField name="email" label="E-mail" type="email" autoComplete="off" />
        <TextField name="name" label="Prénom et nom" autoComplete="off" />
      </div>
      <div className="hidden group-has-[[value=close]:checked]/decision:block group-has-[[value=roles]:checked]/decision:block">
        <SelectField
          name="who"
          label="De qui"
          empty="À choisir"
          error={errorOf("email")}
          options={people.map(({ email, name }) => [email, `${name}, ${email}`])}
        />
      </div>
      <fieldset className="hidden group-has-[[value=invite]:checked]/decision:block group-has-[[value=roles]:checked]/decision:block">
        <legend className="mb-1.5 font-label">Rôles, tous ceux qui vaudront</legend>
        {roles.map(({ value, name }) => (
          <label key={value} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name={`role-${value}`}
              value="1"
              defaultChecked={answer?.typed[`role-${value}`] === "1"}
              aria-invalid={error ? true : undefined}
              aria-describedby={error && "roles-erreur"}
              className="size-5 accent-sage-600"
            />
            {name}
          </label>
        ))}
        {error && (
          <p id="roles-erreur" className="mt-1.5 text-14 font-label text-danger">
            {error[0]}
          </p>
        )}
      </fieldset>
    </>
  );
}
