import { ChevronDown } from "@lucide/icons";
import type { CSSProperties, ReactNode } from "react";
import { countOf, STATE_LABELS } from "#core/agenda/labels.ts";
import { attendees, type Drawn, hoursOf, layDay, openParts, seatsOf } from "#core/agenda/rules.ts";
import type { AgendaSlot, AgendaView, Busy } from "#core/agenda/schema.ts";
import { addDays, dayKey, formatLongDay, formatTime } from "#core/dates.ts";
import { MINUTE } from "#core/durations.ts";
import { capitalised } from "#core/texts/first-letter.ts";
import { Icon } from "../../ui/pictures/icon.tsx";
import { noonOf, shortDay } from "./day-strip.tsx";
import { BusyRow, type Placed, SlotRow } from "./grid-rows.tsx";

type Entry = { slot: AgendaSlot; busy?: never } | { busy: Busy; slot?: never };
type DrawnEntry = Drawn<Entry & { start: Date; end: Date }>;
type Hours = ReturnType<typeof hoursOf>;

interface AgendaGridProps {
  agenda: AgendaView;
  days: readonly string[];
  view: "jour" | "semaine";
  now: Date;
  openId: string | null;
  hrefOf: (slotId: string) => string;
  panel: ReactNode;
}

export function AgendaGrid(props: AgendaGridProps) {
  const { agenda, days, view, now, openId, hrefOf, panel } = props;
  const { openings } = agenda;
  const entries = [
    ...agenda.busy.map((busy) => ({ busy, start: busy.start, end: busy.end })),
    ...agenda.slots.map((slot) => ({ slot, start: slot.start, end: slot.end })),
  ].sort((one, other) => Number(one.start) - Number(other.start));
  const columns = days.map((day) => ({
    day,
    drawn: layDay<Entry & { start: Date; end: Date }>(day, entries),
  }));
  const shown = view === "jour" ? columns.slice(0, 1) : columns;
  const hours = hoursOf(shown.flatMap(({ drawn }) => drawn.filter(({ item }) => item.slot)));
  const style = { "--hours": hours.last - hours.first } as CSSProperties;
  const today = dayKey(now);
  return (
    <div className="ag-board mt-6 lg:mt-3" style={style}>
      <div
        className="ag-grid lg:rounded-card lg:bg-surface lg:p-3 lg:pl-1 lg:ring lg:ring-hairline"
        data-view={view}
      >
        <div className="ag-rail ag-desk figures" aria-hidden="true">
          {Array.from({ length: hours.last - hours.first }, (_, step) => hours.first + step).map(
            (hour) => (
              <span key={hour}>{hour} h</span>
            ),
          )}
        </div>
        {columns.map(({ day, drawn }, index) => (
          <Day
            key={day}
            day={day}
            isFirst={index === 0}
            drawn={drawn}
            closed={openings.length > 0 ? closedShade(openParts(day, openings, hours)) : undefined}
            hours={hours}
            now={day === today ? now : null}
            today={today}
          >
            {(slot, placed) => (
              <SlotRow
                key={slot.id}
                {...placed}
                slot={slot}
                href={hrefOf(slot.id)}
                panel={slot.id === openId ? panel : null}
              />
            )}
          </Day>
        ))}
      </div>
      <Legend hasClosed={openings.length > 0} />
    </div>
  );
}

/** Five minutes a row. */
function place(
  { top, height, lane, lanes }: Pick<DrawnEntry, "top" | "height" | "lane" | "lanes">,
  { first, last }: Hours,
): CSSProperties {
  const row = (minute: number) =>
    Math.round((Math.min(Math.max(minute, first * 60), last * 60) - first * 60) / 5) + 1;
  const from = row(top);
  const to = Math.max(row(top + height), from + 1);
  return { "--from": from, "--to": to, "--lane": lane, "--lanes": lanes } as CSSProperties;
}

interface DayProps {
  day: string;
  isFirst: boolean;
  drawn: DrawnEntry[];
  closed: string | undefined;
  hours: Hours;
  now: Date | null;
  today: string;
  children: (slot: AgendaSlot, drawn: Placed) => ReactNode;
}

