import { Link } from "react-router";
import { listCategories } from "#core/categories/decide-category.server.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { categoryGroups } from "../../parts/operator/category.server.ts";
import { Office, officeMeta } from "../../parts/operator/office.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";
import type { Route } from "./+types/categories";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger les catégories." },
};

export const meta: Route.MetaFunction = () => officeMeta("Les catégories");

/** Proposed, offered to everybody, or kept by their users (rule: category-care). */
export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const found = await listCategories(ctx).catch(asPage);
  return { groups: categoryGroups(found) };
}

export default function Categories({ loaderData }: Route.ComponentProps) {
  const { groups } = loaderData;
  return (
    <Office place="Catégories">
      <h1>Les catégories</h1>
      <p className="mt-2 max-w-text text-ink-soft">
        Un praticien choisit la sienne ou l'écrit. Une catégorie écrite n'est offerte aux autres
        qu'une fois acceptée ici.
      </p>
      {groups.map(({ name, rows }) => (
        <section key={name} aria-label={name} className="mt-8">
          <h2 className="text-22">
            {name} <span className="text-16 font-regular text-ink-soft figures">{rows.length}</span>
          </h2>
          {rows.length === 0 ? (
            <p className="mt-3 text-ink-soft">Aucune.</p>
          ) : (
            <ul className="mt-3 border-t border-sand-300">
              {rows.map(({ id, name, to, sessions, by }) => (
                <li
                  key={id}
                  className="grid gap-x-6 border-b border-sand-300 py-2 md:grid-cols-[minmax(0,1fr)_112px_minmax(0,2fr)] md:items-center"
                >
                  <Link
                    to={to}
                    className={`inline-flex min-h-11 items-center justify-self-start font-label wrap-anywhere ${textLinkClass}`}
                  >
                    {name}
                  </Link>
                  <p className="text-14 figures">{sessions}</p>
                  <p className="text-14 text-ink-soft wrap-anywhere">{by}</p>
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </Office>
  );
}
