import { monthLabel, shortMonthLabel } from "#core/earnings/labels.ts";
import type { Earnings } from "#core/earnings/schema.ts";
import { formatPrice } from "#core/money.ts";

const STEP = 24;
const BAR = 14;
const HEIGHT = 76;

/** A month in which more was refunded than earned has no bar. */
export function EarningsChart({ months }: { months: Earnings["months"] }) {
  const best = months.reduce((top, month) => (month.shareCents > top.shareCents ? month : top));
  if (best.shareCents <= 0) return null;
  return (
    <figure aria-hidden="true">
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-14 text-ink-soft figures">
        <span>Votre part, mois par mois</span>
        <span>
          {monthLabel(best.month)} : {formatPrice(best.shareCents)}
        </span>
      </figcaption>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${months.length * STEP} ${HEIGHT}`}
        className="mt-3 block w-full"
      >
        {months.map(({ month, shareCents }, index) => {
          const height = Math.max(0, (shareCents / best.shareCents) * (HEIGHT - 4));
          return (
            <rect
              key={month}
              x={index * STEP + (STEP - BAR) / 2}
              y={HEIGHT - 1 - height}
              width={BAR}
              height={height}
              rx={Math.min(3, height / 2)}
              className={month === best.month ? "fill-sage-600" : "fill-sage-300"}
            />
          );
        })}
        <path d={`M0 ${HEIGHT - 0.5}H${months.length * STEP}`} className="stroke-sand-300" />
      </svg>
      <div className="mt-1 grid grid-flow-col auto-cols-fr text-center text-14 text-ink-soft">
        {months.map(({ month }) => (
          <span key={month}>
            <span className="uppercase md:hidden">{shortMonthLabel(month).slice(0, 1)}</span>
            <span className="max-md:hidden">{shortMonthLabel(month)}</span>
          </span>
        ))}
      </div>
    </figure>
  );
}
