import type { CSSProperties, ReactNode } from "react";
import { Link } from "react-router";
import {
  BUSY_LABELS,
  busyFacts,
  busyHours,
  slotFacts,
  timeLabel,
  toTellLabel,
} from "#core/agenda/labels.ts";
import { takenSeats } from "#core/agenda/rules.ts";
import type { AgendaSlot, AgendaState, Busy } from "#core/agenda/schema.ts";
import { MINUTE } from "#core/durations.ts";
import { fallingLabel } from "#core/prices/labels.ts";

const TONES: Record<AgendaState, string> = {
  free: "is-free",
  part: "is-part",
  full: "is-full",
  held: "is-full",
  reserved: "is-free",
  withheld: "is-closed",
  overlap: "is-closed",
  busy: "is-closed",
  absence: "is-closed",
  notice: "is-part",
  running: "is-part",
  paused: "is-part",
  past: "is-done",
  cancelled: "is-closed",
};

export interface Placed {
  style: CSSProperties;
  isPast: boolean;
  isNarrow: boolean;
}

interface SlotRowProps extends Placed {
  slot: AgendaSlot;
  href: string;
  panel: ReactNode;
}

/** Milliseconds that have room for two lines of text on a desk. */
const TWO_LINES = 45 * MINUTE;

export function SlotRow({ slot, href, style, isPast, isNarrow, panel }: SlotRowProps) {
  const taken = takenSeats(slot);
  const toTell = toTellLabel(slot);
  const isShort = slot.end.getTime() - slot.start.getTime() < TWO_LINES;
  const isSold = slot.state === "free" || slot.state === "part";
  return (
    <li
      className={`${TONES[slot.state]} ${isPast ? "ag-past" : ""} ${isNarrow ? "is-narrow" : isShort ? "is-short" : ""} ${panel ? "is-open" : ""}`}
      style={style}
    >
      <Link
        to={href}
        preventScrollReset
        aria-current={panel ? "true" : undefined}
        className="ag-ln"
      >
        <span className="figures">
          <b>{timeLabel(slot.start)}</b>
          <small>{timeLabel(slot.end)}</small>
        </span>
        <span className="ag-bd">
          <span className="ag-t">{slot.title}</span>
          <small className="figures">{slotFacts(slot)}</small>
          {!panel && toTell && (
            <span className="block text-14 font-label text-clay-700 figures">{toTell}</span>
          )}
          {isSold && <small className="figures">{fallingLabel(slot.price, slot.start)}</small>}
        </span>
        <span className="ag-seats figures">
          <span>
            {taken}
            <span className="lg:sr-only"> sur </span>
            <span className="max-lg:hidden" aria-hidden="true">
              /
            </span>
            {slot.capacity}
          </span>
          <progress
            aria-hidden="true"
            max={slot.capacity}
            value={taken}
            className="h-1.5 w-14 overflow-hidden rounded-full bg-sand-300 [&::-moz-progress-bar]:bg-sage-600 [&::-webkit-progress-bar]:bg-sand-300 [&::-webkit-progress-value]:bg-sage-600"
          />
        </span>
      </Link>
      {panel}
    </li>
  );
}

export function BusyRow({ busy, day }: { busy: Busy; day: string }) {
  const { from, to } = busyHours(busy, day);
  return (
    <div className="ag-ln ag-busy">
      <span className="figures">
        <b>{from}</b>
        <small>{to}</small>
      </span>
      <span className="ag-bd">
        <span className="ag-t">{BUSY_LABELS[busy.source]}</span>
        <small>{busyFacts(busy, day)}</small>
        {busy.isOverBooking && <small>Quelqu'un est inscrit à cette heure.</small>}
      </span>
    </div>
  );
}
