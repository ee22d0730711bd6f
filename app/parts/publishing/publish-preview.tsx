import { durationLabel, placeLabel } from "#core/catalogue/labels.ts";
import { shareMessage } from "#core/catalogue/publishing/labels.ts";
import type { Publishable } from "#core/catalogue/schema.ts";
import { dayKey, formatLongDay, formatShortDate, formatTime } from "#core/dates.ts";
import { priceLabel } from "#core/money.ts";
import { priceAt } from "#core/prices/rules.ts";
import type { Plan, Typed } from "../agenda/price-plan.ts";
import { SessionImage } from "../catalogue/session-image.tsx";

export function PublishPreview({
  chosen,
  typed,
  start,
  plan,
  now,
}: {
  chosen: Publishable;
  typed: Typed;
  start: Date | null;
  plan: Plan | null;
  now: Date;
}) {
  const priceCents = plan ? priceAt(plan.cuts, plan.base, now) : chosen.priceCents;
  const next = plan?.cuts.find(({ at }) => at > now);
  const isCut = plan !== null && priceCents < plan.base;
  const minutes = Number(typed.minutes === "other" ? typed.otherMinutes : typed.minutes);
  return (
    <aside aria-labelledby="apercu" className="self-start rounded-card bg-sand-100 p-5 lg:p-6">
      <h2 id="apercu" className="font-text text-16 leading-normal font-bold">
        Ce que vos clients verront
      </h2>
      <div className="mt-3 overflow-hidden rounded-card bg-surface ring ring-hairline">
        <div className="aspect-[16/8] overflow-hidden">
          <SessionImage session={chosen} sizes="364px" />
        </div>
        <div className="p-4">
          <p className="text-14 font-strong text-sage-600">{chosen.category}</p>
          <p className="mt-0.5 font-display text-22 leading-tight wrap-anywhere">{chosen.title}</p>
          <p className="mt-2 figures">
            {start ? `${formatLongDay(start)} à ${formatTime(start)}` : "Choisissez une heure"}
          </p>
          <div className="mt-2 flex items-end justify-between gap-3">
            <p className="text-14 text-ink-soft figures">
              {placeLabel(chosen)}
              {minutes > 0 && ` · ${durationLabel(minutes)}`}
              {isCut && <span className="mt-2 block">Tarif dernière minute</span>}
              {next && (
                <b className="block font-label text-ink">
                  {priceLabel(next.cents)} {whenNext(next.at, now)}
                </b>
              )}
            </p>
            <b
              className={`font-display text-28 leading-none font-price figures ${isCut ? "text-clay-600" : ""}`}
            >
              {priceLabel(priceCents)}
            </b>
          </div>
        </div>
      </div>
      {start && (
        <div className="mt-5 border-t border-sand-300 pt-4">
          <h2 className="font-text text-16 leading-normal font-bold">Le message à partager</h2>
          <p className="mt-1.5">{shareMessage({ ...chosen, start, priceCents }, now)}</p>
          <p className="mt-1 text-14 text-ink-soft">Prêt à copier une fois en ligne.</p>
        </div>
      )}
    </aside>
  );
}

function whenNext(at: Date, now: Date): string {
  const day = dayKey(at) === dayKey(now) ? "" : `le ${formatShortDate(at)} `;
  return `${day}à ${formatTime(at)}`;
}
