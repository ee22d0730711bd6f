import { partLabel } from "#core/figures/labels.ts";
import { inTen } from "#core/figures/rules.ts";
import type { FiguresView } from "#core/figures/schema.ts";
import { formatPrice } from "#core/money.ts";
import { editOf } from "./edit-address.ts";
import { Act, Big, Figure, FigureTable, Legend } from "./figure-table.tsx";

const FULL = "rounded-full bg-sage-600";
const OUTSIDE = "rounded-full bg-sand-500";
const EMPTY = "rounded-full inset-ring-[1.5px] inset-ring-sand-500";
const MAX_DOTS = 80;

export function FilledFigure({
  places,
  outside,
  offerings,
  emptyCents,
  acts: { fewer },
}: Pick<FiguresView, "places" | "outside" | "offerings" | "emptyCents" | "acts">) {
  const open = offerings.filter(({ seats }) => seats > 0);
  const said = inTen(places);
  const [noun, verb] = said.filled > 1 ? ["places", "trouvent"] : ["place", "trouve"];
  const perDot = Math.max(
    1,
    Math.ceil(Math.max(...open.map((one) => one.seats + one.outside)) / MAX_DOTS),
  );
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
            {open.map(({ id, title, seats, filled, outside }) => (
              <li key={id}>
                <p className="mb-2 flex justify-between gap-4 figures">
                  <b className="min-w-0 truncate font-label">{title}</b>
                  <span className="shrink-0 text-ink-soft">
                    {filled} sur {seats}
                  </span>
                </p>
                <Dots counts={[filled, outside, seats - filled].map((count) => count / perDot)} />
              </li>
            ))}
          </ul>
          <Legend
            items={[
              { className: FULL, label: "Pourvue" },
              ...(outside > 0 ? [{ className: OUTSIDE, label: "Hors site" }] : []),
              { className: EMPTY, label: "Restée vide" },
              ...(perDot > 1
                ? [{ className: "hidden", label: `Un point pour ${perDot} places` }]
                : []),
            ]}
          />
          <FigureTable
            caption="Places pourvues par séance"
            columns={["Séance", "Ouvertes", "Pourvues", "Part", "Hors site"]}
            rows={open.map((one) => [
              one.title,
              one.seats,
              one.filled,
              partLabel(one),
              one.outside,
            ])}
          />
        </>
      }
    >
      <p>
        {places.filled} places pourvues ici sur {places.seats}.
        {outside > 0 &&
          ` Vous en aviez ${places.seats + outside} en tout, dont ${outside} hors site.`}
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

function Dots({ counts }: { counts: readonly number[] }) {
  const looks = [FULL, OUTSIDE, EMPTY].flatMap((look, kind) =>
    Array.from({ length: Math.round(counts[kind] ?? 0) }, () => look),
  );
  return (
    <div aria-hidden className="flex flex-wrap gap-1.5">
      {looks.map((look, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: dots are alike
        <i key={index} className={`size-3 md:size-3.5 ${look}`} />
      ))}
    </div>
  );
}
