import { Link } from "react-router";
import { weekdayName } from "#core/dates.ts";
import { showFigures } from "#core/figures/count-and-show-figures.server.ts";
import { dayLabel, PERIOD_LABELS } from "#core/figures/labels.ts";
import { PERIODS, type Period } from "#core/figures/rules.ts";
import { type FiguresView, figuresInput } from "#core/figures/schema.ts";
import * as addresses from "#site/addresses.ts";
import { signedInContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { FilledFigure } from "../../parts/figures/filled-figure.tsx";
import { FunnelFigure } from "../../parts/figures/funnel-figure.tsx";
import { HeatFigure } from "../../parts/figures/heat-figure.tsx";
import { LateFigure } from "../../parts/figures/late-figure.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Arc } from "../../ui/pictures/logo.tsx";
import { ArrowLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/chiffres";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger vos chiffres." },
};

export const meta: Route.MetaFunction = () => titleMeta("Vos chiffres");

/** `periode`: 4s, 3m or 1a; anything else shows four weeks. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = signedInContext({ request, context });
  const asked = new URL(request.url).searchParams.get("periode");
  const { data } = figuresInput.safeParse({ period: asked ?? undefined });
  return { figures: await showFigures(ctx, data ?? {}).catch(asPage) };
}

export default function Figures({ loaderData: { figures } }: Route.ComponentProps) {
  const { period, from, to, places, best } = figures;
  return (
    <div className="page pb-8">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5 pt-7 pb-6">
        <div>
          <h1>Vos chiffres</h1>
          <p className="mt-1.5 text-ink-soft figures">
            Du {dayLabel(from)} au {dayLabel(to)}. Comptés chaque nuit, sans aucun nom.
          </p>
        </div>
        <Periods current={period} />
      </div>
      {best && <Best best={best} />}
      {places.seats > 0 ? (
        <>
          <FilledFigure {...figures} />
          <LateFigure {...figures} />
          <FunnelFigure {...figures} />
          <HeatFigure {...figures} />
        </>
      ) : (
        <EmptyState
          title="Rien à compter pour cette période"
          link={{ to: addresses.publish, label: "Publier une place" }}
        >
          Vos places sont comptées la nuit qui suit leur jour.
        </EmptyState>
      )}
      <p className="mt-8 border-t border-sand-300 pt-6">
        <ArrowLink to={addresses.earnings}>Vos revenus, mois par mois</ArrowLink>
      </p>
    </div>
  );
}

function Periods({ current }: { current: Period }) {
  return (
    <nav
      aria-label="Période"
      className="flex rounded-control bg-sand-100 p-[3px] max-sm:w-full max-sm:*:flex-1"
    >
      {(Object.keys(PERIODS) as Period[]).map((period) => (
        <Link
          key={period}
          to={`${addresses.figures}?periode=${period}`}
          preventScrollReset
          aria-current={period === current ? "page" : undefined}
          className="grid min-h-11 place-items-center rounded-sm px-4 font-label whitespace-nowrap no-underline aria-[current]:bg-surface aria-[current]:shadow-soft"
        >
          {PERIOD_LABELS[period]}
        </Link>
      ))}
    </nav>
  );
}

function Best({ best }: { best: NonNullable<FiguresView["best"]> }) {
  const day = weekdayName(best.weekday);
  const moment = `${day} ${best.hour} h`;
  return (
    <section
      aria-labelledby="meilleure-heure"
      className="grid justify-items-center gap-4 rounded-card bg-sage-100 px-5 py-7 text-center lg:grid-cols-[auto_minmax(0,1fr)_auto] lg:items-center lg:justify-items-start lg:gap-10 lg:px-9 lg:text-left"
    >
      <p aria-hidden className="flex items-center gap-3 text-sage-800">
        <Arc side="left" className="h-14 w-4.5 text-sage-600" />
        <span className="font-display text-22 whitespace-nowrap">{moment}</span>
        <Arc side="right" className="h-14 w-4.5 text-sage-600" />
      </p>
      <div>
        <h2 id="meilleure-heure" className="text-22 lg:text-28">
          Le {day} à {best.hour} h se remplit le mieux.
        </h2>
        <p className="mt-1 figures">
          {best.filled} places vendues sur {best.seats} ouvertes.
        </p>
      </div>
      <ButtonLink to={addresses.publish} variant="clay" className="max-lg:w-full">
        Publier une place
      </ButtonLink>
    </section>
  );
}
