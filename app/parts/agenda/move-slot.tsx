import { Form } from "react-router";
import type { AgendaSlot } from "#core/agenda/schema.ts";
import { toParis } from "#core/dates.ts";
import { MINUTE } from "#core/durations.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Field, TextInput } from "../../ui/forms/field.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { NumberInput } from "../../ui/forms/number-input.tsx";
import { type PanelAnswer, usePanelForm } from "./use-panel-form.ts";

/** The short form that moves a slot in which nobody has a seat (rule: slot-edits). */
export function MoveSlot({
  slot,
  here,
  answer,
}: {
  slot: AgendaSlot;
  here: string;
  answer: PanelAnswer | undefined;
}) {
  const { form, busy, refused } = usePanelForm("move-slot", answer);
  const [day = "", time = ""] = toParis(slot.start).split("T");
  const known: Record<string, string> = {
    day,
    time,
    minutes: String((slot.end.getTime() - slot.start.getTime()) / MINUTE),
    seats: String(slot.capacity),
  };
  const typed = refused?.typed ?? known;
  const messages = refused?.fields ?? {};
  return (
    <details className="mt-1" open={refused !== undefined}>
      <summary className="inline-flex min-h-11 items-center text-14 font-label underline underline-offset-4 hover:text-sage-600">
        Déplacer ce créneau
      </summary>
      <Form {...form} action={here} className="mt-1 mb-3 grid grid-cols-2 gap-3">
        <HiddenFields intent="move-slot" slotId={slot.id} version={slot.version} />
        <Field label="Jour" error={messages.day ?? messages.start}>
          {(control) => <TextInput {...control} type="date" name="day" defaultValue={typed.day} />}
        </Field>
        <Field label="Heure" error={messages.time}>
          {(control) => (
            <TextInput {...control} type="time" name="time" defaultValue={typed.time} />
          )}
        </Field>
        <Field label="Durée en minutes" error={messages.minutes}>
          {(control) => <NumberInput {...control} name="minutes" defaultValue={typed.minutes} />}
        </Field>
        <Field label="Places" error={messages.seats}>
          {(control) => <NumberInput {...control} name="seats" defaultValue={typed.seats} />}
        </Field>
        <Checkbox
          name="parallel"
          label="En parallèle d'un autre créneau"
          defaultChecked={refused ? "parallel" in typed : slot.isParallel}
          className="col-span-2 text-14"
        />
        <Button type="submit" variant="sage" busy={busy} className="col-span-2">
          Déplacer
        </Button>
      </Form>
    </details>
  );
}
