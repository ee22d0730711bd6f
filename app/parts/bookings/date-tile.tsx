import { formatShortDate } from "#core/dates.ts";

export function DateTile({ start, muted = false }: { start: Date | null; muted?: boolean }) {
  const [weekday = "", day = ""] = start ? formatShortDate(start).split(" ") : [];
  return (
    <div
      aria-hidden
      className={`grid h-16 w-14 shrink-0 content-center justify-items-center rounded-control figures ${muted ? "bg-sand-100 text-ink-soft" : "bg-sage-100 text-sage-800"}`}
    >
      <span className="text-14 leading-tight">{weekday || "–"}</span>
      <span className="font-display text-22 leading-tight lining-nums">{day}</span>
    </div>
  );
}
