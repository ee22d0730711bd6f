import { Form, useNavigation } from "react-router";
import { WEEKDAYS, weekdayName } from "#core/dates.ts";
import type { FieldErrors } from "#core/errors.ts";
import { PRICE_LABELS } from "#core/listings/labels.ts";
import { dayLabel, FORMAT_LABELS, MODE_LABELS } from "#core/search/labels.ts";
import { NEARBY_RADIUS, RADII } from "#core/search/rules.ts";
import { Button } from "../../ui/button.tsx";
import { Field, TextInput } from "../../ui/forms/field.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { EmailField, SelectField, TextField } from "../../ui/forms/text-field.tsx";
import { useFirstError } from "../../ui/forms/use-first-error.ts";

export type TypedAlert = Record<string, string>;

const SEATS = [1, 2, 3, 4, 5, 6];
const MINUTES = [30, 45, 60, 90];

export function AlertForm({
  typed,
  categories,
  errors,
  answer,
  submit,
  asker = "an account",
  invite,
}: {
  typed: TypedAlert;
  categories: readonly string[];
  errors: FieldErrors;
  answer: unknown;
  submit: string;
  asker?: "an account" | "a guest" | "a stranger";
  invite?: string | undefined;
}) {
  const form = useFirstError(answer);
  const busy = useNavigation().state === "submitting";
  const text =
    (name: string, type = "text") =>
    (control: object) => (
      <TextInput {...control} type={type} name={name} defaultValue={typed[name]} />
    );
  const choice = (name: string, any: string | null, choices: [string | number, string][]) => {
    return (control: object) => (
      <Select {...control} name={name} defaultValue={typed[name] ?? ""}>
        {any !== null && <option value="">{any}</option>}
        {choices.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    );
  };
  const { date = "" } = typed;
  const named = dayLabel(date);
  return (
    <Form ref={form} method="post" noValidate className="mt-8 grid max-w-text gap-5">
      {invite && <input type="hidden" name="invite" value={invite} />}
      <Field label="Activité" error={errors.q} hint="« Massage », « yoga doux », « sophrologie »">
        {text("q")}
      </Field>
      <Field label="Catégorie" error={errors.category} optional>
        {choice(
          "category",
          "Toutes",
          categories.map((name) => [name, name]),
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Autour de" error={errors.place} hint="Une ville ou un code postal" optional>
          {text("place")}
        </Field>
        <SelectField
          name="radius"
          label="Rayon"
          error={errors.radius}
          defaultValue={typed.radius ?? NEARBY_RADIUS}
        >
          {RADII.map((radius) => (
            <option key={radius} value={radius}>
              {radius} km
            </option>
          ))}
        </SelectField>
      </div>
      <Field
        label={named ? "Quand" : "Quel jour"}
        error={errors.date}
        hint={named ? undefined : "Laissez vide pour tous les jours"}
        optional
      >
        {named ? choice("date", "Tous les jours", [[date, named]]) : text("date", "date")}
      </Field>
      <Weekdays chosen={typed.days ?? ""} error={errors.days} />
      <div className="grid grid-cols-2 gap-5">
        <Field label="À partir de" error={errors.from} optional>
          {text("from", "time")}
        </Field>
        <Field label="Avant" error={errors.to} optional>
          {text("to", "time")}
        </Field>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Prix" error={errors.price}>
          {choice("price", "Tous les prix", Object.entries(PRICE_LABELS))}
        </Field>
        <TextField
          name="price_max"
          label="Budget"
          error={errors.price_max}
          hint="En euros par personne, au plus : 45 ou 45,50"
          optional
          inputMode="decimal"
          defaultValue={typed.price_max?.replace(".", ",")}
        />
        <Field label="Places" error={errors.seats}>
          {choice(
            "seats",
            null,
            SEATS.map((seats) => [seats, String(seats)]),
          )}
        </Field>
        <Field label="Durée" error={errors.duration_max}>
          {choice(
            "duration_max",
            "Toutes les durées",
            MINUTES.map((minutes) => [minutes, `${minutes} min au plus`]),
          )}
        </Field>
        <Field label="Mode" error={errors.mode}>
          {choice("mode", "En ligne ou sur place", Object.entries(MODE_LABELS))}
        </Field>
        <Field label="Format" error={errors.format}>
          {choice("format", "Tous les formats", Object.entries(FORMAT_LABELS))}
        </Field>
      </div>
      {asker === "a stranger" && (
        <EmailField
          label="Votre e-mail"
          error={errors.email}
          hint="Un lien y arrive : rien n'est gardé avant que vous l'ouvriez."
          autoComplete="email"
          defaultValue={typed.email}
        />
      )}
      <p className="text-14 text-ink-soft">
        En gardant cette alerte, vous demandez à recevoir un e-mail quand une place y répond : trois
        par jour au plus, jamais entre 21 h et 8 h. Chacun porte un lien pour arrêter, en un clic.
        {asker !== "an account" && " Sans compte, elle s'arrête d'elle-même après un an."}
      </p>
      <Button type="submit" variant="clay" size="large" busy={busy}>
        {submit}
      </Button>
    </Form>
  );
}

function Weekdays({ chosen, error }: { chosen: string; error: string[] | undefined }) {
  return (
    <fieldset aria-describedby={error && "jours-erreur"}>
      <legend className="font-label">
        Quels jours de la semaine <span className="font-regular text-ink-soft">(facultatif)</span>
      </legend>
      <div className="mt-1.5 flex flex-wrap gap-2">
        {WEEKDAYS.map((day, index) => (
          <label
            key={day}
            className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control px-3 ring ring-hairline has-checked:bg-sage-100"
          >
            <input
              type="checkbox"
              name="days"
              value={day}
              defaultChecked={chosen.split(",").includes(day)}
              aria-invalid={error ? true : undefined}
              className="size-5 shrink-0 accent-sage-600"
            />
            {weekdayName(index + 1)}
          </label>
        ))}
      </div>
      {error && (
        <p id="jours-erreur" className="mt-1.5 text-14 font-label text-danger">
          {error[0]}
        </p>
      )}
    </fieldset>
  );
}
