import {
  decideCategory,
  listCategories,
  showCategory,
} from "#core/categories/decide-category.server.ts";
import { isStanding, MAX_NAME, seenAs } from "#core/categories/rules.ts";
import { landingPath } from "#core/landings/rules.ts";
import * as addresses from "#site/addresses.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { caseOf, decideConfirmed } from "../../parts/operator/case.server.ts";
import { CaseFrame } from "../../parts/operator/case-screen.tsx";
import { categoryChoices, categoryFacts } from "../../parts/operator/category.server.ts";
import { DecisionForm } from "../../parts/operator/decision-form.tsx";
import { SelectField, TextField } from "../../parts/operator/fields/answer-form.tsx";
import { officeMeta } from "../../parts/operator/office.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ArrowLink, TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/categorie";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cette catégorie." },
  actionFailure: { title: "Erreur", text: "La décision n'a pas été prise. Réessayez." },
};

export const meta: Route.MetaFunction = () => officeMeta("Catégorie");

export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const { typeId } = args.params;
  const found = await showCategory(ctx, { typeId }).catch(asPage);
  const others = await listCategories(ctx);
  return {
    mayDecide: ctx.operator.roles.includes("administration"),
    ...(await caseOf(ctx, "category", { kind: "category", id: typeId })),
    ...{ name: found.name, facts: categoryFacts(found), choices: categoryChoices(found) },
    seen: seenAs(found.state, found.name),
    isProposed: found.state === "proposed",
    examples: found.examples.map(({ id, title, business }) => ({
      ...{ id, title, business, to: addresses.session(id) },
    })),
    page: isStanding(found) ? landingPath(found.name) : null,
    into: found.mergedInto && operatorAddresses.category(found.mergedInto.id),
    others: others
      .filter((other) => isStanding(other) && other.id !== typeId)
      .map(({ id, name }): [string, string] => [id, name]),
  };
}

const DONE: Record<string, string> = {
  accept: "Catégorie offerte à tous",
  rename: "Catégorie renommée",
  merge: "Catégorie fusionnée",
  refuse: "Catégorie refusée",
  withdraw: "Catégorie retirée",
};

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  const input = { ...form, typeId: args.params.typeId };
  const done = DONE[String(form.decision)] ?? "Décision prise";
  return decideConfirmed(ctx, (one) => decideCategory(one, input), form, {
    ...{ done, to: operatorAddresses.categories },
    async says() {
      if (form.decision !== "merge") return [];
      const { name, sessions, professionals, alerts } = await showCategory(ctx, args.params);
      const into = await showCategory(ctx, { typeId: String(form.intoId) });
      return [
        `« ${name} » disparaît. Tout passe dans « ${into.name} » : séances, ${sessions} ; praticiens, ${professionals} ; recherches gardées, ${alerts}.`,
      ];
    },
  });
}

export default function Category({ loaderData, actionData }: Route.ComponentProps) {
  const { name, deadline, facts, examples, page, into, acts, isProposed } = loaderData;
  return (
    <CaseFrame
      {...{ deadline, acts }}
      mails={actionData?.mails}
      place="Catégories"
      steps={[{ label: "Catégories", to: operatorAddresses.categories }, { label: name }]}
      title={name}
      context={
        isProposed ? "Écrite par un praticien, offerte à lui seul." : "Catégorie de séances."
      }
      decision={<Choice {...loaderData} answer={actionData} />}
    >
      <Panel id="usage" title="Ce qui l'utilise">
        <Facts facts={facts} />
        {examples.length > 0 && (
          <ul className="mt-4 grid gap-2">
            {examples.map(({ id, title, business, to }) => (
              <li key={id} className="wrap-anywhere">
                <TextLink to={to} reloadDocument>
                  {title}
                </TextLink>
                <span className="text-14 text-ink-soft">, {business}</span>
              </li>
            ))}
          </ul>
        )}
        {page && (
          <ArrowLink to={page} reloadDocument>
            Sa page publique
          </ArrowLink>
        )}
        {into && <ArrowLink to={into}>La catégorie où elle mène</ArrowLink>}
      </Panel>
    </CaseFrame>
  );
}

type View = Route.ComponentProps["loaderData"];

function Choice({
  name,
  seen,
  choices,
  others,
  mayDecide,
  isProposed,
  answer,
}: View & { answer: Route.ComponentProps["actionData"] }) {
  if (choices.length === 0) {
    return (
      <Notice tone="info">
        Rien ne se décide ici : une catégorie fondue dans une autre n'en est plus une.
      </Notice>
    );
  }
  if (!mayDecide) return <Notice tone="info">La décision demande le rôle administration.</Notice>;
  return (
    <DecisionForm
      choices={choices}
      hidden={{ seen }}
      reasonLabel="Motif"
      reasonHint={
        isProposed
          ? "D'un refus, écrit mot pour mot à qui l'a proposée. Sinon, inscrit au journal."
          : "Inscrit au journal."
      }
      answer={answer}
    >
      <TextField
        name="name"
        label="Nom"
        hint="Pour l'offrir ou la renommer : tel quel, ou corrigé."
        maxLength={MAX_NAME}
        defaultValue={name}
      />
      {choices.some(({ value }) => value === "merge") && (
        <SelectField
          name="intoId"
          label="Dans la catégorie"
          hint="Pour la fondre."
          empty="Choisir"
          options={others}
        />
      )}
    </DecisionForm>
  );
}
