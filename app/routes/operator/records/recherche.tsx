import { searchRecords } from "#core/records/search/search-records.server.ts";
import { operatorContext } from "../../../context.server.ts";
import { asPage } from "../../../failures/errors.server.ts";
import { Office, officeMeta } from "../../../parts/operator/office.tsx";
import { recordGroups } from "../../../parts/operator/records.server.ts";
import { RecordList } from "../../../parts/operator/records.tsx";
import type { Route } from "./+types/recherche";

export const handle = { failure: { title: "Erreur", text: "La recherche n'a pas abouti." } };

export const meta: Route.MetaFunction = () => officeMeta("Recherche");

export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const query = Object.fromEntries(new URL(args.request.url).searchParams);
  const found = await searchRecords(ctx, query).catch(asPage);
  const { q } = found;
  return { q, groups: recordGroups(found) };
}

export default function Records({ loaderData }: Route.ComponentProps) {
  const { q, groups } = loaderData;
  return (
    <Office place={null} q={q}>
      <h1>Recherche</h1>
      <p className="mt-2 max-w-text text-ink-soft">
        Un e-mail ou son début, un nom, un identifiant du site ou de Stripe, le numéro d'un dossier,
        l'adresse d'une page, le genre d'un e-mail. Dix de chaque sorte au plus.
      </p>
      {q !== "" && groups.length === 0 && (
        <p className="mt-10 wrap-anywhere" role="status">
          Rien ne répond à « {q} ».
        </p>
      )}
      {groups.map(({ name, lines }) => (
        <section key={name} aria-label={name} className="mt-8">
          <h2 className="text-22">
            {name} <span className="text-14 text-ink-soft figures">{lines.length}</span>
          </h2>
          <RecordList lines={lines} />
        </section>
      ))}
    </Office>
  );
}
