import { barLabel } from "#core/figures/labels.ts";
import type { FiguresView } from "#core/figures/schema.ts";
import { type Cents, cents, formatPrice } from "#core/money.ts";
import { editOf } from "./edit-address.ts";
import { Act, Big, Figure, FigureTable } from "./figure-table.tsx";

export function LateFigure({
  bars,
  period,
  lateCents,
  lateCentsBefore,
  acts: { sooner },
}: Pick<FiguresView, "bars" | "period" | "lateCents" | "lateCentsBefore" | "acts">) {
  const unit = period === "1a" ? "Mois" : "Semaine du";
  return (
    <Figure
      id="retrouve"
      sentence={
        <>
          <Big>{euros(lateCents)} retrouvés</Big> dans les 72 dernières heures.
        </>
      }
      drawing={
        <>
          <Bars bars={bars} period={period} />
          <FigureTable
            caption={`Argent retrouvé en 72 h, par ${period === "1a" ? "mois" : "semaine"}`}
            columns={[unit, "Places", "Retrouvé"]}
            rows={bars.map((bar) => [barLabel(bar.day, period), bar.seats, formatPrice(bar.cents)])}
          />
        </>
      }
    >
      <p>
        Vendus sur des places encore vides trois jours avant.{" "}
        {difference(lateCents, lateCentsBefore)}
      </p>
      {sooner && <Act to={editOf(sooner)}>Alléger plus tôt le prix de « {sooner.title} »</Act>}
    </Figure>
  );
}

function euros(amount: Cents): string {
  return `${Math.round(amount / 100).toLocaleString("fr-FR")}\u00a0€`;
}

function difference(now: Cents, before: Cents): string {
  if (now === before) return "C'est autant que la période d'avant.";
  const more = now > before ? "de plus" : "de moins";
  return `C'est ${euros(cents(Math.abs(now - before)))} ${more} que la période d'avant.`;
}

function Bars({ bars, period }: Pick<FiguresView, "bars" | "period">) {
  const most = Math.max(1, ...bars.map((bar) => bar.cents));
  return (
    <figure aria-hidden>
      <figcaption className="mb-2 text-14 text-ink-soft">
        {period === "1a" ? "Euros par mois" : "Euros par semaine, semaine du"}
      </figcaption>
      <div className="grid grid-flow-col auto-cols-fr gap-2 border-b border-sand-500 md:gap-4">
        {bars.map((bar) => (
          <div key={bar.day} className="flex h-40 flex-col justify-end text-center md:h-52">
            <span className="text-14 font-label figures">{Math.round(bar.cents / 100)}</span>
            <svg
              aria-hidden="true"
              viewBox={`0 0 10 ${HEIGHT}`}
              preserveAspectRatio="none"
              className="mt-1.5 block w-full rounded-t-control"
              height={Math.max(2, Math.round((bar.cents / most) * HEIGHT))}
            >
              <rect
                width="10"
                height={HEIGHT}
                className={bar.isBefore ? "fill-sage-300" : "fill-sage-600"}
              />
            </svg>
          </div>
        ))}
      </div>
      <div className="mt-2 grid grid-flow-col auto-cols-fr gap-2 text-center text-14 text-ink-soft figures md:gap-4">
        {bars.map((bar, index) => (
          // On a phone there is room for every other name.
          <span
            key={bar.day}
            className={`flex justify-center whitespace-nowrap last:justify-end ${index % 2 === bars.length % 2 ? "max-md:invisible" : ""}`}
          >
            {barLabel(bar.day, period)}
          </span>
        ))}
      </div>
    </figure>
  );
}

const HEIGHT = 120;
