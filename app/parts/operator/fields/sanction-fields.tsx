import { ACCOUNT_BASIS_WORDS, BOOKED_WORDS, URGENCY_WORDS } from "#core/sanctions/labels.ts";
import { BOOKED, URGENCIES } from "#core/sanctions/rules.ts";
import { SelectField } from "./answer-form.tsx";

/** Shown once one of the two is chosen (rule: account-decision). */
export function SanctionFields({ mayEnd, upcoming }: { mayEnd: boolean; upcoming: number }) {
  return (
    <div className="hidden gap-6 group-has-[[value=end]:checked]/decision:grid group-has-[[value=suspend]:checked]/decision:grid">
      <SelectField
        name="basis"
        label="Fondement"
        empty="À choisir"
        options={Object.entries(ACCOUNT_BASIS_WORDS)}
      />
      <SelectField
        name="source"
        label="Comment vous l'avez su"
        empty="À choisir"
        options={[
          ["told", "Par un signalement"],
          ["looked", "Par un contrôle de notre équipe"],
        ]}
      />
      {upcoming > 0 && (
        <SelectField
          name="booked"
          label={`Réservations à venir : ${upcoming}`}
          hint="Avec un préavis, seulement celles d'après la date."
          defaultValue="kept"
          options={BOOKED.map((booked) => [booked, BOOKED_WORDS[booked]])}
        />
      )}
      {mayEnd && (
        <div className="hidden group-has-[[value=end]:checked]/decision:block">
          <SelectField
            name="urgency"
            label="Quand la relation prend fin"
            empty="Dans trente jours"
            options={URGENCIES.map((one) => [one, `Aussitôt : ${URGENCY_WORDS[one]}`])}
          />
        </div>
      )}
    </div>
  );
}
