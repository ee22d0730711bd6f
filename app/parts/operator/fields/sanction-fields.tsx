import { ACCOUNT_BASIS_WORDS, BOOKED_WORDS, URGENCY_WORDS } from "#core/sanctions/labels.ts";
import { BOOKED, URGENCIES } from "#core/sanctions/rules.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { BasisField } from "./basis-field.tsx";

/** Shown once one of the two is chosen (rule: account-decision). */
export function SanctionFields({
  mayEnd,
  upcoming,
  typed,
  errorOf,
}: {
  mayEnd: boolean;
  upcoming: number;
  typed: Record<string, string>;
  errorOf: (name: string) => string[] | undefined;
}) {
  return (
    <div className="hidden gap-6 group-has-[[value=end]:checked]/decision:grid group-has-[[value=suspend]:checked]/decision:grid">
      <BasisField words={ACCOUNT_BASIS_WORDS} error={errorOf("basis")} typed={typed.basis} />
      <Field label="Comment vous l'avez su" error={errorOf("source")}>
        {(control) => (
          <Select {...control} name="source" defaultValue={typed.source ?? ""}>
            <option value="">À choisir</option>
            <option value="told">Par un signalement</option>
            <option value="looked">Par un contrôle de notre équipe</option>
          </Select>
        )}
      </Field>
      {upcoming > 0 && (
        <Field
          label={`Réservations à venir : ${upcoming}`}
          hint="Avec un préavis, seulement celles d'après la date."
          error={errorOf("booked")}
        >
          {(control) => (
            <Select {...control} name="booked" defaultValue={typed.booked ?? "kept"}>
              {BOOKED.map((booked) => (
                <option key={booked} value={booked}>
                  {BOOKED_WORDS[booked]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {mayEnd && (
        <div className="hidden group-has-[[value=end]:checked]/decision:block">
          <Field label="Quand la relation prend fin" error={errorOf("urgency")}>
            {(control) => (
              <Select {...control} name="urgency" defaultValue={typed.urgency ?? ""}>
                <option value="">Dans trente jours</option>
                {URGENCIES.map((urgency) => (
                  <option key={urgency} value={urgency}>
                    Aussitôt : {URGENCY_WORDS[urgency]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      )}
    </div>
  );
}
