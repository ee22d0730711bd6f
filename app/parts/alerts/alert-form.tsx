import { Form, useNavigation } from "react-router";
import { WEEKDAYS, weekdayName } from "#core/dates.ts";
import type { FieldErrors } from "#core/errors.ts";
import { PRICE_LABELS } from "#core/listings/labels.ts";
import { dayLabel, FORMAT_LABELS, MODE_LABELS } from "#core/search/labels.ts";
import { NEARBY_RADIUS, RADII } from "#core/search/rules.ts";
import { Button } from "../../ui/button.tsx";
import { EmailField, SelectField, TextField } from "../../ui/forms/text-field.tsx";
import { useFirstError } from "../../ui/forms/use-first-error.ts";

export type TypedAlert = Record<string, string>;
export type Asker = "an account" | "a guest" | "a stranger";

const LENGTHS = [30, 45, 60, 90].map((minutes) => [minutes, `${minutes} min au plus`] as const);

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
  asker?: Asker;
  invite?: string | undefined;
}) {
  const form = useFirstError(answer);
  const busy = useNavigation().state === "submitting";
  const of = (name: string) => ({ name, error: errors[name], defaultValue: typed[name] });
  const text = (name: string, type = "text") => ({ ...of(name), type });
  const choice = (name: string) => ({ ...of(name), defaultValue: typed[name] ?? "" });
  const { date = "" } = typed;
  const named = dayLabel(date);
  return (
    <Form ref={form} method="post" noValidate className="mt-8 grid max-w-text gap-5">
      {invite && <input type="hidden" name="invite" value={invite} />}
      <TextField
        {...text("q")}
        label="Activité"
        hint="« Massage », « yoga doux », « sophrologie »"
      />
      <SelectField
        {...choice("category")}
        label="Catégorie"
        optional
        choices={[["", "Toutes"], ...categories.map((name) => [name, name] as const)]}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...text("place")}
          label="Autour de"
          hint="Une ville ou un code postal"
          optional
        />
        <SelectField
          {...choice("radius")}
          label="Rayon"
          defaultValue={typed.radius ?? NEARBY_RADIUS}
          choices={RADII.map((radius) => [radius, `${radius} km`])}
        />
      </div>
      {named ? (
        <SelectField
          {...choice("date")}
          label="Quand"
          optional
          choices={[
            ["", "Tous les jours"],
            [date, named],
          ]}
        />
      ) : (
        <TextField
          {...text("date", "date")}
          label="Quel jour"
          hint="Laissez vide pour tous les jours"
          optional
        />
      )}
      <Weekdays chosen={typed.days ?? ""} error={errors.days} />
      <div className="grid grid-cols-2 gap-5">
        <TextField {...text("from", "time")} label="À partir de" optional />
        <TextField {...text("to", "time")} label="Avant" optional />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          {...choice("price")}
          label="Prix"
          choices={[["", "Tous les prix"], ...Object.entries(PRICE_LABELS)]}
        />
        <TextField
          {...of("price_max")}
          label="Budget"
          hint="En euros par personne, au plus : 45 ou 45,50"
          optional
          inputMode="decimal"
          defaultValue={typed.price_max?.replace(".", ",")}
        />
        <SelectField
          {...choice("seats")}
          label="Places"
          choices={[1, 2, 3, 4, 5, 6].map((seats) => [seats, String(seats)])}
        />
        <SelectField
          {...choice("duration_max")}
          label="Durée"
          choices={[["", "Toutes les durées"], ...LENGTHS]}
        />
        <SelectField
          {...choice("mode")}
          label="Mode"
          choices={[["", "En ligne ou sur place"], ...Object.entries(MODE_LABELS)]}
        />
        <SelectField
          {...choice("format")}
          label="Format"
          choices={[["", "Tous les formats"], ...Object.entries(FORMAT_LABELS)]}
        />
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
