import { Link } from "react-router";
import { EVENINGS } from "#core/figures/site/labels.ts";
import { showSiteFigures } from "#core/figures/site/show-site-figures.server.ts";
import { TOLD_FROM } from "#core/search/missed/rules.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { FigureTable } from "../../parts/figures/figure-table.tsx";
import { EveningCourse } from "../../parts/operator/evening-course.tsx";
import { Office, officeMeta } from "../../parts/operator/office.tsx";
import {
  courseIn,
  eveningIn,
  hintsIn,
  searchesIn,
  trustIn,
  weeksIn,
} from "../../parts/operator/site-details.server.ts";
import { EveningFigure, Hints, SearchesTable } from "../../parts/operator/site-details.tsx";
import {
  countedIn,
  periodsIn,
  salesIn,
  spanIn,
  stepsIn,
  tonightIn,
  townsIn,
} from "../../parts/operator/site-figures.server.ts";
import { SpanTable, TableSection, TownsTable } from "../../parts/operator/site-tables.tsx";
import type { Route } from "./+types/chiffres-du-site";

export const handle = { failure: { title: "Erreur", text: "Impossible de charger les chiffres." } };

export const meta: Route.MetaFunction = () => officeMeta("Les chiffres");

/** `periode`: hier, 7j or 30j, else seven days (rule: site-figures). */
export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const period = new URL(args.request.url).searchParams.get("periode") ?? undefined;
  const figures = await showSiteFigures(ctx, { period }).catch(asPage);
  const csv = (table: string) => operatorAddresses.figuresCsv(table, figures.period);
  return {
    ...{ counted: countedIn(figures), tonight: tonightIn(figures), places: townsIn(figures) },
    ...{ periods: periodsIn(figures), span: spanIn(figures) },
    ...{ steps: stepsIn(figures), sales: salesIn(figures) },
    course: courseIn(figures),
    ...{ evening: eveningIn(figures), hints: hintsIn(figures), searches: searchesIn(figures) },
    ...{ trust: trustIn(figures), weeks: weeksIn(figures) },
    csv: {
      ...{ hours: csv("heures"), towns: csv("villes"), steps: csv("parcours") },
      ...{ sales: csv("places"), searches: csv("recherches"), trust: csv("confiance") },
    },
  };
}

export default function SiteFiguresPage({ loaderData }: Route.ComponentProps) {
  const { counted, tonight, course, evening, hints, places, periods, csv } = loaderData;
  return (
    <Office place="Chiffres">
      <h1 className="text-22">Comment ça va</h1>
      <div className="mt-6 grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div>
          <p className="max-w-text font-display text-28 leading-tight figures md:text-36">
            {tonight.sentence}
          </p>
          <p className="mt-3 text-ink-soft figures">
            {tonight.beside} {counted}
          </p>
          {hints.length > 0 && <Hints hints={hints} />}
        </div>
        {course && (
          <div className="min-w-0">
            <EveningCourse {...course} heads={EVENINGS} />
          </div>
        )}
      </div>
      {evening && (
        <div className="mt-12">
          <EveningFigure {...evening} heads={EVENINGS} csv={csv.hours} />
        </div>
      )}
      {places.towns.length > 0 && (
        <div className="mt-12">
          <TableSection
            id="villes"
            title="Par ville et catégorie"
            note="Part des places prises ce soir, dès 17 h. Bordé : moins de 30 %."
            csv={csv.towns}
          >
            <TownsTable {...places} heads={EVENINGS} />
          </TableSection>
        </div>
      )}
      <nav
        aria-label="Période"
        className="mt-12 flex w-fit rounded-control bg-sand-100 p-[3px] max-sm:w-full max-sm:*:flex-1"
      >
        {periods.map(({ name, to, isCurrent }) => (
          <Link
            key={name}
            to={to}
            preventScrollReset
            aria-current={isCurrent ? "page" : undefined}
            className="grid min-h-11 place-items-center rounded-sm px-4 font-label whitespace-nowrap no-underline aria-[current]:bg-surface aria-[current]:shadow-soft"
          >
            {name}
          </Link>
        ))}
      </nav>
      <OverPeriod {...loaderData} />
    </Office>
  );
}

function OverPeriod({
  span,
  steps,
  sales,
  searches,
  trust,
  weeks,
  csv,
}: Route.ComponentProps["loaderData"]) {
  return (
    <div className="mt-8 grid items-start gap-12 lg:grid-cols-2">
      <div className="grid min-w-0 gap-12">
        <TableSection
          id="parcours"
          title="De la visite à la place payée"
          note={`${span.days} Sous chaque nombre, la part venue de l'étape d'avant.`}
          csv={csv.steps}
        >
          <SpanTable caption="De la visite à la place payée" heads={span.heads} rows={steps} />
        </TableSection>
        <TableSection
          id="places"
          title="Les places et ce qui en est vendu"
          note={`${span.days} Par jour de séance, remboursements déduits.`}
          csv={csv.sales}
        >
          <SpanTable caption="Les places et ce qui en est vendu" heads={span.heads} rows={sales} />
        </TableSection>
      </div>
      <TableSection
        id="recherches"
        title="Cherché, pas trouvé"
        note={`Visiteurs à qui la recherche n'a rien trouvé, quel que soit le jour. Des mots n'apparaissent que si ${TOLD_FROM.visitors} visiteurs au moins les ont cherchés, sur ${TOLD_FROM.days} jours.`}
        csv={csv.searches}
      >
        {searches.length > 0 ? (
          <SearchesTable heads={span.heads} rows={searches} />
        ) : (
          <p>Aucune recherche assez fréquente n'est restée sans résultat.</p>
        )}
      </TableSection>
      <div className="min-w-0 lg:col-span-2">
        <TableSection
          id="confiance"
          title="Argent et confiance"
          note={`${span.days} Par jour du paiement, du remboursement ou du litige ; les absences, par jour de séance.`}
          csv={csv.trust}
        >
          <SpanTable caption="Argent et confiance" heads={span.heads} rows={trust} />
          <FigureTable caption="Argent et confiance, huit semaines" {...weeks} />
        </TableSection>
      </div>
    </div>
  );
}
