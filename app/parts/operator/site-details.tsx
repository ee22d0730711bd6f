import { ArrowRight } from "@lucide/icons";
import { Link } from "react-router";
import { Icon } from "../../ui/pictures/icon.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { FigureTable, Legend } from "../figures/figure-table.tsx";
import { Line } from "./evening-course.tsx";
import type { eveningIn, hintsIn, searchesIn } from "./site-details.server.ts";
import { CsvLink } from "./site-tables.tsx";

export function Hints({ hints }: { hints: ReturnType<typeof hintsIn> }) {
  return (
    <ul aria-label="À regarder" className="mt-8 border-t border-sand-300 figures">
      {hints.map(({ town, sentence, act, to }) => (
        <li key={sentence} className="border-b border-sand-300">
          <Link
            to={to}
            className="grid min-h-12 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2.5 no-underline sm:grid-cols-[7rem_minmax(0,1fr)_auto]"
          >
            <b className="font-strong max-sm:col-span-2">{town}</b>
            <span className="text-ink-soft">
              {sentence}
              <span className="block font-label text-14 text-sage-600">{act}</span>
            </span>
            <Icon of={ArrowRight} className="size-4" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

const LEGEND = [
  { className: "rounded-xs bg-clay-600", label: "Prises ce soir" },
  {
    className: "rounded-xs border border-dashed border-sand-500 bg-sand-100",
    label: "Ouvertes ce soir",
  },
  { className: "h-0! border-t-2 border-sage-600", label: "Prises il y a 7 jours" },
  { className: "h-0! border-t-2 border-dotted border-sand-500", label: "Prises il y a un an" },
];

export function EveningFigure({
  hours,
  rows,
  heads,
  csv,
}: NonNullable<ReturnType<typeof eveningIn>> & { heads: readonly string[]; csv: string }) {
  const most = Math.max(
    ...hours.flatMap(({ places: [now, ...before] }) => [
      now?.seats ?? 0,
      ...before.map((places) => places?.filled ?? 0),
    ]),
  );
  const top = roundUp(most);
  const pointsOf = (day: number) =>
    hours.flatMap(({ places: { [day]: places } }, place) =>
      places ? [`${place + 0.5},${1 - places.filled / top}`] : [],
    );
  const high = (places: number) => `${(places / top) * 100}%`;
  return (
    <section aria-labelledby="heures">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="heures" className="text-22">
          Places de la soirée, par heure de début
        </h2>
        <CsvLink to={csv} of="places de la soirée, par heure" />
      </div>
      <figure aria-hidden>
        <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-14 text-ink-soft figures">
          <div className="flex h-48 flex-col justify-between text-right md:h-56">
            {[top, top / 2, 0].map((tick) => (
              <span key={tick} className="-my-2.5">
                {tick.toLocaleString("fr-FR")}
              </span>
            ))}
          </div>
          <div className="relative h-48 border-b border-sand-500 bg-[linear-gradient(var(--color-sand-200)_1px,transparent_1px)] bg-[length:100%_50%] md:h-56">
            <div className="absolute inset-0 grid auto-cols-fr grid-flow-col">
              {hours.map(({ hour, places: [now] }) => (
                <span key={hour} className="relative">
                  <i
                    className="absolute inset-x-[18%] bottom-0 rounded-t-sm border border-b-0 border-dashed border-sand-500 bg-sand-100"
                    style={{ height: high(now?.seats ?? 0) }}
                  />
                  <i
                    className="absolute inset-x-[18%] bottom-0 rounded-t-sm bg-clay-600"
                    style={{ height: high(now?.filled ?? 0) }}
                  />
                </span>
              ))}
            </div>
            <svg
              aria-hidden="true"
              viewBox={`0 0 ${hours.length} 1`}
              preserveAspectRatio="none"
              className="absolute inset-0 size-full overflow-visible fill-none"
            >
              <Line points={pointsOf(2)} width={2.5} className="stroke-sand-500" dash="1 5" />
              <Line points={pointsOf(1)} width={2.5} className="stroke-sage-600" />
            </svg>
          </div>
          <span />
          <div className="mt-2 grid auto-cols-fr grid-flow-col text-center">
            {hours.map(({ hour }) => (
              <span key={hour}>{hour} h</span>
            ))}
          </div>
        </div>
        <Legend
          items={LEGEND.filter(
            (_, place) => place < 2 || hours.some(({ places }) => places[place - 1]),
          )}
        />
      </figure>
      <FigureTable
        caption="Places prises sur places ouvertes, par heure"
        columns={["Heure", ...heads]}
        rows={rows}
      />
    </section>
  );
}

/** The next even number with one digit and zeros: 34 is 40, 403 is 500. */
function roundUp(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(most, 2)));
  return (
    [1, 2, 4, 5, 6, 8, 10]
      .map((times) => times * unit)
      .find((step) => step >= most && step % 2 === 0) ?? 10
  );
}

export function SearchesTable({
  heads,
  rows,
}: {
  heads: string[];
  rows: ReturnType<typeof searchesIn>;
}) {
  return (
    <table className="w-full text-right figures">
      <caption className="sr-only">Visiteurs qui ont cherché en vain</caption>
      <thead>
        <tr className="border-b border-sand-300 text-14 text-ink-soft">
          <th scope="col" className="py-2 text-left font-regular">
            Recherche
          </th>
          {heads.map((head) => (
            <th key={head} scope="col" className="py-2 pl-3 font-regular">
              {head}
            </th>
          ))}
          <th scope="col" className="py-2 pl-4 font-regular whitespace-nowrap max-sm:hidden">
            Le plus proche
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ words, town, visitors, nearest, act }) => (
          <tr key={`${words} ${town}`} className="border-b border-sand-300 align-top">
            <th scope="row" className="py-3 text-left font-regular">
              <b className="font-strong">{words}</b>
              <span className="block text-14 text-ink-soft">{town}</span>
              <span className="block text-14 sm:hidden">
                <TextLink to={act.to}>{act.text}</TextLink>
              </span>
            </th>
            {visitors.map((number, place) => (
              <td
                key={heads[place]}
                className={`py-3 pl-3 ${place === 0 ? "font-strong" : "text-ink-soft"}`}
              >
                {number}
              </td>
            ))}
            <td className="py-3 pl-4 text-14 text-ink-soft max-sm:hidden">
              {nearest}
              <TextLink to={act.to} className="block">
                {act.text}
              </TextLink>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
