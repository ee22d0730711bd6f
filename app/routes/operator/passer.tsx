import { Form } from "react-router";
import { ROLE_NAMES } from "#core/roles.ts";
import { passWork, showPassing } from "#core/work-queue/take-work.server.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { Office, officeMeta } from "../../parts/operator/office.tsx";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Button } from "../../ui/button.tsx";
import type { Route } from "./+types/passer";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger ce dossier." },
  actionFailure: { title: "Erreur", text: "Le dossier n'a pas été passé. Réessayez." },
};

export const meta: Route.MetaFunction = () => officeMeta("Passer un dossier");

export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const { work, colleagues } = await showPassing(ctx, args.params).catch(asPage);
  return {
    ...{ sort: work.name, title: work.title, context: work.context },
    colleagues: colleagues.map(({ id, name, roles }) => ({
      ...{ id, name, roles: roles.map((role) => ROLE_NAMES[role]).join(", ") },
    })),
  };
}

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const { to } = await readForm(args.request);
  const name = await passWork(ctx, { ...args.params, to }).catch(asPage);
  const title = `Dossier passé à ${name}`;
  return redirectWithToast(operatorAddresses.queue, {
    title,
    text: "Il est dans sa file, sous son nom.",
  });
}

export default function PassOn({ loaderData }: Route.ComponentProps) {
  const { sort, title, context, colleagues } = loaderData;
  return (
    <Office place="File">
      <Breadcrumb steps={[{ label: "File", to: operatorAddresses.queue }, { label: "Passer" }]} />
      <h1 className="text-28">Passer à quelqu'un d'autre</h1>
      <p className="mt-2 max-w-text text-ink-soft wrap-anywhere">
        {sort} : <b className="font-strong text-ink">{title}</b>
        <br />
        {context}
      </p>
      {colleagues.length === 0 ? (
        <p className="mt-6">Personne d'autre n'a d'accès d'opérateur.</p>
      ) : (
        <Form method="post" className="mt-6 max-w-text border-t border-sand-300">
          {colleagues.map(({ id, name, roles }) => (
            <p
              key={id}
              className="flex items-center justify-between gap-6 border-b border-sand-300 py-3"
            >
              <span className="wrap-anywhere">
                <b className="block font-strong">{name}</b>
                <span className="text-14 text-ink-soft">{roles}</span>
              </span>
              <Button type="submit" name="to" value={id} variant="sage" size="small">
                Passer<span className="sr-only"> à {name}</span>
              </Button>
            </p>
          ))}
        </Form>
      )}
    </Office>
  );
}
