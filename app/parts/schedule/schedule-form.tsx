import { Form } from "react-router";
import type { Holiday, Scope } from "#core/catalogue/schedule/rules.ts";
import { formatTime } from "#core/dates.ts";
import { Button } from "../../ui/button.tsx";
import { ChipInput } from "../../ui/chip.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Choices } from "../../ui/forms/choices.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { IntentButton } from "../../ui/forms/intent-button.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { LeftOutDays, WEEKDAYS } from "./days.tsx";
import { PreviewAndSave } from "./preview-and-save.tsx";
import type { ScheduleAnswer, TypedRule, TypedSchedule } from "./schedule-values.ts";

interface ScheduleFormProps {
  known: TypedSchedule;
  holidays: readonly Holiday[];
  today: string;
  answer: ScheduleAnswer | undefined;
}

export function ScheduleForm({ known, holidays, today, answer }: ScheduleFormProps) {
  const form = useFirstError(answer);
  const errors = answer?.fields ?? {};
  const { rules, leftOut, version } = answer?.typed ?? known;
  return (
    // Without a script the fields are drawn anew each time, with what was typed.
    <Form ref={form} key={JSON.stringify(answer?.typed)} method="post" noValidate className="mt-6">
      {/* The return key in a field asks, and never removes an hour. */}
      <button type="submit" name="intent" value="preview" hidden />
      <HiddenFields version={version} rows={rules.length} />
      <div className="grid gap-5">
        {rules.map((rule, row) => (
          <RuleFields
            // biome-ignore lint/suspicious/noArrayIndexKey: an hour has no name but its place
            key={row}
            row={row}
            rule={rule}
            today={today}
            errors={errors}
            canGo={rules.length > 1}
          />
        ))}
        {/* A message about one hour stands beside it already. */}
        {errors.rules && !Object.keys(errors).some((name) => /^rules\.\d+\./.test(name)) && (
          <p className="text-14 font-label text-danger">{errors.rules[0]}</p>
        )}
        <div>
          <Button type="submit" name="intent" value="add" size="small">
            Ajouter un horaire
          </Button>
        </div>
        <fieldset className="border-t border-sand-300 pt-5">
          <legend className="float-left mb-1 w-full font-display text-22">Jours sans séance</legend>
          <p className="clear-both text-14 text-ink-soft">
            Cochez ceux où vous ne travaillez pas. Ce qui y est réservé reste.
          </p>
          <LeftOutDays holidays={holidays} leftOut={leftOut} />
          <TextField
            name="other"
            label="Un autre jour"
            optional
            error={Object.entries(errors).find(([name]) => /^leftOut\b/.test(name))?.[1]}
            className="mt-3 sm:max-w-60"
            type="date"
            min={today}
          />
        </fieldset>
        <PreviewAndSave answer={answer} save="Enregistrer ces horaires" />
      </div>
    </Form>
  );
}

function RuleFields({
  row,
  rule: { weekdays, starts, fromDay, untilDay, isParallel },
  today,
  errors,
  canGo,
}: {
  row: number;
  rule: TypedRule;
  today: string;
  errors: Record<string, string[]>;
  canGo: boolean;
}) {
  const errorOf = (field: keyof TypedRule) => errors[`rules.${row}.${field}`];
  const noDay = errorOf("weekdays");
  return (
    <fieldset className="rounded-card bg-surface p-4 shadow-soft ring ring-sand-300 lg:p-5">
      <legend className="float-left mb-3 w-full font-strong">Horaire {row + 1}</legend>
      <div className="clear-both grid gap-4">
        <Choices legend="Jours de la semaine" error={noDay} className="flex flex-wrap gap-2">
          {WEEKDAYS.map(([, label], place) => (
            <ChipInput
              key={label}
              type="checkbox"
              name={`weekdays-${row}`}
              value={place + 1}
              label={label}
              aria-invalid={noDay !== undefined || undefined}
              defaultChecked={weekdays.includes(String(place + 1))}
            />
          ))}
        </Choices>
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          <TextField
            name={`starts-${row}`}
            label="Heure"
            error={errorOf("starts")}
            className="max-sm:col-span-2"
            type="time"
            defaultValue={starts}
          />
          <TextField
            name={`from-${row}`}
            label="Du"
            error={errorOf("fromDay")}
            type="date"
            min={today}
            defaultValue={fromDay}
          />
          <TextField
            name={`until-${row}`}
            label="Au"
            hint="Vide : sans fin."
            error={errorOf("untilDay")}
            type="date"
            min={today}
            defaultValue={untilDay}
          />
        </div>
        <Checkbox
          name={`parallel-${row}`}
          value="1"
          defaultChecked={isParallel}
          label={
            <>
              <b className="font-strong">En parallèle</b> : ces créneaux restent ouverts quand une
              autre de vos séances a lieu à la même heure.
            </>
          }
        />
        {canGo && (
          <div>
            <IntentButton intent={`remove-${row}`} size="small" variant="quiet" busy={false}>
              Retirer cet horaire
              <span className="sr-only"> {row + 1}</span>
            </IntentButton>
          </div>
        )}
      </div>
    </fieldset>
  );
}

const SCOPE_LABELS: Record<Scope, string> = {
  one: "Ce créneau",
  following: "Celui-ci et les suivants",
  all: "Tous",
};

const ACT_LABELS = { move: "L'heure", remove: "Les retirer" };

interface ScopeFormProps {
  slot: { id: string; start: Date };
  answer: ScheduleAnswer | undefined;
}

export function ScopeForm({ slot, answer }: ScopeFormProps) {
  const form = useFirstError(answer);
  const errors = answer?.fields ?? {};
  const typed = answer?.scope ?? { scope: "one", act: "move", starts: formatTime(slot.start) };
  return (
    <Form ref={form} key={JSON.stringify(answer?.scope)} method="post" noValidate className="mt-6">
      <input type="hidden" name="slotId" value={slot.id} />
      <div className="group/scope grid gap-5">
        <ChipChoices
          {...{ legend: "Ce que cela concerne", name: "scope", labels: SCOPE_LABELS }}
          value={typed.scope}
          error={errors.scope}
        />
        <ChipChoices
          {...{ legend: "Ce qui change", name: "act", labels: ACT_LABELS }}
          value={typed.act}
        />
        <TextField
          name="starts"
          label="Nouvelle heure"
          error={errors.starts}
          className="group-has-[[name=act][value=remove]:checked]/scope:hidden sm:max-w-60"
          type="time"
          defaultValue={typed.starts}
        />
        <PreviewAndSave answer={answer} save="Enregistrer" />
      </div>
    </Form>
  );
}

function ChipChoices({
  legend,
  name,
  labels,
  value,
  error,
}: {
  legend: string;
  name: string;
  labels: Record<string, string>;
  value: string;
  error?: string[] | undefined;
}) {
  return (
    <Choices legend={legend} error={error} className="flex flex-wrap gap-2">
      {Object.entries(labels).map(([choice, label]) => (
        <ChipInput
          key={choice}
          type="radio"
          name={name}
          value={choice}
          label={label}
          defaultChecked={value === choice}
        />
      ))}
    </Choices>
  );
}
