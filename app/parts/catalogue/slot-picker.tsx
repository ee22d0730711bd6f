import { ChevronDown } from "@lucide/icons";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { OfferedSlot } from "#core/bookings/schema.ts";
import { dayLabel, stockLabel } from "#core/catalogue/labels.ts";
import { dayKey, formatEnd, formatLongDay, formatTime } from "#core/dates.ts";
import { Icon } from "../../ui/pictures/icon.tsx";
import type { PricedSlot } from "./price-texts.server.ts";
import { LowStock } from "./session-card.tsx";

/** The radios belong to the booking form by its id. */
export function SlotPicker({
  slots,
  now,
  form,
  chosenId,
  onChoose,
  disabled = false,
}: {
  slots: readonly PricedSlot[];
  now: Date;
  form: string;
  chosenId: string | null;
  onChoose: (slotId: string) => void;
  disabled?: boolean;
}) {
  const days = groupByDay(slots);
  const later = days.slice(DAYS_SHOWN);
  const drawDay = (day: Day) => (
    <fieldset key={day[0].id} className="mt-6 min-w-0">
      <DayLegend start={day[0].start} now={now} />
      <div>
        {day.map((slot) => (
          <label key={slot.id} className={rowClass}>
            <input
              type="radio"
              name="slotId"
              form={form}
              value={slot.id}
              required
              checked={slot.id === chosenId}
              onChange={() => onChoose(slot.id)}
              disabled={disabled || !isOpen(slot)}
              className="size-5.5 shrink-0 appearance-none rounded-full border-2 border-sand-500 bg-surface outline-none checked:border-7 checked:border-sage-600"
            />
            {/* The price that was seen. */}
            <input
              type="hidden"
              name={`price-${slot.id}`}
              form={form}
              value={slot.price.nowCents}
              disabled={!isOpen(slot)}
            />
            <span className="text-18 font-strong whitespace-nowrap figures">
              {formatTime(slot.start)}
              <span className="text-14 font-regular text-ink-soft">
                {" "}
                – {formatEnd(slot.start, slot.end)}
              </span>
            </span>
            <span className="ml-auto flex flex-wrap items-center justify-end gap-x-4 text-right text-14 text-ink-soft figures">
              <Stock slot={slot} />
              <span
                className="contents"
                // biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it of numbers and dates
                dangerouslySetInnerHTML={{ __html: slot.texts.row }}
              />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
  return (
    <>
      {days.slice(0, DAYS_SHOWN).map(drawDay)}
      {later.length > 0 && (
        <details className="group mt-4">
          <summary className="inline-flex min-h-11 items-center gap-2 font-label text-sage-600">
            {later.length === 1 ? "Voir 1 autre jour" : `Voir ${later.length} autres jours`}
            <Icon of={ChevronDown} className="size-4 transition-transform group-open:rotate-180" />
          </summary>
          {later.map(drawDay)}
        </details>
      )}
    </>
  );
}

type Day = [PricedSlot, ...PricedSlot[]];

const DAYS_SHOWN = 6;

const rowClass = [
  "relative -mt-px flex min-h-16 items-center gap-x-4 gap-y-1 border border-sand-300 bg-surface px-4 py-2.5 max-xs:flex-wrap first:rounded-t-control last:rounded-b-control",
  "has-checked:z-10 has-checked:border-sage-600 has-checked:bg-sage-100 has-checked:inset-ring has-checked:inset-ring-sage-600",
  "has-disabled:cursor-not-allowed has-disabled:bg-paper has-disabled:text-ink-soft",
  "has-focus-visible:z-20 has-focus-visible:outline-2 has-focus-visible:outline-offset-2",
].join(" ");

function Stock({ slot }: { slot: PricedSlot }) {
  if (slot.mark) return <b className="font-strong text-sage-800">{slot.mark.label}</b>;
  const low = stockLabel(slot);
  if (!low) return <span className="whitespace-nowrap">{slot.availableSpots} places</span>;
  return slot.availableSpots > 0 ? <LowStock>{low}</LowStock> : <span>{low}</span>;
}

/** « Aujourd'hui vendredi 20 novembre », « Lundi 23 novembre » (rule: date-labels). */
function DayLegend({ start, now }: { start: Date; now: Date }) {
  const day = dayLabel(start, now);
  const date = formatLongDay(start);
  const [weekday = "", ...rest] = date.split(" ");
  return (
    <legend className="mb-2 font-strong">
      {day}{" "}
      <span className="ml-1 text-14 font-regular text-ink-soft">
        {day.toLowerCase() === weekday ? rest.join(" ") : date}
      </span>
    </legend>
  );
}

function groupByDay(slots: readonly PricedSlot[]): Day[] {
  const days: Day[] = [];
  for (const slot of slots) {
    const last = days.at(-1);
    if (last && dayKey(last[0].start) === dayKey(slot.start)) last.push(slot);
    else days.push([slot]);
  }
  return days;
}

function isOpen({ mark, availableSpots }: OfferedSlot): boolean {
  return mark ? mark.hold !== null : availableSpots > 0;
}

/** Prefers the slot chosen last, then the address's, the held one and the first free one. */
export function useChosenSlot<Slot extends OfferedSlot>(
  { slots, unbookable }: { slots: readonly Slot[]; unbookable: unknown },
  askedId: string | undefined,
): [Slot | null, (slotId: string) => void] {
  const linkedId = useSearchParams()[0].get("creneau");
  const [chosenId, choose] = useState(askedId ?? linkedId);
  const open = unbookable ? [] : slots.filter(isOpen);
  const slot = open.find(({ id }) => id === chosenId) ?? open.find(({ mark }) => mark) ?? open[0];
  return [slot ?? null, choose];
}
