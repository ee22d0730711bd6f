import { weekdayName } from "#core/dates.ts";
import { partLabel, shortWeekday } from "#core/figures/labels.ts";
import type { Places } from "#core/figures/rules.ts";
import type { FiguresView } from "#core/figures/schema.ts";
import * as addresses from "#site/addresses.ts";
import { Act, Big, Figure, FigureTable, Legend } from "./figure-table.tsx";

const SHADES = [
  { from: 80, className: "bg-sage-600 text-surface", label: "80 et plus" },
  { from: 60, className: "bg-sage-300", label: "60 à 79" },
  { from: 40, className: "bg-sage-100", label: "40 à 59" },
  { from: 0, className: "bg-sand-100", label: "moins de 40" },
] as const;

export function HeatFigure({
  heat,
  moments,
  best,
  acts: { open },
}: Pick<FiguresView, "heat" | "moments" | "best" | "acts">) {
  return (
    <Figure
      id="heures"
      isLast
      sentence={
        <>
          Vos heures <Big>qui se remplissent.</Big>
        </>
      }
      drawing={
        <>
          <table className="w-full table-fixed border-separate border-spacing-[3px] text-center figures">
            <caption className="sr-only">
              Part des places pourvues, par jour et par heure, en pour cent
            </caption>
            <thead>
              <tr className="text-14 text-ink-soft">
                <td />
                {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
                  <th key={weekday} scope="col" className="pb-1 font-regular">
                    <abbr title={weekdayName(weekday)} className="no-underline">
                      {shortWeekday(weekday)}
                    </abbr>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {heat.map(({ hour, days }) => (
                <tr key={hour}>
                  <th
                    scope="row"
                    className="text-left text-14 font-regular whitespace-nowrap text-ink-soft"
                  >
                    {hour} h
                  </th>
                  {days.map((places, index) => (
                    <Cell
                      // biome-ignore lint/suspicious/noArrayIndexKey: the days of a week
                      key={index}
                      places={places}
                      isBest={best?.hour === hour && best.weekday === index + 1}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <Legend
            items={SHADES.toReversed().map(({ className, label }) => ({
              className: `rounded-sm ${className}`,
              label,
            }))}
          />
          <FigureTable
            caption="Places pourvues par moment de la journée"
            columns={["Moment", "Ouvertes", "Pourvues", "Part"]}
            rows={moments.map((one) => [one.name, one.seats, one.filled, partLabel(one)])}
          />
        </>
      }
    >
      <p>Part des places pourvues, en pour cent. Un point : rien n'était ouvert.</p>
      {open && (
        <Act to={addresses.publishAt(open.id, open.local)}>
          Ouvrir le {weekdayName(open.weekday)} à {open.hour} h
        </Act>
      )}
    </Figure>
  );
}

function Cell({ places, isBest }: { places: Places | null; isBest: boolean }) {
  if (!places) {
    return (
      <td className="h-10 text-sand-500 md:h-11">
        <span aria-hidden>·</span>
        <span className="sr-only">rien d'ouvert</span>
      </td>
    );
  }
  const part = Math.round((places.filled / places.seats) * 100);
  const shade = SHADES.find(({ from }) => part >= from)?.className;
  return (
    <td
      className={`h-10 rounded-sm text-14 font-label md:h-11 md:text-16 ${shade} ${isBest ? "outline-2 outline-offset-2 outline-sage-800" : ""}`}
    >
      {part}
    </td>
  );
}
