import type { CSSProperties } from "react";
import { dayKey, formatTime } from "#core/dates.ts";
import { HOUR } from "#core/durations.ts";
import { priceLabel } from "#core/money.ts";
import { stepsOf } from "#core/prices/rules.ts";
import { NumberInput } from "../../ui/forms/number-input.tsx";
import type { Plan, Typed } from "../agenda/price-plan.ts";
import { FALL_ROWS } from "../authoring/fall-values.ts";

interface FallCardProps {
  known: Typed;
  plan: Plan | null;
  start: Date | null;
  now: Date;
  errors: Record<string, string[]>;
}

export function FallCard({ known, plan, start, now, errors }: FallCardProps) {
  const wrong = FALL_ROWS.flatMap((row) => [
    ...(errors[`fallHours${row}`] ?? []),
    ...(errors[`fallPercent${row}`] ?? []),
  ]);
  const [error] = [...(errors.fallSteps ?? []), ...wrong];
  return (
    <section className="rounded-card bg-paper p-4 ring ring-sand-300" aria-labelledby="allege">
      <label className="flex min-h-11 items-start justify-between gap-4">
        <span>
          <b id="allege" className="block font-display text-22 leading-tight font-price">
            Le prix s'allège
          </b>
          <span className="text-14 text-ink-soft">à mesure que l'heure approche</span>
        </span>
        <input
          type="checkbox"
          name="falls"
          value="1"
          defaultChecked={"falls" in known}
          aria-describedby={error ? "allege-erreur" : undefined}
          className="ag-switch"
        />
      </label>
      <div className="hidden group-has-[[name=falls]:checked]/price:block">
        {plan && start && plan.cuts.some(({ at }) => at > now) && (
          <ol className="ag-stairs figures" aria-label="Le prix de cette place, d'heure en heure">
            {stepsOf({ ...plan, pricedAt: now }, now).map(({ at, cents: price }) => (
              <li
                key={price}
                aria-current={at ? undefined : "step"}
                style={{ "--high": Math.round((100 * price) / plan.base) } as CSSProperties}
              >
                <b>{priceLabel(price)}</b> <i aria-hidden="true" />
                <small>{at ? whenOf(at, start) : "maintenant"}</small>
              </li>
            ))}
          </ol>
        )}
        {error && (
          <p id="allege-erreur" role="alert" className="mt-3 text-14 font-label text-danger">
            {error}
          </p>
        )}
        <details open={error !== undefined} className="mt-2">
          <summary className="inline-flex min-h-11 items-center font-label text-sage-600 underline underline-offset-4">
            Modifier les paliers
          </summary>
          <p className="mb-3 text-14 text-ink-soft">
            Cinq au plus, le premier à 24 h du début au plus tôt. Une ligne vide ne compte pas.
          </p>
          <div className="grid gap-2">
            {FALL_ROWS.map((row) => (
              <div key={row} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-3">
                {(
                  [
                    ["fallHours", "h avant", `Palier ${row} : heures avant le début`],
                    ["fallPercent", "% de moins", `Palier ${row} : baisse en %`],
                  ] as const
                ).map(([name, unit, label]) => (
                  <div key={name} className="flex items-center gap-2">
                    <NumberInput
                      name={`${name}${row}`}
                      aria-label={label}
                      aria-invalid={errors[`${name}${row}`] ? true : undefined}
                      aria-describedby={errors[`${name}${row}`] ? "allege-erreur" : undefined}
                      defaultValue={known[`${name}${row}`]}
                    />
                    <span className="shrink-0 text-14 text-ink-soft" aria-hidden="true">
                      {unit}
                    </span>
                  </div>
                ))}
              </div>
            ))}
          </div>
        </details>
      </div>
    </section>
  );
}

function whenOf(at: Date, start: Date): string {
  if (dayKey(at) === dayKey(start)) return `dès ${formatTime(at)}`;
  return `${Math.round((start.getTime() - at.getTime()) / HOUR)} h avant`;
}
