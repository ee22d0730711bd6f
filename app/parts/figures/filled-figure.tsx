import { partLabel } from "#core/figures/labels.ts";
import { inTen } from "#core/figures/rules.ts";
import type { FiguresView } from "#core/figures/schema.ts";
import { formatPrice } from "#core/money.ts";
import { editOf } from "./edit-address.ts";
import { Act, Big, Figure, FigureTable, Legend } from "./figure-table.tsx";

const FULL = "rounded-full bg-sage-600";
const EMPTY = "rounded-full inset-ring-[1.5px] inset-ring-sand-500";
/** The most dots of one offering; beyond that each stands for several places. */
const MOST_DOTS = 80;

/** How many places found somebody, by offering. */
export function FilledFigure({
  places,
  offerings,
  emptyCents,
  acts: { fewer },
}: Pick<FiguresView, "places" | "offerings" | "emptyCents" | "acts">) {
  const open = offerings.filter(({ seats }) => seats > 0);
  const said = inTen(places);
  const [noun, verb] = said.filled > 1 ? ["places", "trouvent"] : ["place", "trouve"];
  const perDot = Math.max(1, Math.ceil(Math.max(...open.map(({ seats }) => seats)) / MOST_DOTS));
  return (
    <Figure
      id="places"
      sentence={
        <>
          <Big>
            {said.filled} {noun} sur {said.seats}
          </Big>{" "}
          {verb} quelqu'un.
        </>
      }
      drawing={
        <>
          <ul className="grid gap-5">
            {open.map(({ id, title, seats, filled }) => (
              <li key={id}>
                <p className="mb-2 flex justify-between gap-4 figures">
                  <b className="min-w-0 truncate font-label">{title}</b>
                  <span className="shrink-0 text-ink-soft">
                    {filled} sur {seats}
                  </span>
                </p>
                <Dots filled={filled / perDot} seats={seats / perDot} />
              </li>
            ))}
          </ul>
          <Legend
            items={[
              { className: FULL, label: "Pourvue" },
              { className: EMPTY, label: "Restée vide" },
              ...(perDot > 1
                ? [{ className: "hidden", label: `Un point pour ${perDot} places` }]
                : []),
            ]}
          />
          <FigureTable
            caption="Places pourvues par séance"
            columns={["Séance", "Ouvertes", "Pourvues", "Part"]}
            rows={open.map((one) => [one.title, one.seats, one.filled, partLabel(one)])}
          />
        </>
      }
    >
      <p>
        {places.filled} places pourvues sur {places.seats}.
        {emptyCents !== null && (
          <>
            {" "}
            Une place restée vide vous coûte{" "}
            <b className="font-strong text-ink">{formatPrice(emptyCents)}</b> en moyenne, commission
            déduite.
          </>
        )}
      </p>
      {fewer && <Act to={editOf(fewer)}>Revoir les places de « {fewer.title} »</Act>}
    </Figure>
  );
}

function Dots({ filled, seats }: { filled: number; seats: number }) {
  const count = Math.max(1, Math.round(seats));
  const full = Math.min(count, Math.round(filled));
  return (
    <div aria-hidden className="flex flex-wrap gap-1.5">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: dots are alike
        <i key={index} className={`size-3 md:size-3.5 ${index < full ? FULL : EMPTY}`} />
      ))}
    </div>
  );
}
