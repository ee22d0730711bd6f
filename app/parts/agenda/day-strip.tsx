import { countOf } from "#core/agenda/labels.ts";
import { formatLongDay, fromParis } from "#core/dates.ts";

const MAX_DOTS = 4;

interface DayStripProps {
  days: readonly { day: string; slots: number; isAbsent: boolean }[];
  today: string;
}

export function DayStrip({ days, today }: DayStripProps) {
  return (
    <ol className="ag-strip ag-phone mt-5" aria-label="Jours">
      {days.map(({ day, slots, isAbsent }) => {
        const [weekday = "", number = ""] = shortDay(day);
        const said = isAbsent
          ? "absence"
          : slots === 0
            ? "aucun créneau"
            : countOf(slots, "créneau", "créneaux");
        return (
          <li key={day}>
            <a href={`#j${day}`} aria-current={day === today ? "date" : undefined}>
              <small>{weekday}</small>
              <b className="figures">{number}</b>
              <i aria-hidden="true">
                {Array.from({ length: Math.min(slots, MAX_DOTS) }, (_, dot) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: dots are all alike
                  <u key={dot} />
                ))}
              </i>
              <span className="sr-only">
                , {day === today ? "aujourd'hui, " : ""}
                {said}
              </span>
            </a>
          </li>
        );
      })}
    </ol>
  );
}

export function noonOf(day: string): Date {
  return fromParis(`${day}T12:00`) ?? new Date(`${day}T12:00Z`);
}

export function shortDay(day: string): [weekday: string, number: string] {
  const [weekday = ""] = formatLongDay(noonOf(day)).split(" ");
  return [`${weekday.slice(0, 3)}.`, String(Number(day.slice(-2)))];
}
