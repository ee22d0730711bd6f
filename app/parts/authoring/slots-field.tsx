import { useFormMetadata } from "@conform-to/react";
import { Plus, X } from "@lucide/icons";
import { useEffect, useRef, useState } from "react";
import type { SlotKind } from "#core/catalogue/schema.ts";
import type { FieldErrors } from "#core/errors.ts";
import { readNumber } from "#core/texts/numbers.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { NumberField, TextField } from "../../ui/forms/text-field.tsx";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { Notice } from "../../ui/notice.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import type { OfferingTexts, SlotValues } from "./offering-values.ts";

const SHOWN = 6;
const EMPTY: SlotValues = { id: "", start: "", spots: "", shown: "", live: 0, removed: false };

/** A booked slot keeps its hour (rule: slot-edits); without a script one empty row is ready. */
export function SlotsField({ kind, slots }: { kind: SlotKind; slots: readonly SlotValues[] }) {
  const form = useFormMetadata<OfferingTexts>();
  const fields = form.getFieldset();
  // A form that may only be read has disabled fields, which have no value.
  const typed = (field: typeof fields.capacity) => field.value ?? field.initialValue ?? "";
  const isAlone = kind === "session" && typed(fields.sessionType) !== "group";
  const capacity = isAlone ? 1 : readNumber(typed(fields.capacity));
  const { slots: error, ...errors } = form.allErrors;
  const hydrated = useHydrated();
  const refusal = useRef<HTMLDivElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (error) refusal.current?.focus();
  }, [error]);
  const stored = slots.filter(({ id }) => id !== "");
  // Refused rows come back as they were sent, in the same order.
  const returned = slots.slice(stored.length);
  const [asked, ask] = useState(() => returned.map((_, row) => row));
  const added = asked.length === 0 && !hydrated ? [0] : asked;
  const drop = (key: number) => {
    ask(asked.filter((other) => other !== key));
    add.current?.focus();
  };
  const old = stored.map((slot, row) => (
    <SlotRow key={slot.id} slot={slot} number={row + 1} capacity={capacity} errors={errors} />
  ));
  const fresh = added.map((key, row) => (
    <SlotRow
      key={key}
      slot={returned[row] ?? EMPTY}
      number={stored.length + row + 1}
      capacity={capacity}
      errors={errors}
      onDrop={hydrated ? () => drop(key) : undefined}
    />
  ));
  const later = old.slice(SHOWN);
  const isWrong = later.some((_, row) => isWrongRow(SHOWN + row + 1, errors));
  return (
    <div className="grid gap-4">
      {error?.[0] && (
        <div ref={refusal} tabIndex={-1}>
          <Notice tone="danger" role="alert">
            {error[0]}
          </Notice>
        </div>
      )}
      {stored.length === 0 && asked.length === 0 && (
        <p className="text-ink-soft">Aucun créneau à venir.</p>
      )}
      <ul className="grid gap-3">
        {old.slice(0, SHOWN)}
        {fresh}
      </ul>
      {later.length > 0 && (
        <details open={isWrong || undefined}>
          <summary className="inline-flex min-h-11 items-center font-label text-sage-600 underline underline-offset-4">
            {later.length === 1 ? "Voir 1 autre créneau" : `Voir ${later.length} autres créneaux`}
          </summary>
          <ul className="mt-2 grid gap-3">{later}</ul>
        </details>
      )}
      {hydrated && (
        <Button
          ref={add}
          onClick={() => ask([...asked, (asked.at(-1) ?? -1) + 1])}
          className="justify-self-start"
        >
          <Icon of={Plus} className="size-4" />
          Ajouter un créneau
        </Button>
      )}
    </div>
  );
}

function isWrongRow(number: number, errors: FieldErrors): boolean {
  return ["start", "spots"].some((field) => errors[`slot${number}-${field}`]);
}

interface SlotRowProps {
  slot: SlotValues;
  number: number;
  /** NaN where it is not known. */
  capacity: number;
  errors: FieldErrors;
  onDrop?: (() => void) | undefined;
}

function SlotRow({ slot, number, capacity, errors, onDrop }: SlotRowProps) {
  const name = `slot${number}`;
  const isBooked = slot.live > 0;
  const free = Math.max(0, capacity - slot.live);
  const most = Number.isNaN(free) ? undefined : `${free} au plus`;
  const [spots, type] = useState(slot.spots);
  const isTooMany = spots !== slot.shown && readNumber(spots) > free;
  return (
    <li>
      <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)_104px] items-start gap-x-4 gap-y-3 rounded-control bg-paper p-4 has-[[type=checkbox]:checked]:bg-sand-100 sm:grid-cols-[minmax(0,1fr)_144px_104px]">
        <legend className="sr-only">Créneau {number}</legend>
        <input type="hidden" name="slot" value={name} />
        <input type="hidden" name={`${name}-id`} value={slot.id} />
        <input type="hidden" name={`${name}-live`} value={slot.live} />
        <input type="hidden" name={`${name}-shown`} value={slot.shown} />
        <TextField
          name={`${name}-start`}
          label={slot.id ? "Début" : "Nouveau créneau"}
          error={errors[`${name}-start`]}
          className="max-sm:col-span-2"
          type="datetime-local"
          defaultValue={slot.start}
          readOnly={isBooked}
        />
        <NumberField
          name={`${name}-spots`}
          label="Places libres"
          error={errors[`${name}-spots`] ?? (isTooMany ? most : undefined)}
          hint={isTooMany ? undefined : most}
          placeholder={slot.id ? undefined : "Toutes"}
          value={spots}
          onChange={(event) => type(event.target.value)}
        />
        <div className="mt-7.5 flex min-h-12 items-center">
          {isBooked ? (
            <Badge tone="success">
              {slot.live} réservée{slot.live > 1 ? "s" : ""}
            </Badge>
          ) : slot.id ? (
            <label className="flex min-h-11 items-center gap-2">
              <input
                type="checkbox"
                name={`${name}-removed`}
                defaultChecked={slot.removed}
                className="size-5 accent-danger"
              />
              Retirer
            </label>
          ) : (
            onDrop && (
              <Button onClick={onDrop} variant="quiet" size="small">
                <Icon of={X} className="size-4" />
                Retirer
                <span className="sr-only"> le nouveau créneau</span>
              </Button>
            )
          )}
        </div>
      </fieldset>
    </li>
  );
}