function Day({ day, isFirst, drawn, closed, hours, now, today, children }: DayProps) {
  const [weekday, number] = shortDay(day);
  const slots = drawn.flatMap(({ item }) => item.slot ?? []);
  const people = slots.reduce((sum, slot) => sum + attendees(slot), 0);
  const isOver = ({ item }: DrawnEntry) => now !== null && item.end <= now;
  const past = drawn.filter(isOver);
  const minute =
    now && (layDay(day, [{ start: now, end: new Date(now.getTime() + MINUTE) }])[0]?.top ?? 0);
  const after = now ? drawn.findIndex((one) => !isOver(one)) : -1;
  const nowLine = now && (
    <li
      key="now"
      className="ag-now"
      style={place({ top: minute ?? 0, height: 5, lane: 0, lanes: 1 }, hours)}
    >
      <span className="figures lg:sr-only">Il est {formatTime(now)}</span>
    </li>
  );
  return (
    <section className="ag-day min-w-0 scroll-mt-4" id={`j${day}`} aria-labelledby={`t${day}`}>
      <h2
        id={`t${day}`}
        className={`ag-day-head font-text text-16 leading-normal font-bold max-lg:mt-6 max-lg:flex max-lg:justify-between max-lg:border-b max-lg:border-sand-300 max-lg:pb-2 ${isFirst ? "max-lg:sr-only" : ""}`}
      >
        <span className="lg:hidden">{longDay(day, today)}</span>
        <span className="text-14 font-regular text-ink-soft lg:hidden figures">
          {slots.length === 0 ? "Aucun créneau" : people > 0 && countOf(people, "personne")}
        </span>
        <span className="text-14 font-regular text-ink-soft max-lg:hidden">{weekday}</span>
        <b
          className={`grid size-10 place-items-center rounded-full font-display text-22 font-price max-lg:hidden figures ${day === today ? "bg-sage-800 text-paper" : ""}`}
        >
          {number}
        </b>
        {day === today && <span className="sr-only">, aujourd'hui</span>}
      </h2>
      <ol style={{ "--closed": closed } as CSSProperties}>
        {past.length > 0 && (
          <li className="ag-fold-row lg:hidden">
            <details className="ag-fold">
              <summary>
                <span className="figures">
                  {past.every(({ top }) => top < 12 * 60) ? "Ce matin" : "Plus tôt"}{" "}
                  <small className="text-14 font-regular text-ink-soft">{foldFacts(past)}</small>
                </span>
                <Icon of={ChevronDown} className="size-4" />
              </summary>
            </details>
          </li>
        )}
        {drawn.map((one, index) => {
          const { item } = one;
          const style = place(one, hours);
          return [
            index === after && nowLine,
            item.slot
              ? children(item.slot, { style, isPast: isOver(one), isNarrow: one.lanes > 1 })
              : item.busy && (
                  <li
                    key={item.busy.id}
                    style={style}
                    className={isOver(one) ? "ag-past" : undefined}
                  >
                    <BusyRow busy={item.busy} day={day} />
                  </li>
                ),
          ];
        })}
        {now && after === -1 && nowLine}
      </ol>
      {isFirst && drawn.length === 0 && (
        <p className="py-6 text-ink-soft lg:hidden">Aucun créneau ce jour-là.</p>
      )}
    </section>
  );
}

function closedShade(open: readonly { from: number; to: number }[]): string {
  const percent = (part: number) => `${(part * 100).toFixed(2)}%`;
  let at = 0;
  const stops = open.map(({ from, to }) => {
    const shaded = `var(--ag-off) ${percent(at)} ${percent(from)}`;
    at = to;
    return `${shaded}, transparent ${percent(from)} ${percent(to)}`;
  });
  return `linear-gradient(${[...stops, `var(--ag-off) ${percent(at)} 100%`].join(", ")})`;
}

function Legend({ hasClosed }: { hasClosed: boolean }) {
  const keys: [string, string][] = [
    ["ag-full", STATE_LABELS.full],
    ["ag-part", STATE_LABELS.part],
    ["ag-free", STATE_LABELS.free],
    ["ag-busy", "Occupé"],
  ];
  if (hasClosed) keys.push(["ag-off", "Hors de vos heures"]);
  return (
    <ul
      className="ag-desk mt-4 flex flex-wrap gap-x-5 gap-y-1.5 pl-11 text-14 text-ink-soft"
      aria-label="Légende"
    >
      {keys.map(([look, label]) => (
        <li key={look} className="flex items-center gap-2">
          <i className={`size-4 rounded-sm ${look}`} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  );
}

function longDay(day: string, today: string): ReactNode {
  const name = formatLongDay(noonOf(day));
  const near = { [today]: "Aujourd'hui", [addDays(today, 1)]: "Demain" }[day];
  if (near) {
    return (
      <>
        {near} <span className="font-regular text-ink-soft">{name}</span>
      </>
    );
  }
  return capitalised(name);
}

function foldFacts(past: DrawnEntry[]): string {
  const slots = past.flatMap(({ item }) => item.slot ?? []);
  const people = slots.flatMap((slot) => slot.people);
  const came = seatsOf(people.filter(({ presence }) => presence && presence !== "absent"));
  const absent = seatsOf(people.filter(({ presence }) => presence === "absent"));
  const unknown = slots.reduce((sum, slot) => sum + attendees(slot), 0) - came - absent;
  return [
    countOf(slots.length, "créneau", "créneaux"),
    came > 0 && countOf(came, "présent"),
    absent > 0 && countOf(absent, "absent"),
    unknown > 0 && countOf(unknown, came + absent > 0 ? "autre" : "personne"),
  ]
    .filter(Boolean)
    .join(", ");
}
