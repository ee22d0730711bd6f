import { renderToStaticMarkup } from "react-dom/server";
import { formatDate } from "#core/dates.ts";
import { TICK_MEANING } from "#core/verifications/labels.ts";
import type { Tick } from "#core/verifications/schema.ts";
import { VerifiedTick } from "../catalogue/professional-card.tsx";

/** HTML that costs the browser no script (rule: tick). */
export function drawTick(tick: Tick): string {
  return renderToStaticMarkup(
    <details className="group mt-1 max-w-text">
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 font-label text-sage-600">
        <span aria-hidden>
          <VerifiedTick />
        </span>
        Profil vérifié le {formatDate(tick.verifiedAt)}
        <svg
          aria-hidden="true"
          viewBox="0 0 24 24"
          className="size-4 fill-none stroke-current stroke-2 transition-transform group-open:rotate-180"
        >
          <path d="m6 9 6 6 6-6" />
        </svg>
      </summary>
      <TickText tick={tick} />
    </details>,
  );
}

export function drawTickText(tick: Tick): string {
  return renderToStaticMarkup(<TickText tick={tick} />);
}

function TickText({ tick }: { tick: Tick }) {
  return (
    <div className="rounded-control bg-sage-100 px-4 py-3 text-sage-800">
      <ul className="list-disc pl-5">
        {tick.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="mt-2 text-14">{TICK_MEANING} Elle ne s'achète pas.</p>
    </div>
  );
}
