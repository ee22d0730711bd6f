import { Mail } from "@lucide/icons";
import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { personName } from "#core/agenda/labels.ts";
import type { AgendaSlot } from "#core/agenda/schema.ts";
import { MAX_BOOKING_MESSAGE_LENGTH } from "#core/bookings/messages/rules.ts";
import { toParis } from "#core/dates.ts";
import { MINUTE } from "#core/durations.ts";
import * as addresses from "#site/addresses.ts";
import { Button, ButtonLink, buttonClass } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Field, TextInput } from "../../ui/forms/field.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { NumberInput } from "../../ui/forms/number-input.tsx";
import { TextAreaField } from "../../ui/forms/text-field.tsx";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { Icon } from "../../ui/pictures/icon.tsx";

export interface PanelAnswer {
  intent: string;
  slotId: string;
  fields: Record<string, string[]>;
  typed: Record<string, string>;
}

function usePanelForm(
  intent: string,
  answer: PanelAnswer | undefined,
  then?: (form: HTMLFormElement) => void,
) {
  const refused = answer?.intent === intent ? answer : undefined;
  const ref = useFirstError(refused);
  const busy = useNavigation().formData?.get("intent") === intent;
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy && !refused && ref.current) then?.(ref.current);
    wasBusy.current = busy;
  });
  const form = { ref, method: "post", preventScrollReset: true, noValidate: true } as const;
  return { form, busy, refused };
}

export interface PanelFormProps {
  slot: AgendaSlot;
  here: string;
  answer: PanelAnswer | undefined;
}

/** The field for the four digits that a client shows (rule: presence-code). */
export function CodeForm({ slot, here, answer }: PanelFormProps) {
  const { form, busy, refused } = usePanelForm("code", answer, (sent) => {
    sent.reset();
    sent.querySelector<HTMLElement>("[name=code]")?.focus();
  });
  return (
    <Form {...form} action={here} className="mt-4 rounded-control bg-sage-100 p-4">
      <HiddenFields intent="code" slotId={slot.id} />
      <Field
        label="Code du client"
        error={refused?.fields.code}
        hint="Quatre chiffres, sur son téléphone. Ou scannez son QR."
      >
        {(control) => (
          <div className="flex gap-2.5">
            <input
              {...control}
              name="code"
              inputMode="numeric"
              autoComplete="off"
              maxLength={9}
              defaultValue={refused?.typed.code}
              className="ag-pin figures"
            />
            <Button type="submit" variant="sage" busy={busy} className="flex-1">
              Valider
            </Button>
          </div>
        )}
      </Field>
    </Form>
  );
}

/** The short form that moves a slot in which nobody has a seat (rule: slot-edits). */
export function MoveSlot({ slot, here, answer }: PanelFormProps) {
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

/** « Écrire aux 5 clients », or to the one who comes (rule: writing-through-us). */
export function WriteToAll({ slot: { id, people }, here, answer }: PanelFormProps) {
  const { form, busy, refused } = usePanelForm("write", answer, (sent) => {
    sent.reset();
    const fold = sent.closest("details");
    fold?.querySelector("summary")?.focus();
    fold?.removeAttribute("open");
  });
  const [only] = people;
  if (only && people.length === 1) {
    return (
      <ButtonLink to={addresses.bookingMessages(only.bookingId)} block className="wrap-anywhere">
        <Icon of={Mail} className="size-4" />
        Écrire à {personName(only)}
      </ButtonLink>
    );
  }
  return (
    <details open={refused !== undefined}>
      <summary className={buttonClass({ block: true, className: "list-none" })}>
        <Icon of={Mail} className="size-4" />
        Écrire aux {people.length} clients
      </summary>
      <Form {...form} action={here} className="mt-3 mb-4 grid gap-3">
        <HiddenFields intent="write" slotId={id} people={people.length} />
        <TextAreaField
          name="text"
          label="Votre message"
          error={refused?.fields.text}
          hint={`${MAX_BOOKING_MESSAGE_LENGTH.toLocaleString("fr-FR")} caractères au plus. Chacun le reçoit séparément, sans votre adresse, et peut y répondre.`}
          rows={4}
          defaultValue={refused?.typed.text}
        />
        <Button type="submit" variant="sage" busy={busy}>
          Envoyer aux {people.length} clients
        </Button>
      </Form>
    </details>
  );
}
