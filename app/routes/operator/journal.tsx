import { Form } from "react-router";
import { showJournal } from "#core/records/journal/show-journal.server.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { actLines } from "../../parts/operator/case.server.ts";
import { ActList, Office, officeMeta } from "../../parts/operator/office.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, TextInput } from "../../ui/forms/field.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/journal";

export const handle = { failure: { title: "Erreur", text: "Impossible de charger le journal." } };

export const meta: Route.MetaFunction = () => officeMeta("Le journal");

export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const query = Object.fromEntries(new URL(args.request.url).searchParams);
  const { q, acts, next } = await showJournal(ctx, query).catch(asPage);
  return { q, next, acts: actLines(acts) };
}

export default function Journal({ loaderData }: Route.ComponentProps) {
  const { q, acts, next } = loaderData;
  return (
    <Office place="Journal">
      <h1>Le journal</h1>
      <p className="mt-2 max-w-text text-ink-soft">
        Ce que les opérateurs ont fait, ici et en ligne de commande. Rien n'y change après coup :
        chaque geste porte l'empreinte du précédent, et la commande check la vérifie.
      </p>
      <Form
        role="search"
        aria-label="Dans le journal"
        className="mt-6 flex max-w-text flex-wrap items-end gap-3"
      >
        <Field
          label="Chercher"
          hint="Un opérateur, un geste, l'e-mail ou le nom d'une personne, un identifiant."
          className="grow"
        >
          {(control) => <TextInput {...control} type="search" name="q" key={q} defaultValue={q} />}
        </Field>
        <Button type="submit" variant="sage" className="mb-7">
          Chercher
        </Button>
      </Form>
      <ActList acts={acts} isJournal />
      {next !== null && (
        <p className="mt-4">
          <TextLink isTall to={operatorAddresses.journalOf(q, next)}>
            Gestes plus anciens
          </TextLink>
        </p>
      )}
    </Office>
  );
}
